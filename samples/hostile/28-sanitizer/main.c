#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    (void)argv;
    alarm(20);
    volatile char *block = malloc(10);
    block[argc > 1 ? 10 : 9] = 1;
    free((void *)block);
}
