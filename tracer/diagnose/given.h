/* The expression of a caller's statement that gave a function NULL or 0: for a parameter, or as its object. */
#ifndef TR_DIAGNOSE_GIVEN_H
#define TR_DIAGNOSE_GIVEN_H

#include "diagnose/facts.h"

struct tr_given {
    struct tr_facts caller; /* the facts as the caller has them */
    const char *text;       /* the expression as written; "this" for what a member function calls by name alone */
};

/**
 * What tr_facts_frame() was given for its parameter @p parameter ("this" included), which is NULL or 0 and has not been set
 * since: so it is in the caller's frame, too, or its value is not known there, as that of a call, and no other call fits.
 *
 * @return false when no such expression is found in the caller's statement, or there are several that differ.
 */
bool tr_given_find(const struct tr_facts *facts, const char *parameter, struct tr_given *ret);

/**
 * The NULL pointer that a member function was called on, whose this is NULL: member functions between that called by name
 * alone are passed over.
 */
bool tr_given_object(const struct tr_facts *facts, struct tr_given *ret);

#endif
