/* What the memory is that a pointer leads to: a variable, the stack, data of the program. */
#ifndef TR_DIAGNOSE_TARGET_H
#define TR_DIAGNOSE_TARGET_H

#include "diagnose/facts.h"

/** "the address of words, a local variable of count_words" when a pointer leads to one that is known; or NULL. In the arena. */
const char *tr_target_variable(const struct tr_facts *facts, const struct tr_evaluated *expression);

/** The mapping at an address, among those that the report has; or NULL. */
const struct tr_region *tr_target_region(const struct tr_facts *facts, uint64_t address);

/**
 * What the pointer or array @p expression leads to, when it certainly is no block of the allocator: "the address of
 * words, a local variable of count_words", "memory of the stack", "the string literal \"none\"". NULL when it may be
 * one, or is not known. In the arena.
 */
const char *tr_target_not_allocated(const struct tr_facts *facts, const struct tr_evaluated *expression);

#endif
