#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pair {
    char key[32];
    int value;
};

static struct pair parse(char *line)
{
    struct pair p = {"", 0};
    char *equals = strchr(line, '=');

    *equals++ = '\0';
    strncpy(p.key, line, sizeof(p.key) - 1);
    p.value = atoi(equals);
    return p;
}

int main(void)
{
    char lines[3][32] = {"width=3", "height=4", "depth 5"};
    int product = 1;

    for (int i = 0; i < 3; i++)
        product *= parse(lines[i]).value;
    printf("%d\n", product);
    return 0;
}
