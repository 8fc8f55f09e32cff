/* Where a bad value comes from, as the source near the failing line has it. */
#ifndef TR_DIAGNOSE_VALUE_SOURCE_H
#define TR_DIAGNOSE_VALUE_SOURCE_H

#include "diagnose/facts.h"

/**
 * Tell in hint and evidence of @p finding what made the expression @p name NULL or 0: the call that it is, the one line of
 * the excerpt that assigns to it, or the caller that passed it. Does nothing where the excerpt has no such line, or more
 * than one: a guess is no help.
 *
 * @param bad  "NULL" or "0", for the sentence.
 */
void tr_source_of_tell(const struct tr_facts *facts, const char *name, const char *bad, struct tr_finding *finding);

#endif
