/*
 * The pointers of the statement whose value is not known, where all that are known lead elsewhere: what a call returned that
 * is no longer in its register, or what was optimized away.
 */
#ifndef TR_DIAGNOSE_UNKNOWN_POINTER_H
#define TR_DIAGNOSE_UNKNOWN_POINTER_H

#include "diagnose/access.h"

/**
 * Find them.
 *
 * @param is_null   only those that, being NULL, may lead to the faulting address.
 * @param[out] ret  accesses and pointers.
 * @return false when there are none, or more than a few.
 */
bool tr_unknown_pointers_find(const struct tr_facts *facts, bool is_null, struct tr_suspects *ret);

/**
 * Make @p suspects the culprit of @p finding, or its ambiguous ones: likely, with the reason as evidence.
 *
 * @return their names: "p", "p or p->next". In the arena.
 */
const char *tr_unknown_pointers_fill(const struct tr_facts *facts, const struct tr_suspects *suspects, struct tr_finding *finding);

#endif
