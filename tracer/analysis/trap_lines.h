/* The lines that lead to a trap instruction of the compiler. Private to analysis/. */
#ifndef TR_ANALYSIS_TRAP_LINES_H
#define TR_ANALYSIS_TRAP_LINES_H

#include "analysis/context.h"

/**
 * At a SIGILL of ud2, fill report->trap_lines with the lines whose code jumps to it: an optimising compiler lets several
 * places share one trap, and gives it the line of one of them. Empty when no jump leads there.
 */
void tr_analysis_trap_lines(struct tr_analysis *analysis);

#endif
