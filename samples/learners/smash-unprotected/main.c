#include <stdio.h>
#include <string.h>

static int read_name(void)
{
    char name[12];

    if (scanf("%s", name) != 1)
        return 0;
    return strlen(name);
}

int main(void)
{
    int n = read_name();

    printf("%d letters\n", n);
    return 0;
}
