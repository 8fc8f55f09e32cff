/*
 * Stacks for a person: user frames with their variables, library frames and recursions folded; the other threads. Used
 * by: formats/text, formats/markdown.
 */
#ifndef TR_FORMATS_PROSE_STACK_H
#define TR_FORMATS_PROSE_STACK_H

#include "formats/prose/page.h"
#include "model/report.h"

#include <limits.h>

/** How much of a stack to show. */
struct tr_text_depth {
    size_t frames;  /* at most so many user frames; SIZE_MAX: all */
    size_t valued;  /* of these, so many with their local variables */
    size_t lines;   /* lines of variables under a frame; 0: all */
    bool whole;     /* library frames too, instead of a line that names them, and no value cut */
};

/** Add the frames of @p thread. @p width: columns that lines keep to. */
void tr_text_stack(struct tr_page *page, const struct tr_report *report, const struct tr_thread *thread,
                   const struct tr_text_depth *depth, int width);

/** Add one line that says what @p thread is doing; where, too, unless its stack follows. */
void tr_text_thread(struct tr_page *page, const struct tr_thread *thread, bool stack_follows);

#endif
