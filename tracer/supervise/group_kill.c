/*
 * A program that kills its whole process group would kill tracerun with it, and what else shares the group (the reader
 * of a pipeline). Such a call does not happen: its signal goes to the processes of the run that it means, and it
 * returns 0.
 */
#include "process/ptrace.h"
#include "supervise/run_internal.h"

#include <sys/syscall.h>

/* kill(-1) spares the caller; a group includes it. Source: kill(2). */
static bool meant(const struct tr_tracee *tracee, int caller, int target, int group)
{
    return target == -1 ? tracee->pid != caller : getpgid(tracee->pid) == group;
}

static void send_to(struct tr_run *run, int caller, int target, int group, int number)
{
    struct tr_tracee *tracee, *next;
    HASH_ITER(hh, run->live, tracee, next) {
        if (tracee->pid != caller && meant(tracee, caller, target, group))
            kill(tracee->pid, number);
    }
}

void tr_on_group_kill(struct tr_run *run, struct tr_task *task, struct tr_registers *registers)
{
    int caller = task->tracee->pid, target = (int)registers->general.rdi, number = (int)registers->general.rsi;
    int group = target == 0 ? getpgid(caller) : -target;
    struct tr_memory *memory = tr_tracee_memory(task->tracee, task->tid);
    if (run->options.syscalls != TR_SYSCALLS_NONE)
        task->in_call = tr_recorder_enter(run->recorder, caller, task->tid, registers, memory);
    if (registers->general.orig_rax != SYS_kill || (target != -1 && group != getpgrp())) {
        tr_task_resume(run, task, 0);
        return;
    }
    bool self = meant(task->tracee, caller, target, group);
    send_to(run, caller, target, group, number);
    registers->general.orig_rax = (unsigned long long)-1; /* skip the call */
    registers->general.rax = 0;
    tr_ptrace_set_registers(task->tid, registers);
    if (task->in_call)
        tr_recorder_leave(run->recorder, task->tid, 0, memory);
    task->in_call = false;
    if (self)
        kill(caller, number);
    tr_task_resume(run, task, 0);
}
