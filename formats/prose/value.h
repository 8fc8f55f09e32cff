/*
 * A variable on one line, for a person: NULL, names of variables instead of stack addresses, aggregates in braces.
 * The text is raw: a page makes it safe. Used by: excerpt.c, stack.c, formats/markdown.
 */
#ifndef TR_FORMATS_PROSE_VALUE_H
#define TR_FORMATS_PROSE_VALUE_H

#include "base/str.h"
#include "model/report.h"

/**
 * Append the value of @p variable.
 *
 * @param frame  where it is shown: a pointer to a variable of another frame names that frame's function
 * ("&main:shapes"); may be NULL.
 */
void tr_text_value(struct tr_str *out, const struct tr_report *report, const struct tr_frame *frame,
                   const struct tr_variable *variable);

/**
 * Append " -> …", what @p variable or its elements point to on the heap, in a few words; nothing where there is nothing
 * to tell.
 */
void tr_text_targets(struct tr_str *out, const struct tr_report *report, const struct tr_frame *frame,
                     const struct tr_variable *variable);

#endif
