/* errno of the thread that gave up. Private to analysis/. */
#ifndef TR_ANALYSIS_LAST_ERROR_H
#define TR_ANALYSIS_LAST_ERROR_H

#include "analysis/context.h"

/** At an exit or an abort, fill report->last_error with the name of errno's value, where it is not 0 and can be read. */
void tr_analysis_last_error(struct tr_analysis *analysis);

#endif
