#include <sys/wait.h>
#include <unistd.h>

static __attribute__((noinline)) void spoil(void)
{
    volatile int *volatile nowhere = NULL;
    *nowhere = 1;
}

int main(void)
{
    alarm(20);
    pid_t child = vfork();
    if (child == 0) {
        spoil();
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return status != 0 ? 3 : 0;
}
