/* Reads the supplier's name of every item; one item has no supplier. Used by scripts/demo and scripts/bench. */
#include <stdio.h>
#include <stdlib.h>

struct supplier {
    const char *name;
    int days;
};

struct item {
    const char *name;
    int count;
    struct supplier *supplier;
    struct item *next;
};

static struct item *item_new(const char *name, int count, struct supplier *supplier, struct item *next)
{
    struct item *item = malloc(sizeof *item);
    *item = (struct item){name, count, supplier, next};
    return item;
}

static int longest_wait(const struct item *items)
{
    int longest = 0;
    for (const struct item *item = items; item; item = item->next) {
        if (item->count == 0 && item->supplier->days > longest)
            longest = item->supplier->days;
    }
    return longest;
}

int main(void)
{
    struct supplier acme = {"Acme", 3};
    struct item *items = item_new("nut", 12, &acme, NULL);
    items = item_new("bolt", 0, NULL, items);
    items = item_new("washer", 0, &acme, items);
    printf("longest wait: %d days\n", longest_wait(items));
    return 0;
}
