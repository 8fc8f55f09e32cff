/* A loop of which optimisation has left nothing but a jump to itself. Private to analysis/. */
#ifndef TR_ANALYSIS_LOST_LOOP_H
#define TR_ANALYSIS_LOST_LOOP_H

#include "analysis/context.h"

/**
 * When the first frame goes round without changing anything, on a line that has no loop, and one function with one loop was
 * inlined there whose debug information the compiler has dropped: fill report->loop, and put a frame of that function, trust
 * guess, in front of the primary thread's. After that thread was named, before variables are read.
 */
void tr_analysis_lost_loop(struct tr_analysis *analysis);

#endif
