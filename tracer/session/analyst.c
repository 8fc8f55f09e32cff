#include "session/analyst.h"

#include "base/clock.h"
#include "base/fatal.h"
#include "base/file.h"
#include "base/limits.h"
#include "exchange/message.h"
#include "model/codec.h"
#include "session/files.h"
#include "session/worker_process.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct tr_analyst {
    const struct tr_file_policy *policy;
    struct tr_arena *arena;
    struct tr_run *run;
    int pid;
    struct tr_worker_process worker;

    /* The request in progress. */
    tr_analyst_done_fn *done;
    void *done_arg;
    struct tr_str request;       /* encoded, to ask again */
    bool asked_for_symbols_only;
    struct tr_report *report;    /* the last valid snapshot */
    struct tr_list notes;        /* const char *: why something is missing */
    char step[64];
    unsigned step_timer, total_timer;
};

struct tr_analyst *tr_analyst_create(struct tr_arena *arena, struct tr_run *run, int pid, const struct tr_file_policy *policy)
{
    struct tr_analyst *analyst = calloc(1, sizeof(*analyst));
    if (!analyst)
        tr_fatal("out of memory");
    analyst->arena = arena;
    analyst->run = run;
    analyst->pid = pid;
    analyst->policy = policy;
    analyst->worker = TR_WORKER_PROCESS_NONE;
    return analyst;
}

static void stop_worker(struct tr_analyst *analyst)
{
    if (analyst->worker.socket >= 0)
        tr_run_watch(analyst->run, analyst->worker.socket, NULL, NULL);
    tr_worker_process_end(&analyst->worker);
}

static void cancel_timers(struct tr_analyst *analyst)
{
    tr_run_cancel(analyst->run, analyst->step_timer);
    tr_run_cancel(analyst->run, analyst->total_timer);
    analyst->step_timer = analyst->total_timer = 0;
}

void tr_analyst_destroy(struct tr_analyst *analyst)
{
    if (!analyst)
        return;
    cancel_timers(analyst);
    stop_worker(analyst);
    tr_str_deinit(&analyst->request);
    free(analyst);
}

void tr_analyst_child_ended(struct tr_analyst *analyst, int pid, int status)
{
    if (analyst->worker.pid != pid)
        return;
    analyst->worker.ended = true;
    analyst->worker.status = status;
}

int tr_analyst_pid(const struct tr_analyst *analyst) { return analyst->pid; }

/* ---- the end of a request ---- */

static void finish(struct tr_analyst *analyst)
{
    cancel_timers(analyst);
    if (!analyst->report)
        analyst->report = tr_arena_new(analyst->arena, struct tr_report);
    TR_EACH(const char, note, &analyst->notes)
    {
        struct tr_incomplete *entry = tr_list_new(analyst->arena, &analyst->report->incomplete, struct tr_incomplete);
        entry->section = "analysis";
        entry->reason = note;
    }
    tr_analyst_done_fn *done = analyst->done;
    analyst->done = NULL;
    done(analyst->done_arg, analyst->report);
}

static void send_request(struct tr_analyst *analyst);

/* The worker died, fell silent or spoke nonsense: once more without debug information, then with what there is. */
static void fail(struct tr_analyst *analyst, const char *what)
{
    if (!analyst->done)
        return;
    cancel_timers(analyst);
    tr_list_add(analyst->arena, &analyst->notes,
                tr_arena_printf(analyst->arena, "the analysis %s while %s", what, analyst->step[0] ? analyst->step : "starting"));
    stop_worker(analyst);
    /* A stack with names and lines is worth more than a second one without lines. */
    bool has_lines = analyst->report && analyst->report->threads.count;
    if (analyst->asked_for_symbols_only || has_lines) {
        finish(analyst);
        return;
    }
    analyst->asked_for_symbols_only = true;
    send_request(analyst);
}

static void step_expired(void *arg, struct tr_run *run)
{
    (void)run;
    struct tr_analyst *analyst = arg;
    analyst->step_timer = 0;
    fail(analyst, "took too long");
}

static void total_expired(void *arg, struct tr_run *run)
{
    (void)run;
    struct tr_analyst *analyst = arg;
    analyst->total_timer = 0;
    fail(analyst, "took too long in all");
}

/* ---- messages ---- */

static void restart_step_timer(struct tr_analyst *analyst)
{
    tr_run_cancel(analyst->run, analyst->step_timer);
    analyst->step_timer = tr_run_timer(analyst->run, tr_now_us() + TR_LIMIT_STEP_MS * INT64_C(1000), step_expired, analyst);
}

