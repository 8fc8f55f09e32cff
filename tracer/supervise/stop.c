#include "base/clock.h"
#include "base/limits.h"
#include "process/proc.h"
#include "process/ptrace.h"
#include "supervise/run_internal.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <time.h>

enum { MOST_WAITS = 8 }; /* times TR_LIMIT_THREAD_STOP_MS, for a thread that is ready to run */

void tr_task_keep(struct tr_run *run, struct tr_task *task, int status)
{
    int event = status >> 16;
    task->state = TR_TASK_STOPPED;
    switch (event) {
    case PTRACE_EVENT_FORK:
    case PTRACE_EVENT_VFORK:
    case PTRACE_EVENT_CLONE:
        tr_on_birth(run, task, event);
        break;
    case PTRACE_EVENT_EXIT:
        /* Killed while it was held: let it go. One that exits while its process is being stopped shows its registers
         * first. */
        if (task->tracee->hold == TR_HOLD_ASKING) {
            task->put_off = status;
            break;
        }
        task->exits = true;
        task->state = TR_TASK_EXITING;
        ptrace(PTRACE_CONT, task->tid, 0, 0);
        break;
    case PTRACE_EVENT_STOP:
        if (WSTOPSIG(status) != SIGTRAP)
            task->put_off = status; /* in a group stop */
        break;
    default:
        task->put_off = status;
        break;
    }
}

/* Wait for the task without waiting for others. @return whether something came. */
static bool collect(struct tr_run *run, struct tr_task *task)
{
    int status;
    struct rusage usage;
    pid_t got = wait4(task->tid, &status, __WALL | WNOHANG, &usage);
    if (got == 0)
        return false;
    if (got < 0)
        tr_task_remove(run, task); /* taken over by an exec of another thread */
    else if (!WIFSTOPPED(status))
        tr_task_ended(run, task, status, &usage);
    else if (status >> 16 == PTRACE_EVENT_EXEC) {
        task->tracee->hold = TR_HOLD_NONE;
        tr_dispatch(run, task, status);
    } else
        tr_task_keep(run, task, status);
    return true;
}

static bool may_stop(const struct tr_task *task)
{
    return task->state == TR_TASK_RUNNING || task->state == TR_TASK_LISTENING;
}

/* One pass over the tasks that still run. @return how many do; @p ret_progress whether any of them changed. */
static size_t collect_all(struct tr_run *run, struct tr_tracee *tracee, bool *ret_progress)
{
    size_t running = 0;
    unsigned images = tracee->images;
    *ret_progress = false;
    for (struct tr_task *task = tracee->tasks, *next; task; task = next) {
        next = task->next;
        if (!may_stop(task))
            continue;
        if (collect(run, task))
            *ret_progress = true;
        else
            running++;
        if (tracee->ended || tracee->images != images)
            return 0;
    }
    return running;
}

/* Whether a thread that has not stopped yet only waits for a processor: on a busy machine that may take long. */
static bool wants_to_run(const struct tr_tracee *tracee)
{
    struct tr_proc_status status;
    for (const struct tr_task *task = tracee->tasks; task; task = task->next)
        if (may_stop(task) && tr_proc_status(task->tid, &status) && status.state == 'R')
            return true;
    return false;
}

bool tr_tracee_freeze(struct tr_run *run, struct tr_tracee *tracee)
{
    return tr_tracee_freeze_until(run, tracee, tr_now_us() + TR_LIMIT_THREAD_STOP_MS * 1000);
}

void tr_tracee_interrupt(const struct tr_tracee *tracee)
{
    for (const struct tr_task *task = tracee->tasks; task; task = task->next)
        if (may_stop(task))
            ptrace(PTRACE_INTERRUPT, task->tid, 0, 0);
}

bool tr_tracee_freeze_until(struct tr_run *run, struct tr_tracee *tracee, int64_t deadline)
{
    unsigned images = tracee->images, waited = 0;
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    tr_tracee_interrupt(tracee);
    for (;;) {
        bool progress;
        if (!collect_all(run, tracee, &progress) || tracee->ended || tracee->images != images)
            break;
        int64_t left = deadline - tr_now_us();
        if (left <= 0 && (++waited == MOST_WAITS || !wants_to_run(tracee)))
            break; /* a thread that waits for its vfork child cannot stop */
        if (left <= 0) {
            deadline += TR_LIMIT_THREAD_STOP_MS * 1000;
            continue;
        }
        struct timespec wait = {.tv_sec = left / 1000000, .tv_nsec = left % 1000000 * 1000};
        /* Every stop of a tracee raises SIGCHLD, which is blocked; the loop looks at all of them later, signal or not.
         * */
        if (!progress)
            sigtimedwait(&child, NULL, &wait);
    }
    return !tracee->ended && tracee->images == images;
}

