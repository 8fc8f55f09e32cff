/* The parser, for those files that know tree-sitter: tree.c, tree_stores.c. Private to syntax/. */
#ifndef TR_SYNTAX_PARSE_H
#define TR_SYNTAX_PARSE_H

#include <stdbool.h>
#include <stddef.h>
#include <tree_sitter/api.h>

/**
 * Parse source text.
 *
 * @param is_cxx           C++ grammar instead of C's.
 * @param[out] ret_reason  why there is no tree; else NULL.
 * @return a tree, ended with ts_tree_delete(), or NULL.
 */
TSTree *tree_parse(const char *text, size_t size, bool is_cxx, const char **ret_reason);

/** What an assignment, a step, "&x" or "stream >> x" sets; null for all other nodes, declarations included. */
TSNode tree_target(TSNode node);

#endif
