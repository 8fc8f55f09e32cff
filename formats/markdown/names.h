/*
 * Names in place of addresses: from run to run the same, and what a reader finds again further down. Used by:
 * markdown.c.
 */
#ifndef TR_FORMATS_MARKDOWN_NAMES_H
#define TR_FORMATS_MARKDOWN_NAMES_H

#include "model/report.h"

/** A copy in @p arena of @p report in which the value of a pointer to an object of memory.objects is "&ID" or "&ID+OFFSET". */
struct tr_report *tr_markdown_named(struct tr_arena *arena, const struct tr_report *report);

#endif
