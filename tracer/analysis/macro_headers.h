/* The headers that a source file takes its macros from. Private to analysis/. */
#ifndef TR_ANALYSIS_MACRO_HEADERS_H
#define TR_ANALYSIS_MACRO_HEADERS_H

#include "analysis/context.h"
#include "symbols/dwarf.h"

struct tr_macro_headers;

/**
 * The headers of the file of @p function; they are looked for only when one is asked for.
 *
 * @param function  borrowed; has a file.
 * @return in the analysis' arena.
 */
struct tr_macro_headers *tr_macro_headers(struct tr_analysis *analysis, const struct tr_function *function);

/**
 * Text of header @p index, from 0: as struct tr_statement_place wants it.
 *
 * @param headers  a struct tr_macro_headers.
 * @return borrowed until the analysis ends; NULL behind the last.
 */
const char *tr_macro_header(void *headers, size_t index, size_t *ret_size);

#endif
