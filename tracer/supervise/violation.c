/*
 * Calls that the sandbox refuses (sandbox/rules.def). The kernel stops or fails them; here they are explained, and the run
 * is ended or goes on.
 */
#include "base/limits.h"
#include "process/ptrace.h"
#include "supervise/refused_path.h"
#include "supervise/run_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/syscall.h>

/* The text of a call that is about to happen, or has just failed. */
static const char *describe(struct tr_run *run, struct tr_task *task, const struct tr_registers *registers)
{
    struct tr_registers entry = *registers;
    entry.general.rax = (unsigned long long)-ENOSYS; /* as at the entry */
    struct tr_memory *memory = tr_tracee_memory(task->tracee, task->tid);
    const char *text = tr_syscall_describe(run->arena, task->tid, &entry, memory);
    return text ? text : "a system call";
}

static struct tr_violation *make(struct tr_run *run, struct tr_task *task, const struct tr_registers *registers,
                                 enum tr_rule rule, bool ends)
{
    struct tr_violation *violation = tr_arena_new(run->arena, struct tr_violation);
    *violation = (struct tr_violation){
        .call = describe(run, task, registers),
        .rule = tr_rule_name(rule),
        .reason = tr_rule_why(rule),
        .ended_run = tr_truth(ends),
    };
    return violation;
}

/* Whether this refusal is worth telling: the first at each place, and of these the first few. */
static bool is_news(struct tr_run *run, const struct tr_registers *registers, enum tr_rule rule)
{
    uint64_t pc = tr_registers_pc(registers);
    run->end.denied++;
    for (size_t i = 0; i < run->told_count; i++)
        if (run->told[i].pc == pc && run->told[i].rule == (int)rule)
            return false;
    if (run->told_count == TR_LIMIT_DENIALS)
        return false;
    run->told[run->told_count].pc = pc;
    run->told[run->told_count++].rule = (int)rule;
    return true;
}

/* Nothing of the run goes on until session has looked at it; then all is killed. */
static void end_run(struct tr_run *run, struct tr_task *task)
{
    tr_run_cancel(run, run->timeout_timer);
    run->timeout_timer = 0;
    run->freezing = true;
    tr_freeze_all(run);
    if (task->tracee && !task->tracee->ended) {
        task->tracee->hold = TR_HOLD_NONE;
        tr_report_stop(run, task, TR_STOP_VIOLATION, NULL, 0, 0);
    }
    if (!run->killing && !tr_run_holds(run))
        tr_kill_all(run);
}

/* The call has been cancelled, or has failed: tell it, and end the run or go on. Resumes the task. */
static void tell(struct tr_run *run, struct tr_task *task, const struct tr_registers *registers, enum tr_rule rule,
                 bool ends)
{
    if (ends && !run->end.violation) {
        run->violation = run->end.violation = make(run, task, registers, rule, true);
        end_run(run, task);
    } else if (!ends && is_news(run, registers, rule)) {
        run->violation = make(run, task, registers, rule, false);
        tr_report_stop(run, task, TR_STOP_DENIED, NULL, 0, 0);
    } else {
        tr_task_resume(run, task, 0);
    }
}

/* Have the call return @p error_value without happening. */
static void cancel(struct tr_run *run, struct tr_task *task, const struct tr_registers *registers, int error_value)
{
    struct tr_registers skipped = *registers;
    skipped.general.orig_rax = (unsigned long long)-1;
    skipped.general.rax = (unsigned long long)-error_value;
    if (!tr_ptrace_set_registers(task->tid, &skipped))
        kill(task->tracee->pid, SIGKILL); /* it is gone, or it must not go on */
    struct tr_memory *memory = tr_tracee_memory(task->tracee, task->tid);
    if (tr_recorder_enter(run->recorder, task->tracee->pid, task->tid, registers, memory))
        tr_recorder_leave(run->recorder, task->tid, -error_value, memory);
}

static void refuse(struct tr_run *run, struct tr_task *task, const struct tr_registers *registers, enum tr_rule rule,
                   bool ends)
{
    cancel(run, task, registers, EPERM);
    tell(run, task, registers, rule, ends && !run->options.sandbox.deny);
}

/* Whether @p target, as the kernel understands it, is of the run. A group is when one of the run leads it or is in it: the
 * program has a session of its own, so nobody else can be. Source: kill(2), F_SETOWN in fcntl(2). */
