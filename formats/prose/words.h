/*
 * The verdict in words: what a kind is called, what stands in brackets behind it, the first and the last line. Used by:
 * formats/text, formats/markdown.
 */
#ifndef TR_FORMATS_PROSE_WORDS_H
#define TR_FORMATS_PROSE_WORDS_H

#include "base/str.h"
#include "model/report.h"

/** Append what @p kind is called, "null pointer dereference". Not for 0. */
void tr_text_kind(struct tr_str *out, enum tr_kind kind);

/** How the process that the diagnosis is about ended; the root's outcome when that is not known. */
const struct tr_outcome *tr_text_outcome(const struct tr_report *report);

/** Append "null pointer dereference (SIGSEGV, verified) in sum_of_y, main.c:23". */
void tr_text_headline(struct tr_str *out, const struct tr_report *report);

/** Append the verdict again with its reason: "null pointer dereference: p is NULL at main.c:23". */
void tr_text_verdict(struct tr_str *out, const struct tr_report *report);

#endif
