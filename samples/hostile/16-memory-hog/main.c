#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MEGABYTE = 1 << 20, ENOUGH = 1024 };

static void take(const char *ending)
{
    char *more = malloc(MEGABYTE);
    if (!more && strcmp(ending, "exit") == 0)
        exit(1);
    if (!more && strcmp(ending, "abort") == 0)
        abort();
    memset(more, 1, MEGABYTE);
}

int main(int argc, char **argv)
{
    alarm(20);
    for (int i = 0; i < ENOUGH; i++)
        take(argc > 1 ? argv[1] : "crash");
    return 99;
}
