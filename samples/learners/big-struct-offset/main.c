#include <stdio.h>
#include <stdlib.h>

struct game {
    char board[64][64];
    int scores[10];
    int players;
};

static struct game *load(int slot)
{
    return slot == 0 ? calloc(1, sizeof(struct game)) : NULL;
}

static int high_score(const struct game *g)
{
    int best = 0;

    for (int i = 0; i < 10; i++)
        if (g->scores[i] > best)
            best = g->scores[i];
    return best;
}

int main(void)
{
    for (int slot = 0; slot < 2; slot++)
        printf("%d\n", high_score(load(slot)));
    return 0;
}
