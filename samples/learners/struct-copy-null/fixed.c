#include <stdio.h>

struct player { char name[16]; int hp; double x, y; };
struct world { int tick; struct player *player; };

static struct player snapshot(const struct world *world)
{
    struct player copy = {"nobody", 0, 0, 0};

    if (world->player)
        copy = *world->player;
    return copy;
}

int main(void)
{
    struct world w = {7, NULL};
    struct player p = snapshot(&w);

    printf("%s %d\n", p.name, p.hp);
    return 0;
}
