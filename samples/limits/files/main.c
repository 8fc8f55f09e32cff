#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void ignore(int number)
{
    (void)number;
}

static int grow(long bytes)
{
    FILE *file = fopen("grown", "w");
    for (long i = 0; i < bytes; i++)
        if (putc('x', file) == EOF)
            return 3;
    return fclose(file) ? 3 : 0;
}

static int hoard(int count, int careful)
{
    for (int i = 0; i < count; i++) {
        FILE *file = fopen("/dev/null", "r");
        if (careful && !file)
            return 4;
        setvbuf(file, NULL, _IONBF, 0);
    }
    return 0;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "", *how = argc > 2 ? argv[2] : "";
    alarm(20);
    if (strcmp(how, "ignore") == 0)
        signal(SIGXFSZ, SIG_IGN);
    if (strcmp(how, "handle") == 0)
        signal(SIGXFSZ, ignore);
    if (strcmp(what, "grow") == 0)
        return grow(1000000);
    if (strcmp(what, "cope") == 0)
        return grow(1000000) == 3 ? 0 : 1;
    if (strcmp(what, "fits") == 0)
        return grow(65536);
    if (strcmp(what, "hoard") == 0)
        return hoard(100, 0);
    if (strcmp(what, "careful") == 0)
        return hoard(100, 1);
    if (strcmp(what, "modest") == 0)
        return hoard(10, 1);
    if (strcmp(what, "enough") == 0)
        return hoard(100, 1) == 4 ? 0 : 1;
    return 0;
}
