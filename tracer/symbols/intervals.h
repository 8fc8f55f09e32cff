/*
 * Half-open address intervals that may overlap and nest, with what they stand for. Private to symbols/. May use: base.
 */
#ifndef TR_SYMBOLS_INTERVALS_H
#define TR_SYMBOLS_INTERVALS_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct interval {
    uint64_t low, high; /* [low, high) */
    uint64_t reach;     /* the largest `high` up to here, once sorted */
    size_t item;        /* index into the owner's array */
};

struct intervals {
    struct interval *items;
    size_t count, capacity;
};

/** Add [@p low, @p high); empty ones are left out. Storage is in @p arena. */
void intervals_add(struct tr_arena *arena, struct intervals *intervals, uint64_t low, uint64_t high, size_t item);

/**
 * The same, but the last interval is made longer instead when it has the same item and ends at most @p gap bytes below
 * @p low: for many small neighbours. What lies in such a gap is still found, since the smallest interval wins.
 */
void intervals_extend(struct tr_arena *arena, struct intervals *intervals, uint64_t low, uint64_t high, size_t item,
                      uint64_t gap);

/** Sort; needed once after the last one was added. */
void intervals_sort(struct intervals *intervals);

/** The smallest interval that contains @p address, or NULL. */
const struct interval *intervals_find(const struct intervals *intervals, uint64_t address);

#endif
