#include <stdlib.h>
#include <string.h>

static int table[16];

static int at(int index)
{
    return table[index];
}

static void put(int index, int value)
{
    table[index] = value;
}

static void stride(int *values, int index, int step)
{
    while (index > 0)
        values[index += step] = values[0];
}

int main(int argc, char **argv)
{
    char *which = argc > 1 ? argv[1] : "";
    if (strcmp(which, "read") == 0)
        return at(400000000);
    if (strcmp(which, "write") == 0)
        put(-400000000, 1);
    if (strcmp(which, "step") == 0)
        stride(table, 1, 300000000);
    return at(15);
}
