/*
 * Arrays that may have been written past their end and that no frame shows: where the guard value of a function is
 * compared, its inner blocks and the functions that were inlined into it have ended. Private to analysis/.
 */
#ifndef TR_ANALYSIS_STACK_ARRAYS_H
#define TR_ANALYSIS_STACK_ARRAYS_H

#include "analysis/context.h"
#include "diagnose/facts.h"

/** When @p facts tell of an overwritten guard value, fill report->stack_arrays; before the images are closed. */
void tr_analysis_stack_arrays(struct tr_analysis *analysis, const struct tr_facts *facts);

#endif
