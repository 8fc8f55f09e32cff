#include "session/session.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "session/analyst.h"
#include "session/audience.h"
#include "session/merge.h"
#include "session/secrets.h"
#include "session/stops.h"
#include "session/verdict.h"
#include "session/waits.h"
#include "syscalls/recorder.h"

#include <stdlib.h>
#include <string.h>

#include <tracerun/report.h>

enum {
    /* Recorded calls whose place in the source is looked up: each costs a short unwind. */
    ORIGINS = 24,
};

struct session {
    struct tr_arena *arena;
    const struct tr_session_options *options;
    struct tr_list stops;       /* struct tr_stop_record *, in order of time */
    struct tr_list analysts;    /* struct tr_analyst *, one a process image that has stopped */
    struct tr_file_policy files;
    unsigned crashes, handled_faults, denials;
};

/* An analysis in progress. */
struct pending {
    struct tr_run *run;
    struct tr_stop_record *record;
    bool asking, answered;        /* the answer came before the question returned */
};

/* ---- which stops are worth an analysis ---- */

static bool is_root(const struct tr_run *run, int pid)
{
    struct tr_run_end end;
    tr_run_end(run, &end);
    return pid == end.root_pid;
}

static bool has_stop(const struct session *session, int pid, enum tr_stop_reason reason)
{
    TR_EACH(const struct tr_stop_record, stop, &session->stops)
    {
        if (stop->pid == pid && stop->reason == reason)
            return true;
    }
    return false;
}

static unsigned count_stops(const struct session *session, enum tr_stop_reason reason)
{
    unsigned count = 0;
    TR_EACH(const struct tr_stop_record, stop, &session->stops)
    {
        count += stop->reason == reason;
    }
    return count;
}

static bool wants(void *arg, struct tr_run *run, enum tr_stop_reason reason, int pid, int signal_number)
{
    struct session *session = arg;
    bool root = is_root(run, pid);
    switch (reason) {
    case TR_STOP_SIGNAL:
        return session->crashes < TR_LIMIT_CRASHES && (root || tr_signal_is_crash(signal_number));
    case TR_STOP_HANDLED:
        return root && session->handled_faults < TR_LIMIT_HANDLED_FAULTS;
    case TR_STOP_MAIN_RETURN:
        return root;
    case TR_STOP_EXIT:
        return root && !has_stop(session, pid, TR_STOP_MAIN_RETURN);
    case TR_STOP_DENIED:
        return session->denials < TR_LIMIT_DENIALS;
    case TR_STOP_TIMEOUT:
    case TR_STOP_LIMIT:
    case TR_STOP_DEADLOCK:
    case TR_STOP_VIOLATION:
    case TR_STOP_INTERRUPT:
        return true;
    case TR_STOP_REFUSED:
        return true; /* told once for each limit */
    case TR_STOP_LOOK:
        return count_stops(session, reason) < TR_LIMIT_LOOKS;
    }
    return false;
}

/* ---- one analysis ---- */

static struct tr_analyst *analyst_for(struct session *session, struct tr_run *run, int pid)
{
    TR_EACH(struct tr_analyst, analyst, &session->analysts)
    {
        if (tr_analyst_pid(analyst) == pid)
            return analyst;
    }
    struct tr_analyst *analyst = tr_analyst_create(session->arena, run, pid, &session->files);
    tr_list_add(session->arena, &session->analysts, analyst);
    return analyst;
}

static void image_gone(void *arg, struct tr_run *run, int pid)
{
    (void)run;
    struct session *session = arg;
    for (size_t i = 0; i < session->analysts.count; i++) {
        struct tr_analyst *analyst = tr_list_at(&session->analysts, struct tr_analyst, i);
        if (tr_analyst_pid(analyst) == pid) {
            tr_analyst_destroy(analyst);
            tr_list_remove(&session->analysts, i);
            return;
        }
    }
}

static void child_ended(void *arg, struct tr_run *run, int pid, int status)
{
    (void)run;
    const struct session *session = arg;
    TR_EACH(struct tr_analyst, analyst, &session->analysts)
    {
        tr_analyst_child_ended(analyst, pid, status);
    }
}

