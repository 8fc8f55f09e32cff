#include <limits.h>
#include <stdlib.h>
#include <string.h>

static int add(int a, int b)
{
    return a + b;
}

static void refuse(void)
{
    __builtin_trap();
}

static void unknown(void)
{
    __asm__ volatile(".byte 0x06");
}

int main(int argc, char **argv)
{
    char *which = argc > 1 ? argv[1] : "";
    if (strcmp(which, "trap") == 0)
        refuse();
    if (strcmp(which, "unknown") == 0)
        unknown();
    if (strcmp(which, "overflow") == 0)
        return add(INT_MAX, argc);
    if (strcmp(which, "abort") == 0)
        abort();
    return add(1, 2) != 3;
}
