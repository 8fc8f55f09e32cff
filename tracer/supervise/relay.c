#include "base/clock.h"
#include "process/proc.h"
#include "supervise/run_internal.h"

#include <stdint.h>
#include <sys/syscall.h>

enum { RELAY_US = 100000 }; /* a signal for a group reaches its members within microseconds, on an idle machine */

static bool ends_run(int number) { return number == SIGTERM || number == SIGINT || number == SIGHUP; }

static bool was_of_run(const struct tr_run *run, int pid)
{
    if (tr_tracee_find(run, pid))
        return true;
    TR_EACH(struct tr_tracee, tracee, &run->tracees)
        if (tracee->pid == pid)
            return true;
    return false;
}

/* SI_USER, SI_QUEUE, SI_TKILL and the like name their sender; the kernel's own signals (a terminal) do not. */
static bool from_run(const struct tr_run *run, const siginfo_t *info)
{
    return info->si_code <= 0 && info->si_pid > 0 && was_of_run(run, info->si_pid);
}

static void send_root(struct tr_run *run, int number)
{
    if (run->end.root_ended)
        return;
    if (!run->options.own_group || kill(-run->root_pid, number) < 0)
        kill(run->root_pid, number);
}

/* Whether the root blocks it, or a thread takes it with sigwait, for which time the kernel lifts the block (signal.c,
 * do_sigtimedwait). */
static bool takes_itself(const struct tr_run *run, int number)
{
    struct tr_proc_status status;
    if (tr_proc_status(run->root_pid, &status) && tr_signal_in(status.blocked, number))
        return true;
    for (const struct tr_task *task = run->root->tasks; task; task = task->next) {
        struct tr_proc_call call;
        if (tr_proc_call(task->tid, &call) && call.number == SYS_rt_sigtimedwait)
            return true;
    }
    return false;
}

/* Such a signal is never about to be delivered, which is when others are looked at (signal_stop.c). A look comes in time only
 * where it lies there still, or has not been passed on. */
static void look_if_taken(struct tr_run *run, int number, bool is_passed_on)
{
    struct tr_proc_status status;
    if (!run->options.report_on_interrupt || !ends_run(number) || !takes_itself(run, number) ||
        !tr_proc_status(run->root_pid, &status))
        return;
    if (!is_passed_on || tr_signal_in(status.pending | status.shared_pending, number))
        tr_look(run);
}

static void relay(void *arg, struct tr_run *run)
{
    int number = (int)(intptr_t)arg;
    struct tr_proc_status status;
    if (run->end.root_ended || tr_now_us() - run->root_saw_us[number] < 2 * RELAY_US)
        return;
    /* Blocked there, or stopped by us: it has the signal, though it has not taken it. */
    if (tr_proc_status(run->root_pid, &status) && tr_signal_in(status.pending | status.shared_pending, number))
        return;
    look_if_taken(run, number, false);
    send_root(run, number);
}

static void on_arrival(struct tr_run *run, int number, const siginfo_t *info)
{
    if (from_run(run, info))
        return; /* the program signals its own group */
    if (ends_run(number))
        run->end.interrupted_by = number;
    if (run->attached) {
        if (ends_run(number))
            tr_run_leave(run);
        return;
    }
    if (run->end.root_ended) {
        if (ends_run(number) && !run->killing)
            tr_kill_all(run);
        return;
    }
    look_if_taken(run, number, !run->options.own_group);
    if (run->options.own_group)
        send_root(run, number);
    else if (info->si_code != SI_KERNEL)
        tr_run_timer(run, tr_now_us() + RELAY_US, relay, (void *)(intptr_t)number);
}

static void take(struct tr_run *run, int number)
{
    siginfo_t info;
    if (sigismember(&run->signals.caught, number) == 1 && tr_signals_take(number, &info))
        on_arrival(run, number, &info);
}

void tr_signals_handle(struct tr_run *run)
{
    siginfo_t info;
    tr_signals_collect(&run->signals);
    for (const int *number = tr_relayed_signals; *number; number++)
        take(run, *number);
    if (tr_signals_take(SIGWINCH, &info))
        tr_streams_resize(&run->streams);
}

bool tr_is_interrupt(struct tr_run *run, int number, const siginfo_t *info)
{
    if (!ends_run(number) || from_run(run, info))
        return false;
    tr_signals_collect(&run->signals);
    take(run, number);
    /* A terminal's signal reaches the whole group; tracerun's own may be under way still. */
    if (info->si_code == SI_KERNEL && !run->options.own_group)
        run->end.interrupted_by = number;
    return run->end.interrupted_by == number;
}
