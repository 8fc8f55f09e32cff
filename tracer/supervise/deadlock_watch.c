/*
 * Noticing that nothing of the run can ever go on: every thread of every process waits, without a time limit, for a
 * futex that only those threads could wake, or for the end of a child that itself waits so, and no signal and no timer can
 * interrupt it. A look from outside (/proc/TID/syscall) costs a busy program one small file every CHECK_US; only when that finds all threads waiting are
 * they stopped, and the registers of threads that are all stopped at once prove it: an interrupted wait shows
 * -ERESTARTSYS, a wait that has been woken its result.
 *
 * Sources: futex(2), kernel/futex/waitwake.c (restart), proc(5) /proc/PID/syscall.
 */
#include "base/clock.h"
#include "process/maps.h"
#include "process/proc.h"
#include "process/ptrace.h"
#include "supervise/run_internal.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>

enum {
    CHECK_US = 150000,
    CHECK_MOST_US = 5000000, /* between looks that stop the program and find nothing */
};

/* A wait for the end of a child, in the kernel until there is one. */
static bool is_child_wait(const struct tr_proc_call *wait)
{
    uint64_t options = wait->arguments[wait->number == SYS_waitid ? 3 : 2];
    return (wait->number == SYS_wait4 || wait->number == SYS_waitid) && !(options & WNOHANG);
}

/* Whether all that belongs to the run is ours to look at, and all of it seems to wait. */
static bool all_seem_to_wait(const struct tr_run *run)
{
    struct tr_proc_call wait;
    size_t waiting = 0;
    bool on_futex = false; /* processes that wait for children only are waiting for them to end, which they are about to do */
    for (const struct tr_tracee *tracee = run->live; tracee; tracee = tracee->hh.next) {
        if (tracee->detached || tracee->helper_of || tracee->hold != TR_HOLD_NONE || tracee->is_32bit)
            return false;
        for (const struct tr_task *task = tracee->tasks; task; task = task->next) {
            if (task->state == TR_TASK_EXITING)
                continue;
            if (task->state != TR_TASK_RUNNING || !tr_proc_call(task->tid, &wait) ||
                (!tr_call_wait_is_endless(&wait) && !is_child_wait(&wait)))
                return false;
            on_futex |= tr_call_wait_is_endless(&wait);
            waiting++;
        }
    }
    return waiting > 0 && on_futex;
}

/* An io_uring can wake a futex. */
static bool has_ring(int pid)
{
    char path[64], target[PATH_MAX];
    snprintf(path, sizeof(path), "/proc/%d/fd", pid);
    DIR *folder = opendir(path);
    bool found = folder == NULL;
    for (const struct dirent *entry; folder && !found && (entry = readdir(folder));) {
        ssize_t size = readlinkat(dirfd(folder), entry->d_name, target, sizeof(target) - 1);
        found = size > 0 && (target[size] = '\0', strstr(target, "[io_uring]"));
    }
    if (folder)
        closedir(folder);
    return found;
}

/* POSIX timers; an empty file where there are none. */
static bool has_timers(int pid)
{
    size_t size;
    char *text = tr_proc_read(pid, "timers", &size);
    bool none = text ? size == 0 : errno == ENOENT; /* a kernel without the file: the calls have been seen */
    free(text);
    return !none;
}

/* A shell catches what it waits for, its child's end, and what a terminal sends to both; neither wakes the child. */
static uint64_t signals_of_waiter(void) { return UINT64_C(1) << (SIGCHLD - 1) | UINT64_C(1) << (SIGINT - 1); }

/* Whether a signal or an event from elsewhere can reach the process. @p only_waits  all its threads wait for children. */
static bool can_be_reached(const struct tr_tracee *tracee, bool only_waits)
{
    struct tr_proc_status status;
    uint64_t harmless = tr_signals_harmless() | (only_waits ? signals_of_waiter() : 0);
    const struct tr_task *first = tr_tracee_first(tracee);
    return !first || !tr_proc_status(first->tid, &status) || (status.caught & ~harmless) != 0 ||
           (status.pending | status.shared_pending) != 0 || has_timers(first->tid) || has_ring(first->tid);
}

