/*
 * A page for a terminal: lines of a bounded width, built piece by piece. Everything that is added as text is made safe
 * on the way (no control bytes, no bidirectional formatting, valid UTF-8), so that no caller can forget it; only styles
 * put escape sequences in, and only when the page is coloured.
 *
 * May use: base. Used by: formats/prose, formats/text, formats/markdown.
 */
#ifndef TR_FORMATS_PROSE_PAGE_H
#define TR_FORMATS_PROSE_PAGE_H

#include "base/str.h"

#include <stdbool.h>

enum tr_style { TR_STYLE_PLAIN, TR_STYLE_TITLE, TR_STYLE_MARK, TR_STYLE_LABEL, TR_STYLE_DIM };

struct tr_page {
    struct tr_str bytes; /* finished lines, each ended by a newline, and the line being written */
    size_t lines;        /* finished ones */
    int columns;         /* where a line is cut, the cut shown as "…" */
    bool color;
    int width;           /* of the line being written, in columns */
    size_t cut_at;       /* byte from which "…" replaces the line being written should it grow beyond columns */
    bool full, styled;
};

#define tr_auto_page TR_CLEANUP(tr_page_deinit)

/** An empty page; ended with tr_page_deinit(). */
struct tr_page tr_page_make(int columns, bool color);
void tr_page_deinit(struct tr_page *page);

/** Add text to the line being written; what is beyond the page's columns is dropped. */
void tr_page_text(struct tr_page *page, const char *text);
void tr_page_printf(struct tr_page *page, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** Change the style of what follows on this line; the end of the line resets it. */
void tr_page_style(struct tr_page *page, enum tr_style style);

/** Fill with spaces up to @p column (from 0); nothing when the line is there already. */
void tr_page_column(struct tr_page *page, int column);

/** End the line. An empty line being written becomes a blank one. */
void tr_page_end(struct tr_page *page);

/**
 * Add @p text broken at spaces into lines from @p column on, the first continuing the line being written; ends the last
 * line.
 *
 * @param width  column that no line crosses (the page's columns may be wider).
 * @param lines  at most so many; the last is cut with "…". 0: no limit.
 */
void tr_page_wrap(struct tr_page *page, const char *text, int column, int width, size_t lines);

/** Add the lines of @p other, at most @p lines of them: the last then counts what is left out. 0: all. */
void tr_page_append(struct tr_page *page, const struct tr_page *other, size_t lines);

/** Columns that @p text takes once it is made safe. */
int tr_text_width(const char *text);

/** Cut @p str to @p width columns (at least 1) with "…" at its end, where it is longer. Makes it safe. */
void tr_text_cut(struct tr_str *str, int width);

/** The same with "…" at its beginning: a place's end, FILE:LINE, tells most. */
void tr_text_cut_front(struct tr_str *str, int width);

#endif
