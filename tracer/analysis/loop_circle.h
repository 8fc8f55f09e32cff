/* What the memory of a thread that goes round in a loop shows: a list that leads back. Private to analysis/. */
#ifndef TR_ANALYSIS_LOOP_CIRCLE_H
#define TR_ANALYSIS_LOOP_CIRCLE_H

#include "analysis/context.h"

/** Fill loop->circle… from the pointers of the condition, loop->before and loop->after, and the variables of the frame. */
void tr_analysis_circle(struct tr_analysis *analysis, const struct tr_valued_frame *valued, struct tr_loop *loop);

#endif
