/* What lies in stdio's buffers: output that a crash would lose, input that was read. Private to analysis/. */
#ifndef TR_ANALYSIS_STDIO_BUFFER_H
#define TR_ANALYSIS_STDIO_BUFFER_H

#include "analysis/context.h"

/** Fill report->io->stdout->unflushed from glibc's stdout, when there is something in it. */
void tr_analysis_unflushed(struct tr_analysis *analysis);

/** Fill report->io->stdin->tail, for the diagnosis, with the beginning of what glibc's stdin has read last, if it waits for more. */
void tr_analysis_last_input(struct tr_analysis *analysis);

/**
 * Input that lies in the buffer of glibc's stdin now and lay there at the first moment of the samples, too, without any of it
 * having been taken: its beginning, in the arena. NULL when there is none.
 */
const char *tr_analysis_unread(struct tr_analysis *analysis);

/**
 * The first call of a loop, as written ("fscanf(in, …)"), that reads from a stream which a variable of the frame names and which
 * gave nothing from the first moment of the samples to the last.
 *
 * @param[out] ret_unread  the input that it leaves where it is, in the arena; NULL when the stream is at its end.
 * @return NULL when there is none, or the loop also moves streams (rewind).
 */
const char *tr_analysis_dry_call(struct tr_analysis *analysis, const struct tr_frame *frame, const struct tr_loop *loop,
                                 const char **ret_unread);

#endif
