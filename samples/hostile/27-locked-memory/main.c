#include <sys/mman.h>
#include <unistd.h>

int main(void)
{
    alarm(20);
    if (mlockall(MCL_CURRENT | MCL_FUTURE))
        return 0;
    return mmap(NULL, 512 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? 0 : 99;
}
