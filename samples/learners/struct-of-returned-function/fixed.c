#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item {
    int weight;
    const char *label;
};

static struct item *make(int weight)
{
    struct item *made = malloc(sizeof *made);

    if (!made)
        exit(1);
    made->weight = weight;
    made->label = "box";
    return made;
}

static int mix(int seed)
{
    int junk[64];

    for (int i = 0; i < 64; i++)
        junk[i] = seed * i + 1;
    return junk[3];
}

int main(void)
{
    struct item *item = make(4);
    int mixed = mix(9);

    printf("%c %d\n", item->label[0], mixed);
    free(item);
    return 0;
}
