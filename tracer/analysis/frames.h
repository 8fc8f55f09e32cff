/* Physical frames -> the report's frames: inlined functions, names, lines, source, variables. Private to analysis/. */
#ifndef TR_ANALYSIS_FRAMES_H
#define TR_ANALYSIS_FRAMES_H

#include "analysis/context.h"

/** How much is told of a thread's frames. */
struct tr_frame_detail {
    size_t frames;  /* physical frames walked at most */
    size_t valued;  /* user frames whose variables are read */
};

/** Unwind a stopped thread and append its record to report->threads. */
void tr_analysis_thread(struct tr_analysis *analysis, const struct tr_stop_thread *thread, const struct tr_frame_detail *detail);

/**
 * What location expressions need of the first frames of a stack, innermost first, as memory is seen now (overlays count).
 * @return @p ret_count contexts in the arena.
 */
const struct tr_frame_context *tr_analysis_contexts(struct tr_analysis *analysis, const struct tr_registers *registers, size_t *ret_count);

/** Read the variables of the frames that tr_analysis_thread() named, all threads, the first one's first. */
void tr_analysis_variables(struct tr_analysis *analysis);

/** The first frame of the user's code of a stack that is given by registers and the bytes above its stack pointer. */
struct tr_location *tr_analysis_origin(struct tr_analysis *analysis, const struct tr_origin_request *origin);

/** Give a frame the file, line, column and excerpt of the source that @p function is at. */
void tr_analysis_frame_source(struct tr_analysis *analysis, const struct tr_function *function, struct tr_frame *frame);

#endif