static void keep_snapshot(struct tr_analyst *analyst, int fd)
{
    tr_auto_str struct tr_str bytes = {0};
    void *report = NULL;
    tr_auto_error struct tr_error *error = tr_bulk_read(fd, &bytes);
    if (!error)
        error = tr_decode(&tr_record_report, analyst->arena, bytes.bytes, bytes.size, &report);
    if (!error)
        analyst->report = report;
}

static void serve_open(struct tr_analyst *analyst, const struct tr_message *message)
{
    struct tr_message answer;
    tr_message_init(&answer, TR_MESSAGE_OPENED);
    tr_auto_close int fd = tr_session_open_file(analyst->policy, message->text, message->value);
    answer.value = fd < 0 ? fd : 0;
    answer.fds[0] = fd;
    tr_auto_error struct tr_error *error = tr_message_send(analyst->worker.socket, &answer);
    if (error)
        fail(analyst, "stopped listening");
}

static void serve_message(struct tr_analyst *analyst, struct tr_message *message)
{
    restart_step_timer(analyst);
    switch (message->type) {
    case TR_MESSAGE_STEP:
        snprintf(analyst->step, sizeof(analyst->step), "%.63s", message->text);
        break;
    case TR_MESSAGE_OPEN:
        serve_open(analyst, message);
        break;
    case TR_MESSAGE_SNAPSHOT:
        keep_snapshot(analyst, message->fds[0]);
        break;
    case TR_MESSAGE_DONE:
        finish(analyst);
        break;
    default:
        fail(analyst, "spoke nonsense");
    }
}

/* A tr_run_ready_fn. */
static void socket_ready(void *arg, struct tr_run *run, int fd, short revents)
{
    (void)run, (void)revents;
    struct tr_analyst *analyst = arg;
    while (analyst->done && analyst->worker.socket == fd) {
        struct tr_message message;
        bool got, closed;
        tr_auto_error struct tr_error *error = tr_message_receive(fd, false, &message, &got, &closed);
        if (error || closed) {
            fail(analyst, tr_worker_process_fate(&analyst->worker, analyst->arena));
            return;
        }
        if (!got)
            return;
        serve_message(analyst, &message);
        tr_message_deinit(&message);
    }
    /* An idle worker that dies is noticed when it is asked next. */
    if (!analyst->done)
        tr_run_watch(analyst->run, fd, NULL, NULL);
}

static struct tr_error *try_send(struct tr_analyst *analyst)
{
    if (analyst->worker.socket < 0)
        TR_TRY(tr_worker_process_start(&analyst->worker));
    tr_auto_close int request = -1;
    TR_TRY(tr_bulk_make(&analyst->request, &request));
    struct tr_message message;
    tr_message_init(&message, TR_MESSAGE_REQUEST);
    message.value = analyst->asked_for_symbols_only ? TR_DEPTH_SYMBOLS : TR_DEPTH_FULL;
    message.fds[0] = request;
    message.fds[1] = tr_run_memory_fd(analyst->run, analyst->pid);
    message.fds[2] = tr_run_executable_fd(analyst->run, analyst->pid);
    return tr_message_send(analyst->worker.socket, &message);
}

static void send_request(struct tr_analyst *analyst)
{
    analyst->step[0] = '\0';
    tr_auto_error struct tr_error *error = try_send(analyst);
    if (error) {
        tr_list_add(analyst->arena, &analyst->notes, tr_arena_strdup(analyst->arena, error->message));
        stop_worker(analyst);
        finish(analyst);
        return;
    }
    tr_run_watch(analyst->run, analyst->worker.socket, socket_ready, analyst);
    restart_step_timer(analyst);
    analyst->total_timer = tr_run_timer(analyst->run, tr_now_us() + TR_LIMIT_ANALYSIS_MS * INT64_C(1000), total_expired, analyst);
}

void tr_analyst_ask(struct tr_analyst *analyst, const struct tr_request *request, tr_analyst_done_fn *done, void *arg)
{
    analyst->done = done;
    analyst->done_arg = arg;
    analyst->asked_for_symbols_only = false;
    analyst->report = NULL;
    analyst->notes = (struct tr_list){0};
    tr_str_deinit(&analyst->request);
    tr_request_encode(request, &analyst->request);
    send_request(analyst);
}
