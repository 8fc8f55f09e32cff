/*
 * A limit of the run that was reached: which, how far it went, and how a sentence spells the amounts.
 */
#ifndef TR_MODEL_BOUND_H
#define TR_MODEL_BOUND_H

#include "base/arena.h"
#include "model/words.h"

#include <stdint.h>

/** Amounts are in the unit of the bound: milliseconds, bytes or a count (words.def). */
struct tr_bound_hit {
    enum tr_bound bound; /* TR_BOUND_ABSENT: none */
    int64_t value;       /* the limit */
    int64_t observed;    /* what was in use at that moment */
    int64_t asked;       /* and what a call wanted in addition, which was refused; 0 when none was */
};

/** "512 MB", "1.5 s", "300 ms of processor time", "64 processes and threads". In @p arena. */
const char *tr_bound_amount(struct tr_arena *arena, enum tr_bound bound, int64_t value) __attribute__((returns_nonnull));

#endif
