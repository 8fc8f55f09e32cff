#include <sys/mman.h>
#include <unistd.h>

static char block[1 << 20];

int main(void)
{
    alarm(20);
    int file = memfd_create("hoard", 0);
    for (int i = 0; file >= 0 && i < 512; i++)
        if (write(file, block, sizeof block) < 0)
            return 1;
    return file >= 0 ? 99 : 1;
}
