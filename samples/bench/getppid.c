/* A million system calls that tracerun does not record. Used by scripts/bench. */
#include <sys/syscall.h>
#include <unistd.h>

int main(void)
{
    for (int i = 0; i < 1000000; i++)
        syscall(SYS_getppid);
    return 0;
}
