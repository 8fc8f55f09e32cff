#include "analysis/analyze.h"

#include "analysis/abort_message.h"
#include "analysis/context.h"
#include "analysis/expressions.h"
#include "analysis/divisor.h"
#include "analysis/exception.h"
#include "analysis/frames.h"
#include "analysis/last_error.h"
#include "analysis/locks.h"
#include "analysis/loop.h"
#include "analysis/lost_loop.h"
#include "analysis/main_return.h"
#include "analysis/memory_fault.h"
#include "analysis/program.h"
#include "analysis/sanitizer.h"
#include "analysis/stack_arrays.h"
#include "analysis/stdio_buffer.h"
#include "analysis/trap_lines.h"
#include "base/clock.h"
#include "base/limits.h"
#include "diagnose/diagnose.h"
#include "syscalls/signal_record.h"

#include <errno.h>

enum {
    OTHER_THREAD_FRAMES = 64, /* physical frames of threads that the stop is not about */
    OTHER_THREAD_VALUED = 2,  /* user frames of those whose variables are read */
};

static int deny_all(void *arg, const char *path, enum tr_file_purpose purpose)
{
    (void)arg, (void)path, (void)purpose;
    return -EACCES;
}

/* With --verbose each step is also kept with its time: from here to the next one, or to end_steps(). */
static void end_steps(struct tr_analysis *analysis)
{
    struct tr_list *phases = &analysis->report->phases;
    struct tr_phase *last = phases->count ? tr_list_at(phases, struct tr_phase, phases->count - 1) : NULL;
    if (last)
        last->us = tr_number(tr_now_us() - analysis->step_began);
}

static void step(struct tr_analysis *analysis, const struct tr_analysis_sink *sink, const char *name)
{
    sink->step(sink->arg, name);
    if (!analysis->request->verbose)
        return;
    end_steps(analysis);
    *tr_list_new(analysis->arena, &analysis->report->phases, struct tr_phase) = (struct tr_phase){.name = name, .us = tr_number(0)};
    analysis->step_began = tr_now_us();
}

static void keep(const struct tr_analysis *analysis, const struct tr_analysis_sink *sink)
{
    sink->snapshot(sink->arg, analysis->report);
}

static void add_threads(struct tr_analysis *analysis, const struct tr_analysis_sink *sink)
{
    const struct tr_stop *stop = analysis->stop;
    for (size_t i = 0; i < stop->thread_count; i++) {
        struct tr_frame_detail detail = {OTHER_THREAD_FRAMES, OTHER_THREAD_VALUED};
        if (i == 0)
            detail = (struct tr_frame_detail){TR_LIMIT_FRAMES_WALKED, TR_LIMIT_VALUED_FRAMES};
        tr_analysis_thread(analysis, &stop->threads[i], &detail);
        if (i == 0)
            tr_analysis_lost_loop(analysis);
        if (i == 0)
            keep(analysis, sink);
    }
    if (stop->omitted_threads)
        analysis->report->omitted_threads = tr_number((int64_t)stop->omitted_threads);
}

static void add_origins(struct tr_analysis *analysis)
{
    const struct tr_request *request = analysis->request;
    for (uint32_t i = 0; i < request->origin_count; i++) {
        const struct tr_origin_request *origin = &request->origins[i];
        const struct tr_list *calls = origin->failed ? &request->syscalls->failed : &request->syscalls->recent;
        tr_list_at(calls, struct tr_syscall, origin->index)->location = tr_analysis_origin(analysis, origin);
    }
}

static void diagnose(struct tr_analysis *analysis)
{
    const struct tr_stop *stop = analysis->stop;
    bool is_exit = stop->reason == TR_STOP_EXIT || stop->reason == TR_STOP_MAIN_RETURN;
    struct tr_facts facts = {
        .arena = analysis->arena, .report = analysis->report, .read = tr_analysis_read_allowed, .read_arg = analysis,
        .signal = stop->has_signal ? tr_signal_record(analysis->arena, stop->signal.si_signo, &stop->signal) : NULL,
        .exit_code = {is_exit, stop->exit_code}, .returned_from_main = stop->reason == TR_STOP_MAIN_RETURN,
        .timed_out = stop->reason == TR_STOP_TIMEOUT || stop->reason == TR_STOP_LOOK,
        .deadlocked = stop->reason == TR_STOP_DEADLOCK, .timeout_ms = stop->hit.value, .hit = stop->hit,
        .violation = stop->violation,
        .interrupted = stop->reason == TR_STOP_INTERRUPT,
        .folder = analysis->request->start_folder,
    };
    tr_analysis_stack_arrays(analysis, &facts);
    analysis->report->diagnosis = tr_diagnose(&facts);
}

static void analyse_32bit(struct tr_analysis *analysis)
{
    const struct tr_stop_thread *stopped = &analysis->stop->threads[0];
    struct tr_thread *thread = tr_list_new(analysis->arena, &analysis->report->threads, struct tr_thread);
    thread->id = tr_number(stopped->tid);
    thread->name = tr_arena_strdup(analysis->arena, stopped->name);
    thread->crashed = tr_truth(analysis->stop->reason == TR_STOP_SIGNAL);
    thread->unwind_end = "stacks of 32-bit programs are not read; build it for 64 bits";
    tr_analysis_incomplete(analysis, "threads", thread->unwind_end);
}

