/*
 * The source around the failing line, values of variables at the right, the failing expression underlined. Used by:
 * formats/text, formats/markdown.
 */
#ifndef TR_FORMATS_PROSE_EXCERPT_H
#define TR_FORMATS_PROSE_EXCERPT_H

#include "formats/prose/page.h"
#include "model/report.h"

/**
 * Add the excerpt of @p frame; nothing when its source is not known.
 *
 * @param width    columns that lines should keep to; values that do not fit are left out.
 * @param context  lines before and after the failing one; blank ones and closing braces at the edges are left out.
 */
void tr_text_excerpt(struct tr_page *page, const struct tr_report *report, const struct tr_frame *frame, int width,
                     int context);

#endif