/* The next task that waits to be resumed; that of the stop comes first, so that its signal ends the process at once. */
static struct tr_task *next_stopped(struct tr_run *run, const struct tr_tracee *tracee)
{
    struct tr_task *first = tr_task_find(run, tracee->stop_tid);
    if (first && first->tracee == tracee && first->state == TR_TASK_STOPPED)
        return first;
    for (struct tr_task *task = tracee->tasks; task; task = task->next)
        if (task->state == TR_TASK_STOPPED)
            return task;
    return NULL;
}

void tr_tracee_go(struct tr_run *run, struct tr_tracee *tracee)
{
    tracee->hold = TR_HOLD_NONE;
    for (struct tr_task *task; !tracee->ended && tracee->hold == TR_HOLD_NONE && (task = next_stopped(run, tracee));) {
        int status = task->put_off;
        task->put_off = 0;
        if (status)
            tr_dispatch(run, task, status);
        else
            tr_task_resume(run, task, task->signal);
    }
}

/*
 * The call that a thread is in which does not stop: the parent of a vfork(), or what waits for a device. rax is what it is inside
 * of any call.
 */
static bool call_in_progress(int tid, struct user_regs_struct *ret)
{
    struct tr_proc_call call;
    if (!tr_proc_call(tid, &call))
        return false;
    const uint64_t *arguments = call.arguments;
    *ret = (struct user_regs_struct){.orig_rax = call.number, .rdi = arguments[0], .rsi = arguments[1], .rdx = arguments[2],
                                     .r10 = arguments[3], .r8 = arguments[4], .r9 = arguments[5], .rsp = call.sp,
                                     .rip = call.pc, .rax = (uint64_t)-ENOSYS};
    return true;
}

static void fill_thread(const struct tr_task *task, bool exits, struct tr_stop_thread *ret)
{
    ret->tid = task->tid;
    tr_proc_name(task->tid, ret->name);
    ret->exiting = exits || task->exits || task->put_off >> 16 == PTRACE_EVENT_EXIT;
    ret->stop_signal = tr_task_group_stop(task);
    ret->has_registers = task->state == TR_TASK_STOPPED && tr_ptrace_registers(task->tid, &ret->registers);
    ret->has_vectors = ret->has_registers && tr_ptrace_vectors(task->tid, &ret->vectors);
    /* After an exception or an interrupt of user code the kernel sets orig_rax to a negative number. */
    if (ret->has_registers && ret->registers.is_32bit)
        ret->in_syscall = (int32_t)ret->registers.general.orig_rax >= 0;
    else if (ret->has_registers)
        ret->in_syscall = (int64_t)ret->registers.general.orig_rax >= 0 && !tr_task_begins_call(task);
    else
        ret->in_syscall = call_in_progress(task->tid, &ret->registers.general);
    ret->cpu_us = tr_proc_cpu_us(task->tid);
}

static void fill_threads(struct tr_arena *arena, const struct tr_tracee *tracee, const struct tr_task *first,
                         struct tr_stop *ret)
{
    size_t count = tracee->task_count < TR_LIMIT_THREADS_REPORTED ? tracee->task_count : TR_LIMIT_THREADS_REPORTED;
    ret->threads = tr_arena_alloc(arena, count * sizeof(*ret->threads));
    fill_thread(first, ret->reason == TR_STOP_EXIT, &ret->threads[ret->thread_count++]);
    for (const struct tr_task *task = tracee->tasks; task && ret->thread_count < count; task = task->next)
        if (task != first)
            fill_thread(task, false, &ret->threads[ret->thread_count++]);
    ret->omitted_threads = tracee->task_count - ret->thread_count;
}

static void fill_image(struct tr_arena *arena, const struct tr_tracee *tracee, int tid, struct tr_stop *ret)
{
    struct tr_proc_auxv auxv;
    struct rlimit stack;
    char *maps = tr_proc_read(tid, "maps", NULL);
    ret->maps = maps ? tr_arena_strdup(arena, maps) : "";
    free(maps);
    char *executable = tr_proc_executable(tid);
    ret->executable = tr_arena_strdup(arena, executable);
    free(executable);
    ret->is_32bit = ret->threads[0].has_registers ? ret->threads[0].registers.is_32bit : tracee->is_32bit;
    if (tr_proc_auxv(tid, tracee->is_32bit, &auxv)) {
        ret->entry = auxv.entry;
        ret->vdso = auxv.vdso;
    }
    ret->stack_limit = prlimit(tid, RLIMIT_STACK, NULL, &stack) == 0 && stack.rlim_cur != RLIM_INFINITY
                           ? stack.rlim_cur
                           : UINT64_MAX;
    ret->start_sp = tracee->start_sp;
    ret->is_forked = tracee->images == 0;
}

