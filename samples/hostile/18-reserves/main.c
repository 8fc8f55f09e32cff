#include <sys/mman.h>
#include <unistd.h>

int main(void)
{
    alarm(20);
    return mmap(NULL, 1UL << 40, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) == MAP_FAILED;
}
