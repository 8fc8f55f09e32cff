/*
 * Debug information from servers that keep it by build id (debuginfod(8)): only when --debuginfod asks, since it goes over
 * the network and tells the server what is being looked at. The library for it is loaded when it is needed.
 */
#ifndef TR_SYMBOLS_DEBUGINFOD_H
#define TR_SYMBOLS_DEBUGINFOD_H

#include "base/arena.h"

/**
 * Fetch the debug information of @p build_id, or take it from the library's cache; at most TR_LIMIT_DEBUGINFOD_MS.
 *
 * @param urls            what DEBUGINFOD_URLS is for: servers, separated by blanks.
 * @param build_id        hexadecimal.
 * @param[out] ret_reason on failure: why, in @p arena or static.
 * @return a descriptor that the caller closes, or -1.
 */
int debuginfod_fetch(struct tr_arena *arena, const char *urls, const char *build_id, const char **ret_reason);

#endif
