/* Functions of the C library that programs call: their names as written, and which arguments must not be NULL. */
#ifndef TR_DIAGNOSE_LIBRARY_CALL_H
#define TR_DIAGNOSE_LIBRARY_CALL_H

#include "base/arena.h"

#include <stdbool.h>

/**
 * The name by which programs call a library function whose symbol or qualified name is @p symbol: "strlen" for
 * "__strlen_avx2", "std::map::at" without the arguments of its templates. In @p arena.
 */
const char *tr_library_name(struct tr_arena *arena, const char *symbol);

/**
 * What @p function wants as its argument number @p argument, from 0: "a string", "an open stream", ….
 * @return static text; NULL when the argument may be NULL or is no pointer, or the function is not in the table.
 */
const char *tr_library_wants(const char *function, int argument);

/** Whether @p function is in the table, so that tr_library_wants() is the whole truth about it. */
bool tr_library_known(const char *function);

/** The system call whose failure makes @p function return NULL or -1, as prefix of its name ("open"); NULL when
 * unknown. */
const char *tr_library_behind(const char *function);

#endif