static struct tr_stop_record *remember(struct session *session, struct tr_run *run, const struct tr_stop *stop)
{
    struct tr_stop_record *record = tr_list_new(session->arena, &session->stops, struct tr_stop_record);
    *record = (struct tr_stop_record){
        .reason = stop->reason, .pid = stop->pid, .tid = stop->tid, .is_root = is_root(run, stop->pid),
        .bound = stop->hit.bound, .has_signal = stop->has_signal, .signal = stop->signal, .exit_code = stop->exit_code,
    };
    session->crashes += stop->reason == TR_STOP_SIGNAL;
    session->denials += stop->reason == TR_STOP_DENIED;
    session->handled_faults += stop->reason == TR_STOP_HANDLED;
    return record;
}

/* Where @p record stands in @p list. */
static bool find_call(const struct tr_list *list, const struct tr_syscall *record, uint32_t *ret)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i] == record) {
            *ret = (uint32_t)i;
            return true;
        }
    return false;
}

static void add_origin(const struct tr_syscalls *calls, const struct tr_recorded *call, struct tr_request *request)
{
    struct tr_origin_request *origin = &request->origins[request->origin_count];
    *origin = (struct tr_origin_request){
        .registers = call->origin->registers, .stack = call->origin->stack, .stack_size = call->origin->stack_size,
    };
    origin->failed = find_call(&calls->failed, call->record, &origin->index);
    if (origin->failed || find_call(&calls->recent, call->record, &origin->index))
        request->origin_count++;
}

/* The flight recorder as it stands, and the calls whose place in the source shall be found: failed ones first. */
static void take_recorder(struct session *session, const struct tr_run *run, struct tr_stop_record *record,
                          struct tr_request *request)
{
    struct tr_recorded *recorded;
    size_t count;
    record->syscalls = tr_arena_new(session->arena, struct tr_syscalls);
    tr_recorder_report(tr_run_recorder(run), session->arena, record->pid, record->syscalls, &recorded, &count);
    request->syscalls = record->syscalls;
    request->origins = tr_arena_alloc(session->arena, ORIGINS * sizeof(*request->origins));
    for (int failed = 1; failed >= 0; failed--)
        for (size_t i = count; i-- > 0 && request->origin_count < ORIGINS;)
            if (recorded[i].origin && recorded[i].pid == record->pid && (recorded[i].record->error != NULL) == failed)
                add_origin(record->syscalls, &recorded[i], request);
}

/* A tr_analyst_done_fn. */
static void analysed(void *arg, struct tr_report *report)
{
    struct pending *pending = arg;
    pending->record->report = report;
    /* The same calls came back, some with the place that made them. */
    if (report->syscalls)
        pending->record->syscalls = report->syscalls;
    if (pending->asking)
        pending->answered = true;
    else
        tr_run_release(pending->run, pending->record->pid);
}

static enum tr_stop_answer stopped(void *arg, struct tr_run *run, const struct tr_stop *stop)
{
    struct session *session = arg;
    const struct tr_session_options *options = session->options;
    struct pending *pending = tr_arena_new(session->arena, struct pending);
    *pending = (struct pending){.run = run, .record = remember(session, run, stop), .asking = true};
    struct tr_request request = {
        .stop = *stop, .start_folder = options->start_folder,
        .source_maps = options->source_maps, .user_code = options->user_code, .verbose = options->verbose,
        .debuginfod = options->debuginfod,
    };
    tr_waits_describe(session->arena, run, stop, &request);
    take_recorder(session, run, pending->record, &request);
    tr_analyst_ask(analyst_for(session, run, stop->pid), &request, analysed, pending);
    pending->asking = false;
    return pending->answered ? TR_ANSWER_CONTINUE : TR_ANSWER_HOLD;
}

/* ---- the whole run ---- */

static void fill_tool(struct tr_arena *arena, const struct tr_session_options *options, struct tr_report *report)
{
    report->tool = tr_arena_new(arena, struct tr_tool);
    report->tool->name = "tracerun";
    report->tool->version = TR_VERSION;
    report->tool->command = options ? options->command : NULL;
}

struct tr_report *tr_session_failure(struct tr_arena *arena, const char *reason)
{
    struct tr_report *report = tr_arena_new(arena, struct tr_report);
    report->schema = TRACERUN_REPORT_SCHEMA;
    report->status = TR_STATUS_INTERNAL_ERROR;
    report->ended_by = TR_ENDED_BY_TRACERUN;
    report->outcome = tr_arena_new(arena, struct tr_outcome);
    struct tr_incomplete *entry = tr_list_new(arena, &report->incomplete, struct tr_incomplete);
    entry->section = "run";
    entry->reason = tr_arena_strdup(arena, reason);
    fill_tool(arena, NULL, report);
    return report;
}

