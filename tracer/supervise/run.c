#include "base/clock.h"
#include "base/fatal.h"
#include "supervise/run_internal.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <string.h>
#include <sys/wait.h>

enum {
    ADOPT_US = 50000, /* the call that made a task is reported within microseconds, unless its thread was killed */
    EVENTS_A_TURN = 128,
    PATIENCE_MS = 1000,
};

void tr_run_note(struct tr_run *run, const char *section, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *reason = tr_arena_vprintf(run->arena, format, arguments);
    va_end(arguments);
    TR_EACH(struct tr_incomplete, known, &run->notes)
        if (strcmp(known->reason, reason) == 0)
            return;
    struct tr_incomplete *note = tr_list_new(run->arena, &run->notes, struct tr_incomplete);
    note->section = section;
    note->reason = reason;
}

static struct tr_run *create(const struct tr_run_options *options, const struct tr_run_callbacks *callbacks)
{
    struct tr_run *run = calloc(1, sizeof(*run));
    if (!run)
        tr_fatal("out of memory");
    run->options = *options;
    run->callbacks = *callbacks;
    run->arena = tr_arena_create();
    run->recorder = tr_recorder_create(options->syscalls, tr_now_us());
    run->start_us = tr_now_us();
    run->terminal = -1;
    tr_streams_init(&run->streams);
    tr_signals_install(&run->signals);
    return run;
}

struct tr_error *tr_run_start(const struct tr_run_options *options, const struct tr_run_callbacks *callbacks,
                              struct tr_run **ret)
{
    struct tr_run *run = create(options, callbacks);
    tr_terminal_save(run);
    struct tr_error *error = tr_streams_open(&run->streams, options);
    if (!error)
        error = tr_launch(run);
    if (error) {
        tr_run_destroy(run);
        return error;
    }
    tr_bounds_watch(run);
    tr_deadlock_watch(run);
    *ret = run;
    return NULL;
}

struct tr_error *tr_run_attach(const struct tr_run_options *options, int pid, const struct tr_run_callbacks *callbacks,
                               struct tr_run **ret)
{
    struct tr_run *run = create(options, callbacks);
    run->recorder_off = "off: the calls of a process that runs already are not recorded";
    struct tr_error *error = tr_attach(run, pid);
    if (error) {
        tr_run_destroy(run);
        return error;
    }
    *ret = run;
    return NULL;
}
const char *tr_run_program(const struct tr_run *run) { return run->path; }

void tr_run_destroy(struct tr_run *run)
{
    if (!run)
        return;
    struct tr_tracee *tracee, *next;
    HASH_ITER(hh, run->live, tracee, next)
        if (!run->left_alone && !run->attached)
            kill(tracee->pid, SIGKILL);
    tr_tracees_destroy(run);
    tr_walls_destroy(run->walls);
    tr_streams_deinit(&run->streams);
    tr_timers_deinit(&run->timers);
    tr_watches_deinit(&run->watches);
    tr_recorder_destroy(run->recorder);
    tr_leftovers_destroy(run->leftovers);
    tr_cgroup_destroy(run->cgroup);
    if (run->terminal >= 0)
        close(run->terminal);
    tr_arena_destroy(run->arena);
    tr_signals_restore(&run->signals);
    free(run);
}

static void on_status(struct tr_run *run, int pid, int status, const struct rusage *usage)
{
    struct tr_task *task = tr_task_find(run, pid);
    if (task && !WIFSTOPPED(status)) {
        tr_task_ended(run, task, status, usage);
    } else if (task) {
        tr_dispatch(run, task, status);
    } else if (WIFSTOPPED(status)) {
        /* A new task may stop before the call that made it is reported. */
        tr_dispatch(run, tr_task_add(run, NULL, pid), status);
        if (!run->adopt_timer)
            run->adopt_timer = tr_run_timer(run, tr_now_us() + ADOPT_US, tr_adopt_orphans, NULL);
    } else if (pid == run->root_pid && !run->root->ended) {
        tr_tracee_end(run, run->root, status, usage); /* it was detached */
    } else {
        /* An orphan that fell to us as process 1, or a child of session. */
        if (run->callbacks.child_ended)
            run->callbacks.child_ended(run->callbacks.arg, run, pid, status);
    }
}

/* Take what tracees have to tell. @return whether there may be more: a flood of it must not keep timers and streams
 * waiting. */
static bool drain(struct tr_run *run)
{
    for (unsigned events = 0; events < EVENTS_A_TURN; events++) {
        int status;
        struct rusage usage;
        /* Summing up what a process used takes longer the more threads it has, and happens at every stop. */
        bool few = HASH_COUNT(run->tasks) <= 64;
        pid_t pid = wait4(-1, &status, __WALL | WNOHANG, few ? &usage : NULL);
        if (pid < 0 && errno == EINTR)
            continue;
        if (pid <= 0)
            return false;
        on_status(run, pid, status, few ? &usage : NULL);
        tr_tracees_bury(run);
    }
    return true;
}

