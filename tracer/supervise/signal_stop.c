#include "base/clock.h"
#include "process/proc.h"
#include "process/ptrace.h"
#include "supervise/run_internal.h"

#include <errno.h>

/* Signals whose default action does not end the process. Source: signal(7). */
static bool harmless(int number)
{
    switch (number) {
    case SIGCHLD:
    case SIGCONT:
    case SIGURG:
    case SIGWINCH:
    case SIGSTOP:
    case SIGTSTP:
    case SIGTTIN:
    case SIGTTOU:
        return true;
    default:
        return false;
    }
}

static bool is_fault(int number, const siginfo_t *info)
{
    switch (number) {
    case SIGSEGV:
    case SIGBUS:
    case SIGFPE:
    case SIGILL:
    case SIGTRAP:
        return info->si_code > 0;
    default:
        return false;
    }
}

static void on_handled(struct tr_run *run, struct tr_task *task, int number, const siginfo_t *info)
{
    if (!is_fault(number, info)) {
        tr_task_resume(run, task, number);
        return;
    }
    run->end.faults_handled++;
    tr_report_stop(run, task, TR_STOP_HANDLED, info, 0, number);
}

/* The kernel sends SIGXFSZ as if the process had sent it to itself, whatever it does with it, and has the call fail with
 * EFBIG. Source: inode_newsize_ok() and generic_write_check_limits() of the kernel. */
static bool is_file_limit(const struct tr_run *run, const struct tr_task *task, int number)
{
    struct tr_registers registers;
    return number == SIGXFSZ && run->options.limits[TR_BOUND_FILE_SIZE].value
           && tr_ptrace_registers(task->tid, &registers) && (int)registers.general.rax == -EFBIG;
}

static void on_fatal(struct tr_run *run, struct tr_task *task, int number, const siginfo_t *info)
{
    struct tr_tracee *tracee = task->tracee;
    tracee->signal = *info;
    tracee->has_signal = true;
    tr_memory_watch_failing(run, tracee);
    enum tr_stop_reason reason = tr_is_interrupt(run, number, info) ? TR_STOP_INTERRUPT : TR_STOP_SIGNAL;
    tr_report_stop(run, task, reason, info, 0, number);
}

void tr_on_signal(struct tr_run *run, struct tr_task *task, int number)
{
    struct tr_tracee *tracee = task->tracee;
    siginfo_t info;
    struct tr_proc_status status;
    bool refused = false;
    if (tracee == run->root && number > 0 && number <= 64)
        run->root_saw_us[number] = tr_now_us();
    if (harmless(number) || tracee->dying || tracee->helper_of || run->killing
        || !tr_ptrace_siginfo(task->tid, &info)) {
        tr_task_resume(run, task, number);
        return;
    }
    if (number == SIGTRAP && tr_main_watch_trap(run, task, &info))
        return;
    if (run->options.report_on_interrupt && tracee == run->root && tr_proc_status(task->tid, &status) &&
        tr_signal_in(status.ignored | status.caught, number) && tr_is_interrupt(run, number, &info)) {
        task->signal = number;
        if (tr_look(run))
            return;
    }
    if (is_file_limit(run, task, number)) {
        int64_t most = run->options.limits[TR_BOUND_FILE_SIZE].value;
        refused = tr_bound_refused(run, tracee, TR_BOUND_FILE_SIZE, most, 0);
    }
    /* A tracer is told of ignored signals too. Where a handler cannot be ruled out, nothing is claimed: the end will
     * tell. A fault in spite of being blocked or ignored has been given the default action by now (kernel,
     * force_sig_info). */
    if (!tr_proc_status(task->tid, &status))
        tr_task_resume(run, task, number);
    else if (refused && tr_signal_in(status.ignored | status.caught, number))
        tr_report_stop(run, task, TR_STOP_REFUSED, &info, 0, number);
    else if (tr_signal_in(status.ignored, number))
        tr_task_resume(run, task, number);
    else if (tr_signal_in(status.caught, number))
        on_handled(run, task, number, &info);
    else if (status.is_init && info.si_code <= 0)
        tr_task_resume(run, task, number); /* dropped on delivery (kernel, SIGNAL_UNKILLABLE) */
    else {
        tracee->unkillable = status.is_init;
        on_fatal(run, task, number, &info);
    }
}
