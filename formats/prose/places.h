/*
 * Which frame a reader should look at, and how a place in the program is written. Used by: formats/prose, formats/text,
 * formats/markdown, formats/budget.
 */
#ifndef TR_FORMATS_PROSE_PLACES_H
#define TR_FORMATS_PROSE_PLACES_H

#include "base/str.h"
#include "model/report.h"

/** Whether @p frame is folded away: a library's and not the user's. */
bool tr_text_is_library(const struct tr_frame *frame);

/** The thread that the diagnosis is about; NULL when no stop was analysed. */
const struct tr_thread *tr_text_primary(const struct tr_report *report);

/** The first frame of @p thread that is not a library's; the first of all when there is none; NULL without frames. */
const struct tr_frame *tr_text_user_frame(const struct tr_thread *thread);

/** The frame that the diagnosis' location names, else the primary thread's first user frame; NULL without frames. */
const struct tr_frame *tr_text_focus_frame(const struct tr_report *report);

/** Append "main.c:23", as much as is known of it, or "libfoo.so+0x1234"; nothing when nothing is known. */
void tr_text_frame_place(struct tr_str *out, const struct tr_frame *frame);

/** Append @p frame's function, or its pc in hexadecimal. */
void tr_text_frame_name(struct tr_str *out, const struct tr_frame *frame);

/** Append "FUNCTION" + @p between + "FILE:LINE", as much as is known, @p before in front unless it is nothing. */
void tr_text_location(struct tr_str *out, const char *before, const struct tr_location *location, const char *between);

/** The location of @p frame, borrowing its strings. */
struct tr_location tr_text_frame_location(const struct tr_frame *frame);

/** Append @p value with commas: 87,340. */
void tr_text_count(struct tr_str *out, int64_t value);

#endif
