/*
 * The return statements of a function, as the syntax tree shows them. May use: symbols, tree-sitter (behind tree.c).
 * Used by: analysis.
 */
#ifndef TR_SYNTAX_RETURNS_H
#define TR_SYNTAX_RETURNS_H

#include "syntax/statement.h"

enum { TR_RETURNS = 32 };

struct tr_return_syntax {
    int line, column;             /* of the statement, from 1 */
    int value_line, value_column; /* of what it returns; 0 for nothing */
    size_t value, value_size;     /* bytes of the source */
};

struct tr_returns {
    struct tr_return_syntax items[TR_RETURNS];
    size_t count;
};

/**
 * The return statements of the function of @p place, in the order of the source; those of lambdas in it are not its own.
 *
 * @param place  only function, text and size are looked at.
 * @return false when there may be others: the source cannot be parsed, is cut by a cap, or a name in capitals, a macro
 *         that may return, is called.
 */
bool tr_returns_of(const struct tr_statement_place *place, struct tr_returns *ret);

#endif
