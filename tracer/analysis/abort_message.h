/* What the C library said before it aborted. Private to analysis/. */
#ifndef TR_ANALYSIS_ABORT_MESSAGE_H
#define TR_ANALYSIS_ABORT_MESSAGE_H

#include "analysis/context.h"

/**
 * At a SIGABRT, fill report->abort_message from glibc's __abort_msg, which is set by a failed assert, by malloc's
 * checks and by the fortified functions, and stays NULL for a plain abort().
 */
void tr_analysis_abort_message(struct tr_analysis *analysis);

#endif
