#include <stdio.h>
#include <stdlib.h>

struct set {
    unsigned long *slots;
    size_t capacity;
    size_t used;
};

static size_t slot_of(const struct set *set, unsigned long key)
{
    return (key * 2654435761u) % set->capacity;
}

static void set_add(struct set *set, unsigned long key)
{
    size_t at = slot_of(set, key);

    while (set->slots[at] != 0 && set->slots[at] != key)
        at = (at + 1) % set->capacity;
    set->slots[at] = key;
    set->used++;
}

int main(void)
{
    struct set seen = {0};

    set_add(&seen, 42);
    printf("%zu\n", seen.used);
    free(seen.slots);
    return 0;
}
