#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int last_image(const int *nowhere)
{
    return *nowhere;
}

int main(int argc, char **argv)
{
    alarm(20);
    int left = argc > 1 ? atoi(argv[1]) : 0;
    if (left == 0)
        return last_image(NULL);
    char next[16];
    snprintf(next, sizeof(next), "%d", left - 1);
    execl("./program", "./program", next, (char *)NULL);
    return 1;
}
