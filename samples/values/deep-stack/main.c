#include <stdio.h>
#include <stdlib.h>

/* A tree of folders, one inside the other, each with a table of its own. */
struct folder {
    char name[32];
    int sizes[40];
    struct folder *inner, *neighbour;
};

static struct folder *make(int depth)
{
    struct folder *folder = calloc(1, sizeof(*folder));
    snprintf(folder->name, sizeof(folder->name), "folder number %d", depth);
    for (int i = 0; i < 40; i++)
        folder->sizes[i] = depth * 1000 + i * 17;
    return folder;
}

static int total(const struct folder *folder, int depth)
{
    int weight = depth * 3;
    int own = folder->sizes[depth % 40];
    return own + weight + total(folder->inner, depth + 1);
}

int main(void)
{
    struct folder *top = make(0), *at = top;
    int answer = 42;
    for (int depth = 1; depth < 40; depth++) {
        at->inner = make(depth);
        for (int i = 0; i < 5; i++) {
            struct folder *beside = make(100 * depth + i);
            beside->neighbour = at->neighbour;
            at->neighbour = beside;
        }
        at = at->inner;
    }
    int sum = total(top, 0);
    printf("%d %d\n", answer, sum);
    return 0;
}
