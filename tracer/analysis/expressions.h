/* The expressions of the statement that the primary thread's user code is at. Private to analysis/. */
#ifndef TR_ANALYSIS_EXPRESSIONS_H
#define TR_ANALYSIS_EXPRESSIONS_H

#include "analysis/context.h"
#include "syntax/statement.h"

/**
 * Fill report->expressions for the first user frame of the primary thread; to be called after variables were read.
 *
 * @return for tr_statement_finish(), or NULL when there is no such frame or no source.
 */
struct tr_statement *tr_analysis_expressions(struct tr_analysis *analysis);

/** Fill report->callers, where the signal may come from a value that a function was given. */
void tr_analysis_callers(struct tr_analysis *analysis);

#endif
