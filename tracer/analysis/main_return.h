/* main's frame after it returned: popped, but still lying below the stack pointer. Private to analysis/. */
#ifndef TR_ANALYSIS_MAIN_RETURN_H
#define TR_ANALYSIS_MAIN_RETURN_H

#include "analysis/context.h"

/**
 * Rebuild main's frame at a TR_STOP_MAIN_RETURN, whose stack pointer is the CFA that main had.
 *
 * Its registers are gone (the callee-saved ones hold the caller's values again), so only what lies in memory relative to
 * the CFA can be read.
 * @return false when main cannot be found in the debug information.
 */
bool tr_main_return_frame(struct tr_analysis *analysis, const struct tr_registers *registers, struct tr_stack_frame *ret_frame,
                          struct tr_function *ret_function);

/**
 * At a TR_STOP_MAIN_RETURN: give main's frame the line of its return, where only one return of the source can give the
 * exit status. The values that others return are read from memory, as main left them. Call it before
 * tr_analysis_variables().
 */
void tr_main_return_line(struct tr_analysis *analysis);

#endif
