/* What the rules about messages of malloc and free share. */
#ifndef TR_DIAGNOSE_HEAP_ABORT_H
#define TR_DIAGNOSE_HEAP_ABORT_H

#include "diagnose/abort_text.h"

/**
 * Match a message of the allocator that stands for @p kind, and fill everything but the hint: the call of the user's
 * that led there, and its argument when the statement's expressions are known.
 */
bool tr_heap_abort_match(const struct tr_facts *facts, enum tr_kind kind, struct tr_finding *finding);

/**
 * Match a fault inside the allocator, called by the user's code: inside free (TR_KIND_INVALID_FREE) it is the pointer
 * or the block's record, inside malloc (TR_KIND_HEAP_CORRUPTION) the heap. Fills everything but the hint.
 */
bool tr_heap_fault_match(const struct tr_facts *facts, enum tr_kind kind, struct tr_finding *finding);

/**
 * Match a free, realloc or delete that stopped, by message or fault, on a pointer to what is certainly no block of the
 * allocator. Fills everything but the hint.
 */
bool tr_not_allocated_match(const struct tr_facts *facts, struct tr_finding *finding);

/**
 * Match a stop in the allocator when one of its records cannot be one: something was written over it. Fills everything.
 */
bool tr_heap_damage_match(const struct tr_facts *facts, struct tr_finding *finding);

/**
 * Match a free, realloc or delete that stopped on a pointer into the middle of a block, in a heap whose records are
 * whole. Fills everything but the hint.
 */
bool tr_heap_inside_match(const struct tr_facts *facts, struct tr_finding *finding);

#endif
