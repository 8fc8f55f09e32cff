/* Whose code is it? Promise 3 of the design. Private to analysis/. */
#ifndef TR_ANALYSIS_USER_CODE_H
#define TR_ANALYSIS_USER_CODE_H

#include "analysis/context.h"

/**
 * Whether a function with debug information is the user's own: its source lies outside system and toolchain folders, or a
 * --user-code glob matches its file or name. A glob given makes everything else library code.
 */
bool tr_user_code(const struct tr_analysis *analysis, const struct tr_image *image, const char *file, const char *function);

#endif
