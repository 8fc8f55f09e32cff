/* What the program's own functions return that a statement calls. Private to analysis/. */
#ifndef TR_ANALYSIS_RETURNING_H
#define TR_ANALYSIS_RETURNING_H

#include "analysis/context.h"

/**
 * For the calls in @p statement, and for those that set what it mentions, the return statements of the functions called:
 * where these are the user's own code, and their source shows all of them.
 *
 * @param valued     the frame that is at the statement.
 * @param statement  expressions and stores are read, returning is filled.
 */
void tr_analysis_returning(struct tr_analysis *analysis, const struct tr_valued_frame *valued, struct tr_calling *statement);

#endif
