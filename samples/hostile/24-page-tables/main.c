#include <sys/mman.h>
#include <unistd.h>

enum { STRIDE = 2 << 20, PAGES = 100000 };

int main(int argc, char **argv)
{
    alarm(20);
    int writes = argc > 1 && argv[1][0] == 'w';
    volatile char *memory = mmap(NULL, (size_t)STRIDE * PAGES, writes ? PROT_READ | PROT_WRITE : PROT_READ,
                                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        return 1;
    madvise((void *)memory, (size_t)STRIDE * PAGES, MADV_NOHUGEPAGE);
    for (size_t i = 0; i < PAGES; i++)
        if (writes)
            memory[i * STRIDE] = 1;
        else
            (void)memory[i * STRIDE];
    return 99;
}
