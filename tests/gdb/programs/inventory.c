/* stops: lookup report remove abort */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum category { TOOL = 1, FASTENER = 2, PAINT = 4, RARE = 8 };

struct item {
    char name[16];
    enum category kind;
    int count;
    double price;
    struct item *next;
};

struct store {
    struct item *buckets[4];
    size_t used;
    const char *owner;
};

static unsigned hash(const char *name)
{
    unsigned value = 5381;
    for (const char *p = name; *p; p++)
        value = value * 33 + (unsigned char)*p;
    return value % 4;
}

__attribute__((noinline)) static struct item *find(struct store *store, const char *name)
{
    unsigned slot = hash(name);
    struct item *item = store->buckets[slot];
    while (item && strcmp(item->name, name) != 0)
        item = item->next;
    return item;
}

static void add(struct store *store, const char *name, enum category kind, int count, double price)
{
    struct item *item = calloc(1, sizeof(*item));
    snprintf(item->name, sizeof(item->name), "%s", name);
    item->kind = kind;
    item->count = count;
    item->price = price;
    item->next = store->buckets[hash(name)];
    store->buckets[hash(name)] = item;
    store->used++;
}

__attribute__((noinline)) static int take(struct store *store, const char *name, int wanted)
{
    struct item *item = find(store, name);
    int left = item->count - wanted;
    item->count = left;
    return left;
}

__attribute__((noinline)) static double total(const struct store *store, int mode)
{
    double sum = 0;
    for (size_t i = 0; i < 4; i++) {
        for (const struct item *item = store->buckets[i]; item; item = item->next) {
            double worth = item->price * item->count;
            sum += worth;
            if (mode && item->kind == (PAINT | RARE))
                sum /= *(volatile int *)0;
        }
    }
    return sum;
}

__attribute__((noinline)) static void drop(struct store *store, const char *name)
{
    struct item **link = &store->buckets[hash(name)];
    int steps = 0;
    while (strcmp((*link)->name, name) != 0) {
        link = &(*link)->next;
        steps++;
    }
    struct item *gone = *link;
    *link = gone->next;
    free(gone);
    store->used -= steps >= 0;
}

static void check(const struct store *store)
{
    if (store->used != 5)
        abort();
}

int main(int argc, char **argv)
{
    struct store store = {.owner = "ann"};
    add(&store, "hammer", TOOL, 3, 12.5);
    add(&store, "bolt", FASTENER, 100, 0.25);
    add(&store, "nut", FASTENER, 90, 0.125);
    add(&store, "gold leaf", PAINT | RARE, 1, 99);
    const char *stop = argc > 1 ? argv[1] : "";
    int left = take(&store, "bolt", 7);
    if (strcmp(stop, "lookup") == 0)
        left += take(&store, "washer", 2);
    double sum = total(&store, strcmp(stop, "report") == 0);
    if (strcmp(stop, "remove") == 0)
        drop(&store, "screw");
    check(&store);
    printf("%d %f\n", left, sum);
    return 0;
}
