#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUCKETS 16

struct entry {
    const char *key;
    int value;
    struct entry *next;
};

struct table {
    struct entry *buckets[BUCKETS];
    int count;
};

static unsigned hash(const char *s)
{
    unsigned h = 5381;
    while (*s)
        h = h * 33 + (unsigned char)*s++;
    return h % BUCKETS;
}

static void table_put(struct table *t, const char *key, int value)
{
    struct entry *e = malloc(sizeof *e);
    unsigned h = hash(key);
    e->key = key;
    e->value = value;
    e->next = t->buckets[h];
    t->buckets[h] = e;
    t->count++;
}

static struct entry *table_find(struct table *t, const char *key)
{
    for (struct entry *e = t->buckets[hash(key)]; e; e = e->next)
        if (strcmp(e->key, key) == 0)
            return e;
    return NULL;
}

int main(void)
{
    struct table stock = {0};

    table_put(&stock, "apple", 5);
    table_put(&stock, "plum", 12);
    printf("apples: %d\n", table_find(&stock, "apple")->value);
    struct entry *pear = table_find(&stock, "pear");
    printf("pears: %d\n", pear ? pear->value : 0);
    return 0;
}
