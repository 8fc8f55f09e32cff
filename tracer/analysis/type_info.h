/* std::type_info of the GNU C++ runtime, read from memory (Itanium C++ ABI, 2.9). Private to analysis/. */
#ifndef TR_ANALYSIS_TYPE_INFO_H
#define TR_ANALYSIS_TYPE_INFO_H

#include "analysis/context.h"

/** The mangled name of the type_info at @p type, "" when there is none that looks like one. In the arena. */
const char *tr_type_info_name(struct tr_analysis *analysis, uint64_t type);

/** A mangled type name as C++ spells it, in full; NULL when it cannot be demangled. In the arena. */
const char *tr_type_info_spelled(struct tr_analysis *analysis, const char *name);

/**
 * Where the base class @p name (mangled) lies in an object of @p type at @p object; a class is its own base.
 *
 * @param[in,out] object  tracee space; moved to that base.
 * @return false when it has no such base, or more classes than TR_LIMIT_TYPE_BASES are above it.
 */
bool tr_type_info_base(struct tr_analysis *analysis, uint64_t type, const char *name, uint64_t *object);

#endif
