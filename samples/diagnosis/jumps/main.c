#include <stdlib.h>
#include <string.h>

typedef int operation(int);

static int twice(int n)
{
    return 2 * n;
}

static int apply(operation *function, int n)
{
    return function(n) + 1;
}

int main(int argc, char **argv)
{
    static int data[64];
    char *which = argc > 1 ? argv[1] : "";
    operation *table[] = {twice, NULL};
    if (strcmp(which, "null") == 0)
        return apply(table[1], 3);
    if (strcmp(which, "data") == 0)
        return apply((operation *)(void *)data, 3);
    if (strcmp(which, "nowhere") == 0)
        return apply((operation *)(void *)0x123456789a0, 3);
    return apply(table[0], 3) != 7;
}
