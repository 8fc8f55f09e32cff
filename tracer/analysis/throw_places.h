/* Where the program's code throws exceptions of one type. Private to analysis/. */
#ifndef TR_ANALYSIS_THROW_PLACES_H
#define TR_ANALYSIS_THROW_PLACES_H

#include "analysis/context.h"

/**
 * Fill exception->thrown_at with the places in the user's code that throw exceptions of the type whose type_info is at
 * @p type: calls of __cxa_throw that are given it. For an exception that was thrown again: the stack of its first throw
 * is gone. Needs nothing at run time of the program, and cannot see throws that libraries make.
 *
 * @param[out] exception  thrown_at stays empty when there are more than TR_LIMIT_THROW_PLACES: then it tells nothing.
 */
void tr_analysis_throw_places(struct tr_analysis *analysis, uint64_t type, struct tr_exception *exception);

#endif
