/*
 * The records that glibc's malloc keeps between the blocks of its main heap, walked from the first to the one that
 * cannot be. Source: glibc 2.36, malloc/malloc.c ("Chunk" and the layout comment before struct malloc_chunk).
 */
#ifndef TR_DIAGNOSE_HEAP_WALK_H
#define TR_DIAGNOSE_HEAP_WALK_H

#include "diagnose/facts.h"

/** A block as its user sees it. */
struct tr_heap_block {
    uint64_t address; /* tracee space; 0: none */
    uint64_t size;    /* bytes that it has room for: what was asked for, and up to 23 more */
};

struct tr_heap_walk {
    struct tr_word damaged;      /* address of the first record that cannot be one; unknown when all can */
    uint64_t content;            /* the size that stands in it */
    struct tr_heap_block before; /* the block that ends at it */
    struct tr_heap_block holder; /* the block that the address asked for lies in */
    uint64_t end;                /* of the heap */
};

/**
 * Walk the main heap.
 *
 * @param address  looked up on the way, tracee space; 0 for none.
 * @return false when it could not be walked, or not to its end: no heap of this kind, no memory, a cap.
 */
bool tr_heap_walk(const struct tr_facts *facts, uint64_t address, struct tr_heap_walk *ret);

/**
 * What the program calls a block: a variable of the primary thread's stack, or a member of one, that points to its
 * start ("p->name" is not looked for, "names.data" is). NULL when none does. In the arena.
 *
 * @param[out] ret_ref  JSON pointer of that variable, NULL when it is a member. May be NULL.
 */
const char *tr_heap_block_name(const struct tr_facts *facts, uint64_t address, const char **ret_ref);

#endif