static int failure_status(const struct tr_error *error)
{
    switch (error->code) {
    case TR_ERROR_NOT_FOUND:
        return TRACERUN_EXIT_NOT_FOUND;
    case TR_ERROR_NOT_EXECUTABLE:
        return TRACERUN_EXIT_NOT_EXECUTABLE;
    default:
        return TRACERUN_EXIT_FAILURE;
    }
}

static void fail(struct tr_arena *arena, const struct tr_error *error, struct tr_session_result *ret)
{
    ret->report = tr_session_failure(arena, error->message);
    ret->exit_status = failure_status(error);
    ret->signal = 0;
}

/* What holds for every report, however it came about. */
static void finish(struct tr_arena *arena, const struct tr_session_options *options, struct tr_report *report)
{
    fill_tool(arena, options, report);
    if (options->audience == TR_AUDIENCE_STUDENT)
        tr_session_show_student(arena, report, options->run.argv);
    tr_session_mask_secrets(arena, report);
}

static void open_roots(struct session *session, const struct tr_run *run)
{
    const struct tr_session_options *options = session->options;
    session->files.confined = tr_sandbox_wanted(&options->run.sandbox);
    if (!session->files.confined)
        return;
    char *folder = tr_arena_strdup(session->arena, tr_run_program(run)), *slash = strrchr(folder, '/');
    if (slash)
        slash[1] = '\0';
    tr_file_policy_add(&session->files, session->arena, options->start_folder, slash ? folder : ".");
    tr_file_policy_add(&session->files, session->arena, options->start_folder, ".");
    TR_EACH(const char, root, &options->source_roots)
    {
        tr_file_policy_add(&session->files, session->arena, options->start_folder, root);
    }
}

static void run_to_the_end(struct session *session, struct tr_run *run, struct tr_session_result *ret)
{
    struct tr_arena *arena = session->arena;
    open_roots(session, run);
    tr_auto_error struct tr_error *error = tr_run_loop(run);
    while (session->analysts.count) {
        tr_analyst_destroy(tr_list_at(&session->analysts, struct tr_analyst, 0));
        tr_list_remove(&session->analysts, 0);
    }
    if (error) {
        fail(arena, error, ret);
    } else {
        struct tr_run_end end;
        tr_run_end(run, &end);
        struct tr_stop_choice choice = {
            .root_failed = tr_root_failed(&end), .ended_by_tracerun = tr_ended_by_tracerun(&end),
            .deadlocked = end.deadlocked, .violated = end.violation, .bound = tr_verdict_bound(&end), .looked = end.looked,
            .root_signal = tr_root_signal(&end),
        };
        ret->report = tr_merge(arena, session->options, run, &end, &session->stops, tr_stops_primary(&session->stops, &choice));
        tr_verdict_exit(&end, ret);
    }
    finish(arena, session->options, ret->report);
    tr_run_destroy(run);
}

static struct tr_run_callbacks callbacks_of(struct session *session)
{
    return (struct tr_run_callbacks){
        .stopped = stopped, .wants = wants, .image_gone = image_gone, .child_ended = child_ended, .arg = session,
    };
}

void tr_session_run(struct tr_arena *arena, const struct tr_session_options *options, struct tr_session_result *ret)
{
    struct session session = {.arena = arena, .options = options};
    const struct tr_run_callbacks callbacks = callbacks_of(&session);
    struct tr_run *run = NULL;
    tr_auto_error struct tr_error *error = tr_run_start(&options->run, &callbacks, &run);
    if (error)
        fail(arena, error, ret);
    else
        run_to_the_end(&session, run, ret);
}

void tr_session_attach(struct tr_arena *arena, const struct tr_session_options *options, int pid,
                       struct tr_session_result *ret)
{
    struct session session = {.arena = arena, .options = options};
    const struct tr_run_callbacks callbacks = callbacks_of(&session);
    struct tr_run *run = NULL;
    tr_auto_error struct tr_error *error = tr_run_attach(&options->run, pid, &callbacks, &run);
    if (error)
        fail(arena, error, ret);
    else
        run_to_the_end(&session, run, ret);
}
