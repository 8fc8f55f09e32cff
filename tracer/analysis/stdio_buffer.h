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

#endif