static void analyse_64bit(struct tr_analysis *analysis, const struct tr_analysis_sink *sink, int executable_fd)
{
    struct tr_file_opener opener = analysis->opener;
    if (analysis->request->depth == TR_DEPTH_SYMBOLS) {
        opener.open = deny_all;
        tr_analysis_incomplete(analysis, "debug_info", "debug information was left out after it had stopped an earlier attempt");
    }
    step(analysis, sink, "reading the program's mappings");
    analysis->images = tr_images_create(analysis->arena, analysis->memory, &analysis->maps, opener, executable_fd,
                                        analysis->stop->entry, analysis->stop->vdso);
    analysis->images->debuginfod = analysis->request->debuginfod;
    if (analysis->request->depth == TR_DEPTH_SYMBOLS)
        for (size_t i = 0; i < analysis->images->count; i++)
            analysis->images->items[i]->is_system = true; /* keeps DWARF closed */
    analysis->unwinder = tr_unwinder_create(analysis->images);
    analysis->values = tr_values_create(analysis->arena, analysis->images, analysis->memory, &analysis->maps);
    step(analysis, sink, "reading registers");
    tr_analysis_fault(analysis);
    keep(analysis, sink);
    step(analysis, sink, "reading the executable");
    tr_analysis_program(analysis);
    step(analysis, sink, "unwinding");
    add_threads(analysis, sink);
    tr_analysis_modules(analysis);
    tr_analysis_unflushed(analysis);
    tr_analysis_last_input(analysis);
    keep(analysis, sink);
    step(analysis, sink, "reading variables");
    tr_main_return_line(analysis);
    tr_analysis_variables(analysis);
    keep(analysis, sink);
    step(analysis, sink, "evaluating the statement");
    struct tr_statement *statement = tr_analysis_expressions(analysis);
    tr_analysis_callers(analysis);
    tr_analysis_expression_regions(analysis);
    if (analysis->stop->has_signal)
        tr_analysis_heap_region(analysis);
    step(analysis, sink, "looking at locks");
    tr_analysis_locks(analysis);
    step(analysis, sink, "looking at the loop");
    tr_analysis_loop(analysis);
    step(analysis, sink, "looking for an exception");
    tr_analysis_exception(analysis);
    tr_analysis_last_error(analysis);
    tr_analysis_trap_lines(analysis);
    step(analysis, sink, "following pointers");
    tr_values_objects(analysis->values, analysis->report);
    if (statement)
        tr_statement_finish(statement);
    keep(analysis, sink);
    step(analysis, sink, "finding where system calls came from");
    add_origins(analysis);
}

/* Only when nothing is told any more: names in the report are borrowed from the debug information. */
static void close_images(struct tr_analysis *analysis)
{
    if (!analysis->images)
        return;
    tr_values_destroy(analysis->values);
    tr_unwinder_destroy(analysis->unwinder);
    tr_images_destroy(analysis->images);
}

void tr_analyze(struct tr_arena *arena, const struct tr_request *request, struct tr_memory *memory,
                struct tr_file_opener opener, int executable_fd, const struct tr_analysis_sink *sink)
{
    struct tr_request ordered = *request;
    tr_analysis_blame(arena, memory, &ordered);
    request = &ordered;
    struct tr_analysis analysis = {
        .arena = arena, .request = request, .stop = &request->stop, .memory = memory, .opener = opener,
        .report = tr_arena_new(arena, struct tr_report),
    };
    struct tr_report *report = analysis.report;
    report->memory = tr_arena_new(arena, struct tr_memory_view);
    report->program = tr_arena_new(arena, struct tr_program);
    report->primary_thread = tr_number(request->stop.tid);
    report->syscalls = request->syscalls;
    report->waits = request->waits;
    /* So that a rule can tell a signal that the process sent itself; session knows all processes and fills them in. */
    struct tr_process *process = tr_list_new(arena, &report->processes, struct tr_process);
    process->pid = tr_number(request->stop.pid);
    process->primary = TR_TRUE;
    tr_maps_parse(arena, request->stop.maps, &analysis.maps);
    if (analysis.maps.truncated)
        tr_analysis_incomplete(&analysis, "memory", "the program has more mappings than tracerun reads");
    if (request->stop.is_32bit)
        analyse_32bit(&analysis);
    else if (!analysis.maps.count) {
        tr_analysis_incomplete(&analysis, "threads", "the program's memory cannot be read (an execute-only file, or not permitted)");
        tr_analysis_fault(&analysis);
    } else
        analyse_64bit(&analysis, sink, executable_fd);
    step(&analysis, sink, "diagnosing");
    tr_analysis_divisor(&analysis);
    tr_analysis_abort_message(&analysis);
    tr_analysis_sanitizer(&analysis);
    report->stack_limit = (struct tr_number){request->stop.stack_limit <= INT64_MAX, (int64_t)request->stop.stack_limit};
    diagnose(&analysis);
    end_steps(&analysis);
    keep(&analysis, sink);
    close_images(&analysis);
}
