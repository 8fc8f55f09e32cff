/*
 * Looking at a run without ending it: everything is stopped as at a time limit, session is told, and all goes on as it
 * was.
 */
#include "process/ptrace.h"
#include "supervise/run_internal.h"

#include <errno.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>

bool tr_look(struct tr_run *run)
{
    if (run->killing || run->freezing || run->root->ended || tr_run_holds(run))
        return false;
    if (!run->attached)
        tr_before_freeze(run);
    run->freezing = true;
    tr_freeze_all(run);
    struct tr_tracee *tracee;
    struct tr_task *task = tr_to_blame(run, &tracee);
    const struct tr_main_watch watch = run->main_watch;
    bool is_there = task && tr_sample(run, task, run->arena, &run->samples);
    tr_main_watch_set(run, &watch);
    if (is_there) {
        run->end.looked = true;
        tracee->hold = TR_HOLD_NONE;
        tr_report_stop(run, task, TR_STOP_LOOK, NULL, 0, task->signal);
    }
    if (!tr_run_holds(run))
        tr_look_done(run);
    return true;
}

/*
 * Calls that fail with EINTR when they are interrupted by a stop that no handler ran for, where others begin anew by
 * themselves. Source: signal(7), "Interruption of system calls and library functions by stop signals".
 */
static bool is_not_restarted(uint64_t call, const struct user_regs_struct *general)
{
    switch (call) {
    case SYS_epoll_wait:
    case SYS_epoll_pwait:
        return (int)general->r10 < 0; /* one with a time limit would wait longer than that */
    case SYS_semop:
        return true;
    case SYS_semtimedop:
        return general->r10 == 0;
    case SYS_rt_sigtimedwait:
        return general->rdx == 0;
    default:
        return false;
    }
}

void tr_task_restart_call(struct tr_task *task)
{
    enum { SYSCALL_BYTES = 2 }; /* 0f 05 */
    struct tr_registers registers;
    if (task->state != TR_TASK_STOPPED || task->put_off || !tr_ptrace_registers(task->tid, &registers) ||
        registers.is_32bit)
        return;
    struct user_regs_struct *general = &registers.general;
    if ((int64_t)general->rax != -EINTR || !is_not_restarted(general->orig_rax, general))
        return;
    general->rax = general->orig_rax;
    general->rip -= SYSCALL_BYTES;
    tr_ptrace_set_registers(task->tid, &registers);
}

/* Let everything go on that was stopped for the look. */
static void go_on(struct tr_run *run)
{
    struct tr_tracee *tracee, *next;
    run->freezing = false;
    HASH_ITER(hh, run->live, tracee, next)
    {
        if (tracee->hold != TR_HOLD_FROZEN && tracee->stop_reason != TR_STOP_LOOK)
            continue;
        for (struct tr_task *task = tracee->tasks; task; task = task->next)
            if (!task->signal) /* one whose handler runs ends the call, as it would have without the look */
                tr_task_restart_call(task);
        tr_tracee_go(run, tracee);
    }
}

void tr_look_done(struct tr_run *run)
{
    if (run->attached)
        tr_run_leave(run);
    else
        go_on(run);
}
