/*
 * One task goes on for a step, or up to a breakpoint, while everything else stays stopped. Private to supervise/.
 */
#ifndef TR_SUPERVISE_STEP_H
#define TR_SUPERVISE_STEP_H

#include "supervise/run_internal.h"

#include <sys/ptrace.h>

enum { TR_STEP_MOST_US = 600000 /* of waiting for a trap, before it is interrupted, and for that */ };

struct tr_step {
    struct tr_run *run;
    struct tr_task *task;
    struct tr_registers now; /* after the last stop */
    bool was_interrupted;    /* it stopped by our interrupt, perhaps inside a call */
    bool disturbed;          /* by a signal or an end of the task, which are dealt with as they would have been */
};

/**
 * Let the task go on, and wait until it stops again. It is interrupted at @p deadline_us; a call that this cuts short begins
 * again with the next step.
 *
 * @param how         PTRACE_SINGLESTEP or PTRACE_CONT
 * @param deadline_us by tr_now_us()
 * @return whether it has stopped by the trap of the step or breakpoint, and @p step->now is known
 */
bool tr_step(struct tr_step *step, enum __ptrace_request how, int64_t deadline_us);

#endif
