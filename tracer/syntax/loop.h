/*
 * The loops around a place in the source, as the syntax tree shows them: what the analysis of a program that does not end
 * starts from. May use: symbols, tree-sitter (behind tree.c). Used by: analysis.
 */
#ifndef TR_SYNTAX_LOOP_H
#define TR_SYNTAX_LOOP_H

#include "syntax/statement.h"

enum { TR_LOOPS_AROUND = 8, TR_LOOP_CALLS = 8, TR_LOOP_WAYS = 12, TR_LOOP_GUARDS = 4, TR_LOOP_SETS = 24 };

/** A place in the source, both from 1. */
struct tr_loop_place {
    int line, column;
};

/** A way on which the loop may come to its end: something sets what its condition looks at, or leaves it. */
struct tr_loop_way {
    struct tr_loop_place place;
    bool leaves;                /* break, return, goto, throw; else an assignment, a step, or a call that is given the address */
    struct tr_loop_place guards[TR_LOOP_GUARDS]; /* conditions inside the loop that decide whether it is taken */
    unsigned guard_count;
    bool is_otherwise;          /* it is not simply taken where all of these are true: an else, a switch, a loop of its own */
};

struct tr_loop_syntax {
    const char *node;          /* syntax-tree node type, such as "while_statement"; static text */
    int first_line, last_line; /* of the whole statement, from 1, inclusive */
    const char *condition;     /* as written, without parentheses; NULL when the loop has none */
    int condition_line, condition_column; /* where it begins, from 1 */
    bool is_always;            /* it has no condition, or one that is true as written */
    bool has_exit;             /* something in the body leaves the loop: break, return, goto, throw */
    bool has_block_behind;     /* its body is a ';', and a block follows: "while (x); {" */
    const char *calls[TR_LOOP_CALLS]; /* functions that it calls, as written, each once; those that read from a file or a stream with what they are given */
    size_t call_count;
    struct tr_loop_way ways[TR_LOOP_WAYS];
    size_t way_count;
    const char *sets[TR_LOOP_SETS]; /* names that it declares, sets, or hands to what may set them, each once */
    size_t set_count;               /* TR_LOOP_SETS: there may be more */
    bool ways_cut;             /* there are more of them, or more guards */
};

/**
 * The for, while, do and range-for statements around @p place in its function, innermost first.
 *
 * @param place  its context is not looked at.
 * @param[out] ret  strings in @p arena.
 * @return how many; 0 also when the source cannot be parsed.
 */
size_t tr_loops_around(struct tr_arena *arena, const struct tr_statement_place *place, struct tr_loop_syntax ret[TR_LOOPS_AROUND]);

/**
 * All loops of the function of @p place, in the order of the source.
 *
 * @param place  only function, text and size are looked at.
 * @return how many were found; TR_LOOPS_AROUND: there may be more. 0 also when the source cannot be parsed.
 */
size_t tr_loops_of(struct tr_arena *arena, const struct tr_statement_place *place, struct tr_loop_syntax ret[TR_LOOPS_AROUND]);

#endif
