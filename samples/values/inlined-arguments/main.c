#include <stdlib.h>
#include <unistd.h>

struct order {
    int quantity;
    struct order *next;
};

static int scale = 7;
static struct order *first;

static inline __attribute__((always_inline)) int weight(const struct order *order, int times, int *sum)
{
    if (times > 3)
        *sum = order->quantity;
    return times;
}

__attribute__((noinline)) static int head(int *sum)
{
    return weight(first, scale, sum);
}

__attribute__((noinline)) static int rest(struct order *list, int *sum)
{
    int total = 0;
    for (; list; list = list->next)
        total += weight(list->next, list->quantity, sum);
    return total;
}

int main(int argc, char **argv)
{
    (void)argv;
    alarm(20);
    first = malloc(sizeof(*first));
    first->quantity = 9;
    first->next = malloc(sizeof(*first));
    first->next->quantity = 5;
    first->next->next = NULL;
    return argc > 1 ? rest(first, NULL) : head(NULL);
}
