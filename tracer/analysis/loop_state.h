/* What the memory of a thread that goes round in a loop shows: a state that repeats, a list that leads back. Private to analysis/. */
#ifndef TR_ANALYSIS_LOOP_STATE_H
#define TR_ANALYSIS_LOOP_STATE_H

#include "analysis/context.h"

/** Whether the state at the last moment is that of the first, so that every turn is the same. @p pcs  what ran in between. */
bool tr_analysis_repeats(struct tr_analysis *analysis, const uint64_t *pcs, size_t count);

/** Fill loop->circle… from the pointers of the condition, loop->before and loop->after, and the variables of the frame. */
void tr_analysis_circle(struct tr_analysis *analysis, const struct tr_valued_frame *valued, struct tr_loop *loop);

#endif
