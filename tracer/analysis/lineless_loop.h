/*
 * Loops of which the source shows nothing, told by the frame that goes round: code without lines, library functions. To be
 * asked where tr_analysis_repeats() has proved the turns. Private to analysis/.
 */
#ifndef TR_ANALYSIS_LINELESS_LOOP_H
#define TR_ANALYSIS_LINELESS_LOOP_H

#include "analysis/context.h"

/** Make report->loop of the innermost frame that was not left: its function is all that can be named. */
void tr_analysis_lineless_loop(struct tr_analysis *analysis);

/**
 * Make report->loop when all the turns were in a library function that the user's code has called (a spin lock, a list that
 * leads back): that call does not end, and the loop around it has no part in that.
 *
 * @param pcs  the instructions that ran, each once.
 * @return false when the innermost frame is not such a one.
 */
bool tr_analysis_library_loop(struct tr_analysis *analysis, const uint64_t *pcs, size_t count);

#endif