/* Whether a child that this wait is for lives, in this run: then it is as stuck as all. */
static bool has_child(const struct tr_run *run, const struct tr_tracee *tracee, const struct tr_proc_call *wait)
{
    int pid = wait->number == SYS_wait4 ? (int)wait->arguments[0] : wait->arguments[0] == P_PID ? (int)wait->arguments[1] : -1;
    for (const struct tr_tracee *child = run->live; child; child = child->hh.next)
        if (child->parent == tracee->pid && (pid <= 0 || child->pid == pid))
            return true;
    return false;
}

/* The thread is stopped: whether it was waiting, was not woken, and would wait again when it went on. */
static bool is_stuck(const struct tr_run *run, struct tr_tracee *tracee, const struct tr_task *task, const struct tr_maps *maps)
{
    struct tr_proc_call wait;
    if (tr_task_interrupted_wait(task, &wait) && is_child_wait(&wait))
        return has_child(run, tracee, &wait);
    return tr_task_waits_for_ever(tracee, task, maps);
}

static bool only_waits(const struct tr_tracee *tracee)
{
    struct tr_proc_call wait;
    for (const struct tr_task *task = tracee->tasks; task; task = task->next)
        if (task->state != TR_TASK_EXITING && (!tr_task_interrupted_wait(task, &wait) || !is_child_wait(&wait)))
            return false;
    return true;
}

static bool all_stuck(const struct tr_run *run, struct tr_tracee *tracee)
{
    struct tr_maps maps;
    struct tr_arena *arena = tr_arena_create();
    const struct tr_task *first = tr_tracee_first(tracee);
    char *text = first ? tr_proc_read(first->tid, "maps", NULL) : NULL;
    bool stuck = text && tr_tracee_threads_exited(tracee) && !can_be_reached(tracee, only_waits(tracee));
    tr_maps_parse(arena, text ? text : "", &maps);
    for (const struct tr_task *task = tracee->tasks; task && stuck; task = task->next)
        stuck = task->state == TR_TASK_EXITING || is_stuck(run, tracee, task, &maps);
    free(text);
    tr_arena_destroy(arena);
    return stuck;
}

static bool is_proved(struct tr_run *run)
{
    for (struct tr_tracee *tracee = run->live; tracee; tracee = tracee->hh.next)
        if (tracee->hold != TR_HOLD_FROZEN || !all_stuck(run, tracee))
            return false;
    return run->live != NULL;
}

static void go_on(struct tr_run *run)
{
    struct tr_tracee *tracee, *next;
    run->freezing = false;
    HASH_ITER(hh, run->live, tracee, next)
    if (tracee->hold == TR_HOLD_FROZEN)
        tr_tracee_go(run, tracee);
}

static void check(void *arg, struct tr_run *run)
{
    (void)arg;
    int64_t again = CHECK_US;
    run->deadlock_timer = 0;
    if (run->killing || run->freezing || run->timer_seen || run->root->ended)
        return;
    if (run->launched && all_seem_to_wait(run)) {
        run->freezing = true;
        tr_freeze_all(run);
        if (is_proved(run)) {
            run->end.deadlocked = true;
            tr_end_by(run, TR_STOP_DEADLOCK);
            return;
        }
        go_on(run);
        run->deadlock_tries++;
        again = CHECK_US << (run->deadlock_tries < 6 ? run->deadlock_tries : 6);
    }
    run->deadlock_timer = tr_run_timer(run, tr_now_us() + (again < CHECK_MOST_US ? again : CHECK_MOST_US), check, NULL);
}

void tr_deadlock_watch(struct tr_run *run)
{
    /* Without the calls that arm timers nothing is proved. */
    bool sees_timers = run->has_filter && (run->filter == TR_FILTER_DEFAULT || run->filter == TR_FILTER_ALL);
    if (run->options.early_deadlock && sees_timers && !run->options.keep_children)
        run->deadlock_timer = tr_run_timer(run, tr_now_us() + CHECK_US, check, NULL);
}

void tr_deadlock_watch_call(struct tr_run *run, const struct tr_registers *registers)
{
    switch (registers->general.orig_rax) {
    case SYS_alarm:
    case SYS_setitimer:
    case SYS_timer_create:
        run->timer_seen = true;
        break;
    default:
        break;
    }
}
