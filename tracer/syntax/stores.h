/*
 * What a function's source sets: assignments, declarations with an initializer, steps, and what is handed on to be set.
 * May use: symbols, tree-sitter (behind parse.h). Used by: analysis.
 */
#ifndef TR_SYNTAX_STORES_H
#define TR_SYNTAX_STORES_H

#include "syntax/statement.h"

/**
 * Fill report->stores, and report->handed, with what the function of @p place sets, in the order of the source, lambdas in it included; what
 * functions that it calls do through references is not seen.
 *
 * @param place  only function, text and size are looked at.
 * @return false, and none, when there may be others: the source cannot be parsed, or is cut by a cap.
 */
bool tr_stores_of(struct tr_arena *arena, const struct tr_statement_place *place, struct tr_report *report);

#endif
