#include "process/ptrace.h"
#include "supervise/run_internal.h"

#include <sys/wait.h>

enum {
    EXIT_GROUP_64 = 231, EXIT_64 = 60, /* asm/unistd_64.h */
    EXIT_GROUP_32 = 252, EXIT_32 = 1,  /* asm/unistd_32.h */
};

/* Whether @p task is the one whose call ends the whole process; the others only die with it. */
static bool ends_process(const struct tr_task *task)
{
    struct tr_registers registers;
    if (!tr_ptrace_registers(task->tid, &registers))
        return false;
    long call = (long)registers.general.orig_rax;
    if (call == (registers.is_32bit ? EXIT_GROUP_32 : EXIT_GROUP_64))
        return true;
    return call == (registers.is_32bit ? EXIT_32 : EXIT_64) && task->tracee->task_count == 1;
}

void tr_on_exit(struct tr_run *run, struct tr_task *task)
{
    struct tr_tracee *tracee = task->tracee;
    int status = (int)tr_ptrace_message(task->tid);
    task->exits = true;
    task->in_call = task->in_memory_call = false;
    task->lending = TR_LEND_NONE;
    tr_cpu_watch_exit(tracee);
    if (tracee->helper_of) {
        tr_take_back(run, tracee->helper_of);
        tr_task_resume(run, task, 0);
        return;
    }
    if (tracee->task_count == 1) {
        tr_memory_watch_exit(run, tracee, status);
        tr_usage_exiting(run, tracee);
    }
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    if (!code || tracee->exit_reported || tracee->dying || run->killing || !ends_process(task)) {
        tr_task_resume(run, task, 0);
        return;
    }
    tracee->exit_reported = true;
    tr_memory_watch_failing(run, tracee);
    tr_report_stop(run, task, TR_STOP_EXIT, NULL, code, 0);
}
