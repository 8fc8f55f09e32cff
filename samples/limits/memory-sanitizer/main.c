#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int overflow(int at)
{
    char *text = malloc(10);
    text[at] = 'x';
    return text[0];
}

static int hog(void)
{
    for (;;)
        memset(malloc(1 << 20), 1, 1 << 20);
}

int main(int argc, char **argv)
{
    alarm(20);
    if (argc > 1 && strcmp(argv[1], "overflow") == 0)
        return overflow(argc + 8);
    if (argc > 1 && strcmp(argv[1], "hog") == 0)
        return hog();
    return 0;
}
