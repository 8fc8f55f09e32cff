/*
 * The one call that everything about a stop stands behind: stop -> report. Runs in the worker process; works on a memory
 * reader and registers, so it needs no ptrace.
 *
 * May use: everything on floors 0 to 5, diagnose. Used by: worker.c, tests.
 */
#ifndef TR_ANALYSIS_ANALYZE_H
#define TR_ANALYSIS_ANALYZE_H

#include "base/file.h"
#include "exchange/request.h"
#include "model/report.h"
#include "process/memory.h"

/** Where the analysis tells how far it is. */
struct tr_analysis_sink {
    /** A step begins; @p step is static text, such as "unwinding". */
    void (*step)(void *arg, const char *step);
    /** @p report is worth keeping as it is, should a later step never end. */
    void (*snapshot)(void *arg, const struct tr_report *report);
    void *arg;
};

/**
 * Analyse a stop and tell what was found through @p sink; the last snapshot is the whole. Filled are threads,
 * primary_thread, globals, memory, registers, instruction, program (language, compiler, build id, debug_info), modules,
 * io.stdout.unflushed, incomplete and diagnosis; syscalls are those of the request, with the locations that it asks for.
 *
 * @param arena          keeps the report while the call lasts.
 * @param memory         reader of the stopped process, empty cache.
 * @param executable_fd  /proc/PID/exe, borrowed; -1 when not to be had.
 */
void tr_analyze(struct tr_arena *arena, const struct tr_request *request, struct tr_memory *memory,
                struct tr_file_opener opener, int executable_fd, const struct tr_analysis_sink *sink);

#endif