static bool is_over(const struct tr_run *run) { return run->attached ? run->left_alone : run->root->ended && (run->left_alone || !run->live); }

struct poll_set {
    struct pollfd *items;
    size_t count, capacity;
};

static void add_poll(struct poll_set *set, int fd, short events)
{
    if (set->count == set->capacity) {
        size_t capacity = set->capacity ? set->capacity * 2 : 16;
        struct pollfd *items = realloc(set->items, capacity * sizeof(*items));
        if (!items)
            return; /* it is looked at in the next turn */
        set->items = items;
        set->capacity = capacity;
    }
    set->items[set->count++] = (struct pollfd){.fd = fd, .events = events};
}

static void add_stream(struct poll_set *set, const struct tr_stream *stream)
{
    bool writes;
    int fd = tr_stream_wants(stream, &writes);
    if (fd >= 0)
        add_poll(set, fd, writes ? POLLOUT : POLLIN);
}

static void fill_poll(const struct tr_run *run, struct poll_set *set)
{
    set->count = 0;
    add_stream(set, &run->streams.output);
    add_stream(set, &run->streams.error);
    for (size_t i = 0; i < run->watches.count; i++)
        if (run->watches.items[i].ready)
            add_poll(set, run->watches.items[i].fd, POLLIN);
    for (const struct tr_tracee *tracee = run->live; tracee; tracee = tracee->hh.next)
        if (tracee->pidfd >= 0)
            add_poll(set, tracee->pidfd, POLLIN);
}

static void on_watch(struct tr_run *run, int fd, short revents)
{
    for (size_t i = 0; i < run->watches.count; i++) {
        struct tr_watch watch = run->watches.items[i];
        if (watch.fd == fd && watch.ready) {
            watch.ready(watch.arg, run, fd, revents);
            return;
        }
    }
}

static bool on_detached(struct tr_run *run, int fd)
{
    for (struct tr_tracee *tracee = run->live; tracee; tracee = tracee->hh.next) {
        if (tracee->pidfd == fd) {
            tr_detached_ended(run, tracee);
            return true;
        }
    }
    return false;
}

static bool on_stream(struct tr_run *run, struct tr_stream *stream, int fd)
{
    bool writes;
    if (fd != tr_stream_wants(stream, &writes))
        return false;
    tr_stream_go_on(&run->streams, stream);
    tr_bounds_output(run);
    return true;
}

static void on_ready(struct tr_run *run, int fd, short revents)
{
    if (!on_stream(run, &run->streams.output, fd) && !on_stream(run, &run->streams.error, fd) && !on_detached(run, fd))
        on_watch(run, fd, revents);
}

static void drop_removed_watches(struct tr_watches *watches)
{
    size_t kept = 0;
    for (size_t i = 0; i < watches->count; i++)
        if (watches->items[i].ready)
            watches->items[kept++] = watches->items[i];
    watches->count = kept;
}

/* Wait until something happens (unless @p busy), and deal with all but the tracees. */
static struct tr_error *turn(struct tr_run *run, struct poll_set *set, bool busy)
{
    fill_poll(run, set);
    int64_t next = busy ? 0 : tr_timers_next(&run->timers, tr_now_us());
    struct timespec wait = {.tv_sec = next / 1000000, .tv_nsec = next % 1000000 * 1000};
    int count = ppoll(set->items, set->count, next < 0 ? NULL : &wait, &run->signals.waiting);
    if (count < 0 && errno != EINTR)
        return tr_error_system(errno, "cannot wait for the program");
    tr_signals_handle(run);
    for (size_t i = 0; count > 0 && i < set->count; i++)
        if (set->items[i].revents)
            on_ready(run, set->items[i].fd, set->items[i].revents);
    drop_removed_watches(&run->watches);
    tr_timers_fire(run, &run->timers, tr_now_us());
    tr_tracees_bury(run);
    return NULL;
}

/* A reader that has stopped to read holds up a program that has ended by itself, as it would without tracerun. */
static void drain_streams(struct tr_run *run)
{
    uint64_t dropped = tr_streams_drain(&run->streams, run->killing ? PATIENCE_MS : -1);
    if (dropped)
        tr_run_note(run, "io", "%" PRIu64 " bytes of output were dropped, since nobody read them", dropped);
    tr_bound_exceeded_at_end(run, TR_BOUND_OUTPUT, (int64_t)run->streams.bytes);
}

struct tr_error *tr_run_loop(struct tr_run *run)
{
    struct poll_set set = {0};
    struct tr_error *error = NULL;
    struct tr_task *task = tr_task_find(run, run->root_pid);
    if (task && task->put_off) {
        int status = task->put_off;
        task->put_off = 0;
        tr_dispatch(run, task, status);
    }
    while (!error) {
        bool busy = drain(run);
        if (is_over(run))
            break;
        error = turn(run, &set, busy);
    }
    free(set.items);
    if (!run->end_us)
        run->end_us = tr_run_elapsed_us(run);
    drain_streams(run);
    tr_leftovers_remove(run);
    tr_terminal_restore(run);
    return error;
}