static bool is_of_run(const struct tr_run *run, const struct tr_registers *registers, int target)
{
    bool may_be_group = registers->general.orig_rax == SYS_kill || registers->general.orig_rax == SYS_fcntl;
    if (target == 0)
        return true; /* the caller, or its group */
    if (target > 0)
        return tr_tracee_find(run, target) || tr_task_find(run, target);
    if (!may_be_group || target == -1)
        return false;
    for (const struct tr_tracee *tracee = run->live; tracee; tracee = tracee->hh.next)
        if (getpgid(tracee->pid) == -target)
            return true;
    return false;
}

static void check_target(struct tr_run *run, struct tr_task *task, const struct tr_registers *registers, enum tr_rule rule)
{
    int argument = tr_rule_target((long)registers->general.orig_rax);
    if (argument >= 0 && is_of_run(run, registers, (int)tr_call_argument(registers, argument)))
        tr_record_call(run, task, registers);
    else
        refuse(run, task, registers, rule, true);
}

/* Where Landlock does not govern truncation, the calls that could truncate what may only be read. */
static bool may_truncate(const struct tr_registers *registers)
{
    switch (registers->general.orig_rax) {
    case SYS_truncate:
        return true;
    case SYS_open:
        return (registers->general.rsi & (O_ACCMODE | O_TRUNC)) == O_TRUNC;
    case SYS_openat:
        return (registers->general.rdx & (O_ACCMODE | O_TRUNC)) == O_TRUNC;
    default:
        return false;
    }
}

static void watch(struct tr_run *run, struct tr_task *task, const struct tr_registers *registers, enum tr_rule rule)
{
    if (!tr_walls_govern_truncation(run->walls) && may_truncate(registers)) {
        refuse(run, task, registers, TR_RULE_WRITE, true);
        return;
    }
    if (!tr_walls_govern_truncation(run->walls) && registers->general.orig_rax == SYS_openat2) {
        cancel(run, task, registers, ENOSYS); /* its flags lie in memory */
        tr_task_resume(run, task, 0);
        return;
    }
    task->watched_rule = (int)rule;
    task->watched = true;
    tr_record_call(run, task, registers);
}

void tr_on_refusal(struct tr_run *run, struct tr_task *task, unsigned long mark)
{
    struct tr_registers registers;
    enum tr_rule rule = tr_mark_rule(mark);
    if (!tr_ptrace_registers(task->tid, &registers)) {
        kill(task->tracee->pid, SIGKILL); /* what cannot be looked at must not go on */
        tr_task_resume(run, task, 0);
        return;
    }
    switch (tr_mark_refusal(mark)) {
    case TR_REFUSAL_TARGET:
        check_target(run, task, &registers, rule);
        break;
    case TR_REFUSAL_WATCH:
        watch(run, task, &registers, rule);
        break;
    case TR_REFUSAL_REFUSE:
        refuse(run, task, &registers, rule, false);
        break;
    case TR_REFUSAL_DENY:
    default:
        refuse(run, task, &registers, rule, true);
        break;
    }
}

/* Whether the kernel's answer can be Landlock's, or that of a private /tmp for what was there before. Source:
 * Documentation/userspace-api/landlock.rst. */
static bool is_refusal(int64_t result)
{
    return result == -EACCES || result == -EPERM || result == -EXDEV || result == -EROFS;
}

void tr_on_watched_return(struct tr_run *run, struct tr_task *task, const struct tr_registers *registers)
{
    enum tr_rule rule = (enum tr_rule)task->watched_rule;
    task->watched = false;
    bool refused = is_refusal((int64_t)registers->general.rax);
    if (refused && rule != TR_RULE_OTHERS)
        refused = tr_refused_path_outside(run->walls, task->tracee->pid, task->tid, registers,
                                          tr_tracee_memory(task->tracee, task->tid), &rule);
    if (!refused) {
        tr_task_resume(run, task, 0);
        return;
    }
    bool tried = rule == TR_RULE_READ || rule == TR_RULE_EXECUTE; /* programs look for files that they can do without */
    bool ends = !tried || run->options.sandbox.profile->refuses_reading;
    tell(run, task, registers, rule, ends && !run->options.sandbox.deny);
}
