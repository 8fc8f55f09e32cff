/* Which process and thread of a stopped run is the reason that it does not end, or uses too much. */
#include "process/ptrace.h"
#include "supervise/run_internal.h"

#include <linux/futex.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>

int tr_task_group_stop(const struct tr_task *task)
{
    bool is_event = WIFSTOPPED(task->put_off) && task->put_off >> 16 == PTRACE_EVENT_STOP;
    return is_event && WSTOPSIG(task->put_off) != SIGTRAP ? WSTOPSIG(task->put_off) : 0;
}

bool tr_task_begins_call(const struct tr_task *task)
{
    return WIFSTOPPED(task->put_off) && task->put_off >> 16 == PTRACE_EVENT_SECCOMP;
}

/* A thread that computes rather than waits in a system call; NULL when all wait. */
static struct tr_task *computing(const struct tr_run *run, const struct tr_tracee *tracee)
{
    for (struct tr_task *task = tracee->tasks; task; task = task->next)
        if (tr_task_computes(run, task))
            return task;
    return NULL;
}

/* Whether every thread waits for a child. */
static bool only_waits(const struct tr_tracee *tracee)
{
    struct tr_registers registers;
    for (const struct tr_task *task = tracee->tasks; task; task = task->next) {
        if (!tr_ptrace_registers(task->tid, &registers))
            continue;
        long call = (long)registers.general.orig_rax;
        if (call != SYS_wait4 && call != SYS_waitid && call != SYS_rt_sigsuspend)
            return false;
    }
    return true;
}

/* Whether there is something to look at: a thread that stands still, rather than one that is just exiting. */
static bool may_be_blamed(const struct tr_tracee *tracee)
{
    bool stands = false;
    for (const struct tr_task *task = tracee->tasks; task; task = task->next)
        stands = stands || task->state == TR_TASK_STOPPED;
    return stands && !tracee->detached && !tracee->helper_of;
}

/* The last process made that computes. */
static struct tr_tracee *last_computing(const struct tr_run *run)
{
    struct tr_tracee *found = NULL;
    for (struct tr_tracee *tracee = run->live; tracee; tracee = tracee->hh.next)
        if (may_be_blamed(tracee) && computing(run, tracee))
            found = tracee;
    return found;
}

/* A thread that writes; NULL when there is none. */
static struct tr_task *writing(const struct tr_tracee *tracee)
{
    struct tr_registers registers;
    for (struct tr_task *task = tracee->tasks; task; task = task->next) {
        if (task->state != TR_TASK_STOPPED || !tr_ptrace_registers(task->tid, &registers))
            continue;
        if (registers.general.orig_rax == SYS_write || registers.general.orig_rax == SYS_writev)
            return task;
    }
    return NULL;
}

/* The last process made that writes; the root when none is just at it. */
static struct tr_tracee *last_writing(const struct tr_run *run)
{
    struct tr_tracee *found = run->root;
    for (struct tr_tracee *tracee = run->live; tracee; tracee = tracee->hh.next)
        if (may_be_blamed(tracee) && writing(tracee))
            found = tracee;
    return found;
}

/* The last child of @p tracee that still runs. */
static struct tr_tracee *child_of(const struct tr_run *run, const struct tr_tracee *tracee)
{
    struct tr_tracee *found = NULL;
    for (struct tr_tracee *child = run->live; child; child = child->hh.next)
        if (child->parent == tracee->pid && may_be_blamed(child))
            found = child;
    return found;
}

/* The root when it computes, else what does; when all wait: the root, or what it waits for, through any number of
 * shells. For a limit: who is known to have exceeded it. */
static struct tr_tracee *to_blame(const struct tr_run *run)
{
    struct tr_tracee *blamed = run->ending_pid ? tr_tracee_find(run, run->ending_pid) : NULL;
    if (blamed && may_be_blamed(blamed))
        return blamed;
    if (run->ending.bound == TR_BOUND_OUTPUT)
        return last_writing(run);
    blamed = run->root;
    if (computing(run, blamed))
        return blamed;
    struct tr_tracee *busy = last_computing(run);
    if (busy)
        return busy;
    for (struct tr_tracee *child; only_waits(blamed) && (child = child_of(run, blamed));)
        blamed = child;
    return blamed;
}

/* Who waits for another thread's end only waits for what that one waits for. The kernel keeps the thread's id in the
 * word that pthread_join waits on, until it ends. */
static struct tr_task *joined(const struct tr_run *run, struct tr_task *first)
{
    enum { LONGEST = 16 };
    struct tr_registers registers;
    struct tr_task *task = first;
    for (unsigned i = 0; task && i < LONGEST; i++) {
        if (task->state != TR_TASK_STOPPED || !tr_ptrace_registers(task->tid, &registers)
            || registers.general.orig_rax != SYS_futex || registers.general.rsi & FUTEX_PRIVATE_FLAG)
            return task;
        struct tr_task *next = tr_task_find(run, (int)registers.general.rdx);
        if (!next || next->tracee != task->tracee)
            return task;
        task = next;
        if (task == first)
            break;
    }
    return first; /* a circle */
}

struct tr_task *tr_to_blame(const struct tr_run *run, struct tr_tracee **ret_tracee)
{
    if (run->root->ended || run->root->detached)
        return NULL;
    *ret_tracee = to_blame(run);
    struct tr_task *known = tr_task_find(run, run->ending_tid);
    if (known && known->tracee == *ret_tracee)
        return known;
    struct tr_task *task = run->ending.bound == TR_BOUND_OUTPUT ? writing(*ret_tracee) : computing(run, *ret_tracee);
    return task ? task : joined(run, tr_tracee_first(*ret_tracee));
}
