/*
 * Whether optimized code that goes round may be another loop than the one that its lines name: compilers keep one copy of what is the
 * same in several places, with the lines of one of them. Private to analysis/.
 */
#ifndef TR_ANALYSIS_MERGED_LOOP_H
#define TR_ANALYSIS_MERGED_LOOP_H

#include "analysis/context.h"

/** @param around  loops around the place in the function's source. */
bool tr_analysis_may_be_other(struct tr_analysis *analysis, const struct tr_valued_frame *valued, size_t around);

#endif
