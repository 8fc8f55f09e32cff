#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct queue {
    int capacity, head;
};

static int next(const struct queue *queue)
{
    return (queue->head + 1) % queue->capacity;
}

static int share(int amount, int people)
{
    return amount / people;
}

int main(int argc, char **argv)
{
    char *which = argc > 1 ? argv[1] : "";
    struct queue empty = {0, 0}, queue = {8, 7};
    if (strcmp(which, "modulo") == 0)
        return next(&empty);
    if (strcmp(which, "zero") == 0)
        return share(12, atoi("none"));
    if (strcmp(which, "overflow") == 0)
        return share(INT_MIN, -1);
    return next(&queue);
}
