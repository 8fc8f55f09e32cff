/* Job control: a shell looks at tracerun, so tracerun stops when the program does. And the terminal's modes. */
#include "base/clock.h"
#include "supervise/run_internal.h"

#include <fcntl.h>
#include <sys/wait.h>

enum {
    SETTLE_US = 10000, /* the threads of a process report a group stop one by one */
    WAKE_US = 100000,  /* SIGCONT that was meant for the group has arrived by then */
};

/* Whether all that shares tracerun's group stands in a group stop. */
static bool all_stopped(const struct tr_run *run)
{
    int group = getpgrp();
    size_t stopped = 0;
    for (const struct tr_tracee *tracee = run->live; tracee; tracee = tracee->hh.next) {
        if (tracee->detached || getpgid(tracee->pid) != group)
            continue;
        for (const struct tr_task *task = tracee->tasks; task; task = task->next) {
            if (task->state != TR_TASK_LISTENING && task->state != TR_TASK_EXITING)
                return false;
            stopped += task->state == TR_TASK_LISTENING;
        }
    }
    return stopped > 0;
}

/* Whether a process of the run that has left the group runs on, and may be the one that is to continue the others. */
static bool others_run(const struct tr_run *run)
{
    int group = getpgrp();
    for (const struct tr_tracee *tracee = run->live; tracee; tracee = tracee->hh.next) {
        if (tracee->detached || getpgid(tracee->pid) == group)
            continue;
        for (const struct tr_task *task = tracee->tasks; task; task = task->next)
            if (task->state == TR_TASK_RUNNING || task->state == TR_TASK_STOPPED)
                return true;
    }
    return false;
}

/*
 * A stop at a terminal is for a shell to see, which stops its wait for tracerun. One by SIGSTOP may be the program's own
 * business: whoever of the run shall end it needs a tracer that serves it, and so does a time limit.
 */
static bool is_for_a_shell(const struct tr_run *run)
{
    int terminal = open("/dev/tty", O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (terminal < 0)
        return false;
    close(terminal);
    return run->job_signal != SIGSTOP || (!run->options.limits[TR_BOUND_WALL].value && !others_run(run));
}

/* After tracerun was continued alone: continue the program with it. */
static void wake(void *arg, struct tr_run *run)
{
    (void)arg;
    run->job_timer = 0;
    if (!all_stopped(run))
        return;
    for (const struct tr_tracee *tracee = run->live; tracee; tracee = tracee->hh.next)
        if (getpgid(tracee->pid) == getpgrp())
            kill(tracee->pid, SIGCONT);
}

static void settle(void *arg, struct tr_run *run)
{
    (void)arg;
    run->job_timer = 0;
    if (!all_stopped(run))
        return;
    if (!is_for_a_shell(run))
        return;
    kill(getpid(), SIGSTOP);
    run->job_timer = tr_run_timer(run, tr_now_us() + WAKE_US, wake, NULL);
}

void tr_job_stopped(struct tr_run *run, int signal_number)
{
    run->job_signal = signal_number;
    if (!run->options.own_group && !run->job_timer)
        run->job_timer = tr_run_timer(run, tr_now_us() + SETTLE_US, settle, NULL);
}

void tr_terminal_save(struct tr_run *run)
{
    run->terminal = -1;
    for (int fd = 0; fd <= 2 && run->terminal < 0; fd++) {
        if (tcgetattr(fd, &run->modes) == 0) {
            run->terminal = fcntl(fd, F_DUPFD_CLOEXEC, 3);
            run->foreground = tcgetpgrp(fd);
        }
    }
}

void tr_terminal_restore(struct tr_run *run)
{
    /* A program that ended well may have changed the modes on purpose, as stty does. */
    if (run->terminal < 0 || (run->end.root_ended && run->end.root_status == 0))
        return;
    /* SIGTTOU is blocked, so neither call can stop tracerun in the background. */
    if (run->foreground == getpgrp() && tcgetpgrp(run->terminal) != run->foreground)
        tcsetpgrp(run->terminal, run->foreground);
    if (tcgetpgrp(run->terminal) == getpgrp())
        tcsetattr(run->terminal, TCSADRAIN, &run->modes);
}
