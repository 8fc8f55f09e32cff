#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void)
{
    alarm(60);
    char *pages = mmap(NULL, 40000 * 4096L, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (int i = 0; i < 40000; i += 2)
        mprotect(pages + i * 4096L, 4096, PROT_NONE);
    abort();
}
