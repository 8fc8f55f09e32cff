/*
 * Which access of the failing statement touched the faulting address: the arithmetic of evidence. An access is an
 * lvalue of the statement whose computed bytes contain the address; what is bad in it is the pointer that it goes
 * through.
 */
#ifndef TR_DIAGNOSE_ACCESS_H
#define TR_DIAGNOSE_ACCESS_H

#include "diagnose/evaluated.h"

enum { TR_ACCESS_CANDIDATES = 8 };

struct tr_suspect {
    const struct tr_evaluated
        *access; /* the lvalue as written, such as p->x; a call, when an argument was handed to it */
    const struct tr_evaluated
        *pointer;                     /* the pointer that it goes through, such as p; NULL when it goes through none */
    const struct tr_evaluated *index; /* of a subscript directly on that pointer, or NULL */
    const struct tr_evaluated *array; /* the base of the outermost subscript in it, and its index; or NULL */
    const struct tr_evaluated *array_index;
};

struct tr_suspects {
    struct tr_suspect items[TR_ACCESS_CANDIDATES];
    size_t count;
};

/**
 * Whether the failed access is one of the statement's own: not inside a library, or in a copy that the compiler made a
 * call of (memcpy for a struct), which is so when the statement has no call.
 */
bool tr_access_is_own(const struct tr_facts *facts);

/**
 * Find the accesses of the statement that contain the faulting address, which must be known.
 *
 * Only when there are several: those that write, or read, as the processor did, and then those that the column of the
 * line table points into, are preferred.
 */
void tr_suspects_find(const struct tr_facts *facts, struct tr_suspects *ret);

/**
 * The same where the program stopped in a function of the C++ library, or in one that the compiler wrote (a copy of a
 * class), which takes objects by reference: the object that it was given contains the address.
 */
void tr_suspects_find_referred(const struct tr_facts *facts, struct tr_suspects *ret);

/**
 * Find the calls of the statement that handed a pointer on which the fault lies, to a library function in which the
 * program stopped, or which the compiler has expanded in the user's own code: an argument whose value is not above the faulting address, by less than @p reach bytes.
 */
void tr_suspects_find_arguments(const struct tr_facts *facts, uint64_t reach, struct tr_suspects *ret);

/** The recomputation: "0x0 (p) + 4 (offset of y) = 0x4, the faulting address (read of 4 bytes)". In the arena. */
const char *tr_suspect_proof(const struct tr_facts *facts, const struct tr_suspect *suspect);

/** The candidates for expression.ambiguous: texts of the pointers, or of the accesses where there is no pointer. */
void tr_suspects_add_ambiguous(const struct tr_facts *facts, const struct tr_suspects *suspects,
                               struct tr_finding *finding);

#endif
