#include <stddef.h>
#include <unistd.h>

struct item {
    int weight;
};

static inline __attribute__((always_inline)) int weight_of(const volatile struct item *item)
{
    return item->weight;
}

static inline __attribute__((always_inline)) int both(const volatile struct item *a, const volatile struct item *b)
{
    return weight_of(a) +
           weight_of(b);
}

int main(int argc, char **argv)
{
    volatile struct item here = {argc};
    const volatile struct item *volatile there = NULL;
    (void)argv;
    alarm(20);
    return both(&here, there);
}
