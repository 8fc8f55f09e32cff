/* A call or jump to an address that holds no code. */
#ifndef TR_DIAGNOSE_JUMP_H
#define TR_DIAGNOSE_JUMP_H

#include "diagnose/evaluated.h"

/** Where the processor was sent. */
struct tr_bad_jump {
    uint64_t target;
    bool is_return; /* by a return instruction: the return address had been overwritten */
    uint64_t slot;  /* then: where that address lay; tracee space */
    const struct tr_evaluated
        *callee; /* the function pointer of the statement with that value, when it is the only one */
    const struct tr_evaluated *call; /* the call that it stands in */
};

/** @return false when the program did not stop at a jump into what is no code. */
bool tr_bad_jump_find(const struct tr_facts *facts, struct tr_bad_jump *ret);

/** Fill expression, confidence and proof from the function pointer, if it is known; likely otherwise. */
void tr_bad_jump_fill(const struct tr_facts *facts, const struct tr_bad_jump *jump, struct tr_finding *finding);

/**
 * Add to @p finding the numbers that lie over the overwritten return address and before it, when they look like elements of
 * an array. @return whether they do.
 */
bool tr_jump_tell_numbers(const struct tr_facts *facts, const struct tr_bad_jump *jump, struct tr_finding *finding);

#endif
