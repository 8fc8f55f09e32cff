#include <stdio.h>

struct person {
    const char *name;
    struct person *mother;
    int born;
};

static int same_parent(const struct person *a, const struct person *b)
{
    return a->mother->born == b->mother->born;
}

int main(void)
{
    struct person kim = {"Kim", NULL, 1990}, lou = {"Lou", NULL, 1992};

    printf("%d\n", same_parent(&kim, &lou));
    return 0;
}
