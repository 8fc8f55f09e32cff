/*
 * The source's syntax tree, from tree-sitter: the expressions of the statement at a place, loops, returns, stores. Only its
 * files, tree*.c, know tree-sitter.
 * Private to syntax/.
 */
#ifndef TR_SYNTAX_TREE_H
#define TR_SYNTAX_TREE_H

#include "base/arena.h"
#include "syntax/loop.h"
#include "syntax/node.h"
#include "syntax/returns.h"
#include "syntax/window.h"

/** The expressions of a statement. */
struct statement_tree {
    struct node **roots; /* whole expressions, in the order of the source; in the arena */
    size_t count;
    bool is_line;       /* of all statements of the line: the place does not tell which */
    bool cut;           /* parts were left out by a cap */
    const char *reason; /* why there are none; NULL with some */
};

/**
 * Parse the window and find the statement at a column of its line.
 *
 * @param is_cxx  C++ grammar instead of C's.
 * @param column  in bytes, from 1; 0 when unknown.
 */
void tree_statement(struct tr_arena *arena, const char *text, const struct window *window, int column, bool is_cxx,
                    struct statement_tree *ret);

/** The loops around a column (0: unknown) of the window's line, innermost first. @return how many. */
size_t tree_loops(struct tr_arena *arena, const char *text, const struct window *window, int column, bool is_cxx,
                  struct tr_loop_syntax ret[TR_LOOPS_AROUND]);

/** All loops of the function that the window shows, in the order of the source. @return how many. */
size_t tree_function_loops(struct tr_arena *arena, const char *text, const struct window *window, bool is_cxx,
                           struct tr_loop_syntax ret[TR_LOOPS_AROUND]);

/** The return statements of the function that the window shows. @return false when it does not show all of one. */
bool tree_returns(const char *text, const struct window *window, bool is_cxx, struct tr_returns *ret);

/**
 * What the function that the window shows sets.
 *
 * @param[out] ret         list of struct tr_store, as written, in the order of the source.
 * @param[out] ret_handed  the same of what is handed to calls by name.
 * @return false, with both unchanged, when the window does not show all of a function, or a cap was reached.
 */
bool tree_stores(struct tr_arena *arena, const char *text, const struct window *window, bool is_cxx, struct tr_list *ret,
                 struct tr_list *ret_handed);

/**
 * Parse one expression, such as what a macro stands for; its nodes have no lines.
 *
 * @param text  kept as long as the nodes.
 * @return NULL when it is not exactly one expression.
 */
struct node *tree_expression(struct tr_arena *arena, const char *text, size_t size, bool is_cxx);

#endif
