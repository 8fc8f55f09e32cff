/*
 * Text of the program inside markdown: code spans and fenced blocks (CommonMark 0.31, sections 6.1 and 4.5) whose fences
 * are longer than any run of backticks within, so that no text can end its fence, be a heading, HTML or a link, or pass for
 * words of tracerun.
 */
#ifndef TR_FORMATS_MARKDOWN_BLOCK_H
#define TR_FORMATS_MARKDOWN_BLOCK_H

#include "base/str.h"

/** Append @p text as a code span: made safe, on one line, cut to @p bytes with "…". */
void tr_markdown_span(struct tr_str *out, const char *text, size_t bytes);

/**
 * Append the lines of @p text as a fenced block with a blank line behind it; nothing when there are none.
 *
 * @param info   language named at the fence, of letters only.
 * @param bytes  of one line at most.
 * @param lines  at most so many, blank ones at the end apart: the first ones, or (@p tail) the last; a line counts the others.
 */
void tr_markdown_block(struct tr_str *out, const char *info, const char *text, size_t bytes, size_t lines, bool tail);

#endif