bool tr_run_wants(struct tr_run *run, enum tr_stop_reason reason, int pid, int signal_number)
{
    return !run->callbacks.wants || run->callbacks.wants(run->callbacks.arg, run, reason, pid, signal_number);
}

bool tr_run_holds(const struct tr_run *run)
{
    for (const struct tr_tracee *tracee = run->live; tracee; tracee = tracee->hh.next)
        if (tracee->hold == TR_HOLD_KEPT)
            return true;
    return false;
}

static void ask(struct tr_run *run, struct tr_tracee *tracee, struct tr_task *task, struct tr_stop *stop)
{
    struct tr_arena *arena = tr_arena_create();
    fill_threads(arena, tracee, task, stop);
    fill_image(arena, tracee, task->tid, stop);
    stop->is_forked |= run->attached; /* what it did before is not known */
    int pid = tracee->pid;
    if (tracee == run->root)
        run->held_since_us = tr_now_us();
    enum tr_stop_answer answer = run->callbacks.stopped(run->callbacks.arg, run, stop);
    tr_arena_destroy(arena);
    if (tr_tracee_find(run, pid) != tracee || tracee->hold != TR_HOLD_ASKING)
        return; /* released, or dead, before the callback returned */
    if (answer == TR_ANSWER_HOLD)
        tracee->hold = TR_HOLD_KEPT;
    else
        tr_run_release(run, pid);
}

/* Let a process go on that has stopped for @p reason, all of whose threads are stopped. */
static void go_on(struct tr_run *run, struct tr_tracee *tracee, enum tr_stop_reason reason)
{
    if (reason == TR_STOP_SIGNAL || reason == TR_STOP_INTERRUPT)
        tracee->dying = true;
    /* The kernel drops a fault's signal for a traced process 1 of a namespace, and the instruction would fault for
     * ever. */
    if (tracee->dying && tracee->unkillable)
        tr_tracee_detach(run, tracee);
    else
        tr_tracee_go(run, tracee);
}

void tr_report_stop(struct tr_run *run, struct tr_task *task, enum tr_stop_reason reason, const siginfo_t *info,
                    int exit_code, int signal_number)
{
    struct tr_tracee *tracee = task->tracee;
    bool fatal = reason == TR_STOP_SIGNAL || reason == TR_STOP_INTERRUPT;
    bool wanted = tr_run_wants(run, reason, tracee->pid, info ? info->si_signo : 0);
    if (!wanted && !tracee->unkillable) {
        tracee->dying = tracee->dying || fatal;
        tr_task_resume(run, task, signal_number);
        return;
    }
    tracee->hold = TR_HOLD_ASKING;
    tracee->stop_reason = reason;
    tracee->stop_tid = task->tid;
    task->signal = signal_number;
    if (!tr_tracee_freeze(run, tracee)) {
        if (!tracee->ended)
            tr_tracee_go(run, tracee);
        return;
    }
    if (!wanted) {
        go_on(run, tracee, reason);
        return;
    }
    struct tr_stop stop = {.reason = reason, .pid = tracee->pid, .tid = task->tid, .exit_code = exit_code};
    if (reason == TR_STOP_TIMEOUT || reason == TR_STOP_LOOK)
        stop.samples = run->samples;
    stop.hit = tracee->hit;
    tracee->hit = (struct tr_bound_hit){0};
    if (reason == TR_STOP_VIOLATION || reason == TR_STOP_DENIED)
        stop.violation = run->violation;
    if (info) {
        stop.signal = *info;
        stop.has_signal = true;
    }
    ask(run, tracee, task, &stop);
}

bool tr_stop_ends_run(enum tr_stop_reason reason)
{
    return reason == TR_STOP_TIMEOUT || reason == TR_STOP_LIMIT || reason == TR_STOP_DEADLOCK
           || reason == TR_STOP_VIOLATION;
}

void tr_run_release(struct tr_run *run, int pid)
{
    struct tr_tracee *tracee = tr_tracee_find(run, pid);
    if (!tracee || (tracee->hold != TR_HOLD_KEPT && tracee->hold != TR_HOLD_ASKING))
        return;
    if (tracee == run->root)
        run->held_us += tr_now_us() - run->held_since_us;
    if (tr_stop_ends_run(tracee->stop_reason))
        tr_kill_all(run);
    else if (tracee->stop_reason == TR_STOP_LOOK)
        tr_look_done(run);
    else
        go_on(run, tracee, tracee->stop_reason);
}
