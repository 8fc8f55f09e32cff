/* Lines of a function's own. Private to analysis/. */
#ifndef TR_ANALYSIS_FUNCTION_LINE_H
#define TR_ANALYSIS_FUNCTION_LINE_H

#include "analysis/context.h"

/**
 * The function at @p pc, which is @p function or has it inlined into itself, as seen there: its line is that of the call in what was inlined.
 *
 * @return false when @p pc is not in the function.
 */
bool tr_analysis_function_at(const struct tr_function *function, uint64_t pc, struct tr_function *ret);

/** Whether one of the instructions @p pcs is the function's own, with a line, or of what is inlined into it. */
bool tr_analysis_function_ran(const struct tr_function *function, const uint64_t *pcs, size_t count);

/**
 * clang gives instructions between the parts of a condition, and jumps, no line (line 0). Of a thread that was watched
 * at the time limit the instructions before are known: give @p function the line of the last one of them that is its own.
 *
 * @return false when it has a line, or none was found.
 */
bool tr_analysis_last_line(const struct tr_analysis *analysis, struct tr_function *function);

#endif
