#include <stddef.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    volatile int *volatile nowhere = NULL;
    alarm(20);
    if (argc > 1 && argv[1][0] == 'c')
        *nowhere = 1;
    return getuid() == geteuid() ? 4 : 5;
}
