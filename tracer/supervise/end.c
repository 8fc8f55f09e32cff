#include "base/clock.h"
#include "base/file.h"
#include "base/limits.h"
#include "supervise/run_internal.h"

#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>

enum {
    AGAIN_US = 20000, /* a grace that finds a process held for session at its end looks again then */
};

static void send_kill(struct tr_tracee *tracee)
{
    if (tracee->pidfd >= 0)
        syscall(SYS_pidfd_send_signal, tracee->pidfd, SIGKILL, NULL, 0);
    else
        kill(tracee->pid, SIGKILL);
}

void tr_kill_all(struct tr_run *run)
{
    struct tr_tracee *tracee, *next;
    if (run->attached) {
        tr_run_leave(run); /* it is not ours to end */
        return;
    }
    run->killing = true;
    run->freezing = false;
    HASH_ITER(hh, run->live, tracee, next) {
        tracee->hold = TR_HOLD_NONE;
        send_kill(tracee);
    }
}

static void grace_over(void *arg, struct tr_run *run)
{
    (void)arg;
    if (tr_run_holds(run)) {
        run->grace_timer = tr_run_timer(run, tr_now_us() + AGAIN_US, grace_over, NULL);
        return;
    }
    run->grace_timer = 0;
    run->survivors_ended = true;
    for (struct tr_tracee *tracee = run->live; tracee; tracee = tracee->hh.next) {
        tracee->ended_by_tracerun = true;
        run->end.survivors++;
    }
    tr_kill_all(run);
}

void tr_run_leave(struct tr_run *run)
{
    struct tr_tracee *tracee, *next;
    HASH_ITER(hh, run->live, tracee, next) {
        tracee->hold = TR_HOLD_ASKING;
        if (tr_tracee_freeze(run, tracee) || !tracee->ended)
            tr_tracee_detach(run, tracee);
    }
    run->left_alone = true;
}

static void leave_alone(void *arg, struct tr_run *run)
{
    (void)arg;
    tr_run_leave(run);
}

void tr_root_ended(struct tr_run *run)
{
    int64_t now = tr_now_us();
    tr_bound_exceeded_at_end(run, TR_BOUND_WALL, tr_run_elapsed_us(run) / 1000);
    run->end.root_ended = true;
    run->end.root_ended_us = now;
    run->end.root_status = run->root->status;
    tr_run_cancel(run, run->timeout_timer);
    tr_streams_input_done(&run->streams);
    if (run->killing)
        return;
    if (run->attached)
        run->left_alone = true;
    else if (run->options.keep_children)
        tr_run_timer(run, now, leave_alone, NULL);
    else
        run->grace_timer = tr_run_timer(run, now + run->options.grace_ms * 1000, grace_over, NULL);
}

/* With the signal that it was about to get. */
static void detach(struct tr_run *run, struct tr_task *task)
{
    int signal_number = task->signal;
    if (WIFSTOPPED(task->put_off) && !(task->put_off >> 16) && WSTOPSIG(task->put_off) != (SIGTRAP | 0x80))
        signal_number = WSTOPSIG(task->put_off);
    tr_main_watch_clear(run, task);
    if (run->attached)
        tr_task_restart_call(task);
    if (task->state == TR_TASK_STOPPED)
        ptrace(PTRACE_DETACH, task->tid, 0, (void *)(intptr_t)signal_number);
    tr_task_remove(run, task);
}

void tr_tracee_detach(struct tr_run *run, struct tr_tracee *tracee)
{
    tracee->detached = true;
    tracee->hold = TR_HOLD_NONE;
    if (tracee != run->root)
        tracee->pidfd = (int)syscall(SYS_pidfd_open, tracee->pid, 0);
    while (tracee->tasks)
        detach(run, tracee->tasks);
    if (tracee != run->root && tracee->pidfd < 0)
        tr_tracee_end(run, tracee, -1, NULL);
}

void tr_detached_ended(struct tr_run *run, struct tr_tracee *tracee)
{
    /* Its status is for its parent only; but one that was let go because of a fatal signal has died of that. */
    tr_tracee_end(run, tracee, tracee->dying && tracee->has_signal ? tracee->signal.si_signo : -1, NULL);
}

void tr_before_freeze(struct tr_run *run)
{
    if (run->freezing)
        return;
    char *text = tr_file_read_proc("/proc/locks", NULL);
    run->file_locks = text ? tr_arena_strdup(run->arena, text) : NULL;
    free(text);
}

bool tr_run_reads(const struct tr_run *run, int tid, const struct tr_registers *registers)
{
    return tr_streams_take(&run->streams, tid, registers);
}

const char *tr_run_file_locks(const struct tr_run *run) { return run->file_locks; }

void tr_freeze_all(struct tr_run *run)
{
    struct tr_tracee *tracee, *next;
    /* All are asked before any is waited for, and the time to wait is one for all: in a chain of vforks every process
     * but the last cannot stop. */
    int64_t deadline = tr_now_us() + TR_LIMIT_THREAD_STOP_MS * 1000;
    for (tracee = run->live; tracee; tracee = tracee->hh.next)
        if (!tracee->detached && tracee->hold != TR_HOLD_KEPT)
            tr_tracee_interrupt(tracee);
    HASH_ITER(hh, run->live, tracee, next) {
        if (tracee->detached || tracee->hold == TR_HOLD_KEPT)
            continue;
        for (unsigned tries = 0; tries < 2 && !tracee->ended; tries++) {
            tracee->hold = TR_HOLD_FROZEN;
            if (tr_tracee_freeze_until(run, tracee, deadline))
                break; /* the second try is for one that was just replacing its image */
        }
    }
}

void tr_end_by(struct tr_run *run, enum tr_stop_reason reason)
{
    tr_run_cancel(run, run->timeout_timer);
    run->timeout_timer = 0;
    if (!run->end_us)
        run->end_us = tr_run_elapsed_us(run);
    struct tr_tracee *blamed;
    struct tr_task *task = tr_to_blame(run, &blamed);
    if (!task) {
        tr_kill_all(run);
        return;
    }
    if (reason == TR_STOP_TIMEOUT && !tr_sample(run, task, run->arena, &run->samples)) {
        tr_kill_all(run);
        return;
    }
    blamed->hold = TR_HOLD_NONE;
    blamed->hit = run->ending;
    tr_report_stop(run, task, reason, NULL, 0, 0);
    /* Not asked for, or it ended meanwhile. */
    if (!run->killing && !tr_run_holds(run))
        tr_kill_all(run);
}
