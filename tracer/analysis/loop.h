/* The loop that a thread is in when the time is up, compared at two moments. Private to analysis/. */
#ifndef TR_ANALYSIS_LOOP_H
#define TR_ANALYSIS_LOOP_H

#include "analysis/context.h"

/** Fill report->loop from the samples of the stop; after variables were read. */
void tr_analysis_loop(struct tr_analysis *analysis);

#endif
