/*
 * The statement that a frame is at, taken apart: each of its sub-expressions with its value or address, found without
 * running anything of the program. The rules of diagnose/ judge them; nothing is judged here.
 *
 * May use: model, symbols, values, tree-sitter (behind tree.c). Used by: analysis.
 */
#ifndef TR_SYNTAX_STATEMENT_H
#define TR_SYNTAX_STATEMENT_H

#include "values/values.h"

/** Where a frame is in the source. */
struct tr_statement_place {
    const struct tr_function *function;     /* one level of the chain of tr_functions_at() */
    const struct tr_frame_context *context; /* of its physical frame */
    int line, column;                       /* column in bytes, from 1; 0 when unknown */
    const char *text;                       /* the whole source file, any bytes; borrowed for the call */
    size_t size;
    /** Text of header @p index, from 0, that the file takes macros from; NULL behind the last. May be NULL itself. */
    const char *(*header)(void *arg, size_t index, size_t *ret_size);
    void *header_arg;
};

struct tr_statement;

/**
 * Fill report->expressions with the expressions of the statement at @p place: the whole ones of the statement, or of
 * the part of its head that runs there (a loop's condition), each followed by its parts. When the place does not tell a
 * statement (no column, or white space) those of all statements of the line.
 *
 * Never fails: what could not be found out is the state of an expression, or an entry of report->incomplete. Works on a
 * stopped process. Call it before tr_values_objects().
 *
 * @param values  of the stop; keeps the strings of the records, in the report's arena.
 * @return what tr_statement_finish() needs, in @p arena.
 */
struct tr_statement *tr_statement_evaluate(struct tr_arena *arena, struct tr_values *values,
                                           const struct tr_statement_place *place, struct tr_report *report)
    __attribute__((returns_nonnull));

/** After tr_values_objects(): say what the pointers among the expressions point to, and mask what turned out to be
 * secret. */
void tr_statement_finish(struct tr_statement *statement);

#endif
