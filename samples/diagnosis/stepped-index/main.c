#include <stdio.h>
#include <stdlib.h>

struct queue {
    int *slots[6];
    int head, tail;
};

static int take(struct queue *queue)
{
    return *queue->slots[queue->head++];
}

static int parts(int count)
{
    return count + 1;
}

static int share(int count)
{
    int others = parts(count) - 1;
    return 12 / others;
}

int main(int argc, char **argv)
{
    int one = 1, sum = 0;
    struct queue queue = {{&one, &one}, 0, 2};
    (void)argv;
    for (int i = 0; i < (argc == 2 ? 3 : 2); i++)
        sum += take(&queue);
    printf("%d\n", sum + share(argc == 3 ? 0 : 2));
    return 0;
}
