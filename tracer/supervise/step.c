#include "supervise/step.h"

#include "base/clock.h"
#include "process/proc.h"
#include "process/ptrace.h"

#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

enum { DRAIN_US = 1000 /* between looks at what the program writes */ };

/* Whether the SIGTRAP that the task has stopped with is of a step or breakpoint, not of an int3 or kill(2). sigaction(2). */
static bool is_watching_trap(int tid)
{
    siginfo_t info;
    return tr_ptrace_siginfo(tid, &info) && info.si_code > 0 && info.si_code != SI_KERNEL;
}

/*
 * Whether the trap of a step or breakpoint waits behind the interruption: a step over a system call that is cut short
 * has both. A trap that is left there ends the program once nobody traces it.
 */
static bool has_trap_behind(int tid)
{
    struct tr_proc_status status;
    return tr_proc_status(tid, &status) && tr_signal_in(status.pending & ~status.blocked, SIGTRAP);
}

/* The wait for a task's next stop. */
struct wait {
    struct tr_step *step;
    enum __ptrace_request how;
    int64_t deadline_us;
    bool interrupted;  /* by us, at the deadline */
    bool is_cut_short; /* what it was in was interrupted: the trap that was behind that stop is awaited */
};

enum outcome { AGAIN, NO_TRAP, TRAP };

static enum outcome take_stop(struct wait *wait, int status)
{
    struct tr_step *step = wait->step;
    int tid = step->task->tid;
    bool is_interrupt = status >> 16 == PTRACE_EVENT_STOP, is_ours = wait->interrupted && is_interrupt;
    /* The freeze may have interrupted it once more when it had stopped already: it goes on as it was told to. */
    if (is_interrupt && !is_ours && WSTOPSIG(status) == SIGTRAP && ptrace(wait->how, tid, 0, 0) == 0)
        return AGAIN;
    if (is_ours && has_trap_behind(tid) && ptrace(PTRACE_CONT, tid, 0, 0) == 0) {
        wait->is_cut_short = true;
        return AGAIN;
    }
    bool is_trap = status >> 8 == SIGTRAP && is_watching_trap(tid);
    step->task->state = TR_TASK_STOPPED;
    step->was_interrupted = is_ours || wait->is_cut_short;
    if (!is_ours && !is_trap) {
        step->disturbed = true;
        tr_task_keep(step->run, step->task, status);
        return NO_TRAP;
    }
    return tr_ptrace_registers(tid, &step->now) && is_trap && !wait->is_cut_short ? TRAP : NO_TRAP;
}

/* Nothing has happened yet. */
static enum outcome go_on_waiting(struct wait *wait)
{
    sigset_t child;
    int64_t left = wait->deadline_us - tr_now_us();
    if (left <= 0 && wait->interrupted) {
        wait->step->disturbed = true; /* it cannot stop */
        return NO_TRAP;
    }
    if (left <= 0) {
        wait->interrupted = true;
        wait->deadline_us = tr_now_us() + TR_STEP_MOST_US;
        ptrace(PTRACE_INTERRUPT, wait->step->task->tid, 0, 0);
        return AGAIN;
    }
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    struct timespec time = {.tv_nsec = (left < DRAIN_US ? left : DRAIN_US) * 1000};
    sigtimedwait(&child, NULL, &time); /* the loop looks at all tracees later, signal or not */
    tr_streams_serve(&wait->step->run->streams);
    return AGAIN;
}

static enum outcome look(struct wait *wait)
{
    struct tr_step *step = wait->step;
    struct rusage usage;
    int status;
    pid_t got = wait4(step->task->tid, &status, __WALL | WNOHANG, &usage);
    if (got == 0)
        return go_on_waiting(wait);
    if (got > 0 && WIFSTOPPED(status))
        return take_stop(wait, status);
    step->disturbed = true;
    if (got > 0)
        tr_task_ended(step->run, step->task, status, &usage);
    return NO_TRAP;
}

bool tr_step(struct tr_step *step, enum __ptrace_request how, int64_t deadline_us)
{
    struct wait wait = {.step = step, .how = how, .deadline_us = deadline_us};
    enum outcome outcome;
    if (step->was_interrupted)
        tr_task_restart_call(step->task);
    if (ptrace(how, step->task->tid, 0, 0) != 0) {
        step->disturbed = true;
        return false;
    }
    step->task->state = TR_TASK_RUNNING;
    while ((outcome = look(&wait)) == AGAIN) {
    }
    return outcome == TRAP;
}
