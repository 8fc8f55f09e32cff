/* The C++ exception that is in flight, or being handled, when a program aborts. Private to analysis/. */
#ifndef TR_ANALYSIS_EXCEPTION_H
#define TR_ANALYSIS_EXCEPTION_H

#include "analysis/context.h"

/**
 * At a SIGABRT of a program with the GNU C++ runtime, fill report->exception: the exception on top of the thread's
 * stack of caught ones (std::terminate catches the one that nobody caught), else the only one that the stack points to.
 * Its address is left out when the stack points to several, and any of them could be meant.
 */
void tr_analysis_exception(struct tr_analysis *analysis);

#endif
