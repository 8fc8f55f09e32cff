/*
 * new[] given back with delete, and the other way round. For a type with a destructor new[] puts the number of elements in
 * front of them (Itanium C++ ABI, 2.7), which delete[] reads there.
 */
#ifndef TR_DIAGNOSE_ARRAY_DELETE_H
#define TR_DIAGNOSE_ARRAY_DELETE_H

#include "diagnose/evaluated.h"

/** Match a delete[] that stopped on a pointer to the beginning of a block: no number stands before it. Fills everything. */
bool tr_array_delete_match(const struct tr_facts *facts, struct tr_finding *finding);

/** What to do about a delete of @p pointer when new[] has made what it points to; NULL when it does not look so. */
const char *tr_array_delete_hint(const struct tr_facts *facts, const struct tr_evaluated *call, const struct tr_evaluated *pointer);

#endif
