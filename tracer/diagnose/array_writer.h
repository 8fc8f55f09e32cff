/* Which places of a function write into one of its arrays, as its source has them. */
#ifndef TR_DIAGNOSE_ARRAY_WRITER_H
#define TR_DIAGNOSE_ARRAY_WRITER_H

#include "diagnose/facts.h"

/**
 * Tell in @p finding the places of tr_facts_frame()'s function that may write into its array @p array: as the hint where it
 * is only one, as evidence where there are few. Nothing where the source is not known or a pointer to it is kept.
 */
void tr_array_writers_tell(const struct tr_facts *facts, const char *array, struct tr_finding *finding);

#endif
