#include "symbols/intervals.h"

#include <stdlib.h>
#include <string.h>

/* Intervals looked at to the left of an address: bounds the harm of one that spans all others. */
enum { STEPS = 256 };

void intervals_add(struct tr_arena *arena, struct intervals *intervals, uint64_t low, uint64_t high, size_t item)
{
    if (high <= low)
        return;
    if (intervals->count == intervals->capacity) {
        size_t capacity = intervals->capacity ? intervals->capacity * 2 : 16;
        struct interval *items = tr_arena_alloc(arena, capacity * sizeof(*items));
        if (intervals->count)
            memcpy(items, intervals->items, intervals->count * sizeof(*items));
        intervals->items = items;
        intervals->capacity = capacity;
    }
    intervals->items[intervals->count++] = (struct interval){low, high, 0, item};
}

void intervals_extend(struct tr_arena *arena, struct intervals *intervals, uint64_t low, uint64_t high, size_t item,
                      uint64_t gap)
{
    struct interval *last = intervals->count ? &intervals->items[intervals->count - 1] : NULL;
    if (last && last->item == item && low >= last->high && low - last->high <= gap && high > low)
        last->high = high;
    else
        intervals_add(arena, intervals, low, high, item);
}

static int compare(const void *left, const void *right)
{
    const struct interval *a = left, *b = right;
    if (a->low != b->low)
        return a->low < b->low ? -1 : 1;
    if (a->high != b->high)
        return a->high > b->high ? -1 : 1;
    return a->item < b->item ? -1 : a->item > b->item;
}

void intervals_sort(struct intervals *intervals)
{
    if (intervals->count == 0)
        return;
    qsort(intervals->items, intervals->count, sizeof(*intervals->items), compare);
    uint64_t reach = 0;
    for (size_t i = 0; i < intervals->count; i++) {
        if (intervals->items[i].high > reach)
            reach = intervals->items[i].high;
        intervals->items[i].reach = reach;
    }
}

const struct interval *intervals_find(const struct intervals *intervals, uint64_t address)
{
    size_t low = 0, high = intervals->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (intervals->items[middle].low <= address)
            low = middle + 1;
        else
            high = middle;
    }
    const struct interval *best = NULL;
    for (size_t i = low, steps = 0; i > 0 && steps < STEPS && intervals->items[i - 1].reach > address; i--, steps++) {
        const struct interval *interval = &intervals->items[i - 1];
        if (interval->high > address && (!best || interval->high - interval->low < best->high - best->low))
            best = interval;
    }
    return best;
}
