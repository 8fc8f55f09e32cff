#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_name(const void *a, const void *b)
{
    const char *left = *(const char **)a;
    const char *right = *(const char **)b;
    return strcmp(left, right);
}

int main(void)
{
    const char *names[6] = {"walnut", "almond", "pecan", "hazel", "cashew"};
    size_t n = sizeof names / sizeof names[0];

    qsort(names, n, sizeof names[0], by_name);
    for (size_t i = 0; i < n; i++)
        puts(names[i]);
    return 0;
}
