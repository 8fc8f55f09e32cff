#include "supervise/run_internal.h"

#include <sys/ptrace.h>
#include <sys/wait.h>

void tr_task_resume(struct tr_run *run, struct tr_task *task, int signal_number)
{
    (void)run;
    if (task->tracee && task->tracee->hold != TR_HOLD_NONE) {
        task->signal = signal_number;
        return;
    }
    task->state = task->exits ? TR_TASK_EXITING : TR_TASK_RUNNING;
    task->put_off = task->signal = 0;
    bool to_call = task->in_call || task->in_memory_call || task->lending > TR_LEND_CLONE;
    /* Fails only when the task was killed meanwhile: its end comes through wait. */
    ptrace(to_call ? PTRACE_SYSCALL : PTRACE_CONT, task->tid, 0, (void *)(intptr_t)signal_number);
}

void tr_task_ended(struct tr_run *run, struct tr_task *task, int status, const struct rusage *usage)
{
    struct tr_tracee *tracee = task->tracee;
    int tid = task->tid;
    tr_task_remove(run, task);
    /* The kernel tells the leader's end last, when every other thread has been waited for. */
    if (tracee && tid == tracee->pid)
        tr_tracee_end(run, tracee, status, usage);
}

/* PTRACE_EVENT_STOP: a new task's first stop, our own PTRACE_INTERRUPT, the begin or the end of a group stop. */
static void on_trap_stop(struct tr_run *run, struct tr_task *task, int signal_number)
{
    switch (signal_number) {
    case SIGSTOP:
    case SIGTSTP:
    case SIGTTIN:
    case SIGTTOU:
        task->state = TR_TASK_LISTENING;
        ptrace(PTRACE_LISTEN, task->tid, 0, 0);
        tr_job_stopped(run, signal_number);
        break;
    default:
        tr_task_resume(run, task, 0);
        break;
    }
}

void tr_dispatch(struct tr_run *run, struct tr_task *task, int status)
{
    int event = status >> 16, signal_number = WSTOPSIG(status);
    task->state = TR_TASK_STOPPED;
    if (!task->tracee) {
        task->put_off = status;
        return;
    }
    if (task->tracee->detached) {
        /* It could not be stopped in time when the others were let go. */
        ptrace(PTRACE_DETACH, task->tid, 0, event ? 0 : (void *)(intptr_t)(signal_number & 0x7f));
        tr_task_remove(run, task);
        return;
    }
    if (task->tracee->hold != TR_HOLD_NONE) {
        tr_task_keep(run, task, status);
        return;
    }
    switch (event) {
    case 0:
        if (signal_number == (SIGTRAP | 0x80))
            tr_on_syscall_return(run, task);
        else
            tr_on_signal(run, task, signal_number);
        break;
    case PTRACE_EVENT_FORK:
    case PTRACE_EVENT_VFORK:
    case PTRACE_EVENT_CLONE:
        tr_on_birth(run, task, event);
        /* Who made one too many stays for the report: after a vfork it could not be stopped again. */
        if (run->ending_tid != task->tid)
            tr_task_resume(run, task, 0);
        break;
    case PTRACE_EVENT_EXEC:
        tr_on_exec(run, task);
        break;
    case PTRACE_EVENT_EXIT:
        tr_on_exit(run, task);
        break;
    case PTRACE_EVENT_SECCOMP:
        tr_on_seccomp(run, task);
        break;
    case PTRACE_EVENT_STOP:
        on_trap_stop(run, task, signal_number);
        break;
    default:
        tr_task_resume(run, task, 0);
        break;
    }
}
