/*
 * Arrays of a function that was left with its stack overwritten: which one the write came from. They are those that the
 * function's frame shows, and those of its stack frame that were out of scope by then (report->stack_arrays): of inner
 * blocks, and of functions that were inlined.
 */
#ifndef TR_DIAGNOSE_SMASH_H
#define TR_DIAGNOSE_SMASH_H

#include "diagnose/variables.h"

/** One suspect. */
struct tr_smash_array {
    struct tr_frame_array array;
    const struct tr_stack_array *hidden; /* NULL for a variable of the frame */
    const char *function;                /* that declares it; NULL when unknown */
    struct tr_number line;               /* of its declaration */
};

/** The suspects. */
struct tr_smash {
    struct tr_smash_array *arrays; /* in the arena; the same array twice when its function was inlined twice */
    size_t count;
    const struct tr_smash_array
        *culprit;    /* the only array, or the only one full of text without an end; NULL when unclear */
    bool is_full;    /* the culprit's bytes are text, and no NUL ends it inside */
    bool has_hidden; /* some arrays are not the frame's */
    bool is_cut;     /* there may be more suspects: then none is the culprit */
};

/** Look at the arrays of @p frame, whose stack was overwritten. */
void tr_smash_find(const struct tr_facts *facts, const struct tr_frame *frame, struct tr_smash *ret);

/**
 * Add to @p finding the culprit as expression and what it holds as evidence; several arrays become ambiguous[]. When the
 * culprit or else all suspects are of one inlined function, the finding's location becomes that function, where it begins:
 * its lines are no part of any frame.
 */
void tr_smash_fill(const struct tr_facts *facts, const struct tr_smash *smash, struct tr_finding *finding);

/** "banner (char[16])" or "an array", and of what: "of greet", "of greet (inlined into main)". In the arena. */
const char *tr_smash_name(const struct tr_facts *facts, const struct tr_smash *smash, const struct tr_frame *frame);

/** The function whose guard value or return address was overwritten: "main", or "the function". In the arena. */
const char *tr_smash_owner(const struct tr_facts *facts, const struct tr_smash *smash, const struct tr_frame *frame);

#endif
