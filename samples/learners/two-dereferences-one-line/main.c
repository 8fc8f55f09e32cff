#include <stdio.h>

struct vec { int x, y; };
struct ship { const char *name; struct vec *pos; };

static int distance(const struct ship *a, const struct ship *b)
{
    int dx = a->pos->x - b->pos->x, dy = a->pos->y - b->pos->y;

    return dx * dx + dy * dy;
}

int main(void)
{
    struct vec harbour = {3, 4};
    struct ship anna = {"Anna", &harbour}, lost = {"Lost", NULL};

    printf("%d\n", distance(&anna, &lost));
    return 0;
}
