/*
 * A report that fits a size: a copy of it loses what leads least to the cause, a step at a time, until the document made
 * from it fits; `incomplete` then says what was left out and how to get it. The steps stand in budget.c, in their order;
 * what one does in cuts.c. Used by: the formats that show every field.
 */
#ifndef TR_FORMATS_BUDGET_BUDGET_H
#define TR_FORMATS_BUDGET_BUDGET_H

#include "formats/format.h"

/** Append the whole of @p report as a document to @p out, however long. */
typedef struct tr_error *tr_budget_emit_fn(const struct tr_report *report, struct tr_str *out);

/**
 * Append a document of at most @p limit bytes, and so of at most as many characters.
 *
 * @param limit  at least TR_LIMIT_CHARS_LEAST, else the shortest document may be longer; SIZE_MAX: no limit.
 */
struct tr_error *tr_budget_emit(const struct tr_report *report, size_t limit, tr_budget_emit_fn *emit,
                                struct tr_str *out) TR_MUST_USE;

#endif
