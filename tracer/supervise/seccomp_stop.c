#include "process/ptrace.h"
#include "supervise/run_internal.h"

#include <errno.h>
#include <sys/syscall.h>

/* A program that traces: its tracees are ours already, so its calls fail with EPERM. */
static void note_ptrace(struct tr_run *run, const struct tr_registers *registers)
{
    if (registers->general.orig_rax == SYS_ptrace)
        tr_run_note(run, "processes",
                    "the program uses ptrace, which fails for processes that tracerun traces already");
}

void tr_record_call(struct tr_run *run, struct tr_task *task, const struct tr_registers *registers)
{
    note_ptrace(run, registers);
    tr_deadlock_watch_call(run, registers);
    struct tr_memory *memory = tr_tracee_memory(task->tracee, task->tid);
    bool wanted = tr_recorder_enter(run->recorder, task->tracee->pid, task->tid, registers, memory);
    task->in_call = wanted || task->watched;
    tr_leftovers_call(run->leftovers, registers, memory);
    tr_task_resume(run, task, 0);
}

void tr_on_seccomp(struct tr_run *run, struct tr_task *task)
{
    struct tr_registers registers;
    unsigned long mark = tr_ptrace_message(task->tid);
    if (run->launched && tr_mark_is_sandbox(mark)) {
        tr_on_refusal(run, task, mark);
        return;
    }
    /* Before the first exec it is our own launch code that calls; a leak checker's task is none of the program's. */
    if (!run->launched || task->lending || task->tracee->helper_of || !tr_ptrace_registers(task->tid, &registers)) {
        tr_task_resume(run, task, 0);
        return;
    }
    switch (mark) {
    case TR_MARK_RECORD:
        tr_record_call(run, task, &registers);
        break;
    case TR_MARK_MEMORY:
        task->in_memory_call = tr_memory_watch_call(task->tracee, &registers);
        tr_record_call(run, task, &registers);
        break;
    case TR_MARK_KILL:
        tr_on_group_kill(run, task, &registers);
        break;
    case TR_MARK_CLONE_UNTRACED:
        tr_on_clone_untraced(run, task);
        break;
    default:
        tr_task_resume(run, task, 0);
        break;
    }
}

/* @return whether it failed because of the limit of open files, for the first time. */
static bool is_out_of_files(struct tr_run *run, struct tr_task *task, int64_t result)
{
    int64_t most = run->options.limits[TR_BOUND_OPEN_FILES].value;
    return most && result == -EMFILE && tr_bound_refused(run, task->tracee, TR_BOUND_OPEN_FILES, most, 1);
}

void tr_on_syscall_return(struct tr_run *run, struct tr_task *task)
{
    struct tr_registers registers;
    if (task->lending) {
        tr_lend_step(run, task);
        return;
    }
    bool recorded = task->in_call, memory_call = task->in_memory_call;
    task->in_call = task->in_memory_call = false;
    if (!(recorded || memory_call) || !tr_ptrace_registers(task->tid, &registers)) {
        tr_task_resume(run, task, 0);
        return;
    }
    if (recorded) {
        tr_leftovers_return(run->leftovers, task, &registers);
        tr_recorder_leave(run->recorder, task->tid, (int64_t)registers.general.rax,
                          tr_tracee_memory(task->tracee, task->tid));
    }
    bool refused = (memory_call && tr_memory_watch_return(run, task->tracee, &registers))
                   || (recorded && is_out_of_files(run, task, (int64_t)registers.general.rax));
    bool watched = task->watched && !refused;
    task->watched = false;
    if (refused)
        tr_report_stop(run, task, TR_STOP_REFUSED, NULL, 0, 0);
    else if (watched)
        tr_on_watched_return(run, task, &registers);
    else
        tr_task_resume(run, task, 0);
}
