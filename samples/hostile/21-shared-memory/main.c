#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { SIZE = 512 << 20 };

int main(void)
{
    alarm(20);
    char *memory = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return 1;
    memset(memory, 1, SIZE);
    return 99;
}
