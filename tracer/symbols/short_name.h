/* C++ names as a person writes them, from those that compilers make. Used by: symbols, analysis. */
#ifndef TR_SYMBOLS_SHORT_NAME_H
#define TR_SYMBOLS_SHORT_NAME_H

#include "base/arena.h"

#include <stdbool.h>

/**
 * Spell the name of a C++ type or function without default template arguments and inline namespaces: "std::vector<int>",
 * "std::string::substr". An operator's own name stays as it is.
 *
 * @return in @p arena, or @p name itself where nothing is to be shortened, or its brackets do not match.
 */
const char *tr_short_name(struct tr_arena *arena, const char *name);

#endif
