/*
 * Waits without a time limit that only a thread with the same memory could end, and whether a stopped thread is in one: an
 * interrupted wait shows -ERESTARTSYS, a wait that has been woken its result.
 *
 * Sources: futex(2), kernel/futex/waitwake.c (restart).
 */
#include "process/maps.h"
#include "process/proc.h"
#include "process/ptrace.h"
#include "supervise/run_internal.h"

#include <linux/futex.h>
#include <signal.h>
#include <sys/syscall.h>

enum { RESTART = -512 }; /* ERESTARTSYS, linux/errno.h */

bool tr_call_wait_is_endless(const struct tr_proc_call *wait)
{
    uint64_t command = wait->arguments[1] & FUTEX_CMD_MASK;
    return wait->number == SYS_futex && wait->arguments[3] == 0 &&
           (command == FUTEX_WAIT || command == FUTEX_WAIT_BITSET);
}

/* A wait on a word that only threads with this memory can wake. */
static bool is_private(const struct tr_maps *maps, const struct tr_proc_call *wait)
{
    if (wait->arguments[1] & FUTEX_PRIVATE_FLAG)
        return true;
    const struct tr_mapping *mapping = tr_maps_find(maps, wait->arguments[0]);
    return mapping && !mapping->shared;
}

bool tr_task_interrupted_wait(const struct tr_task *task, struct tr_proc_call *ret)
{
    struct tr_registers registers;
    if (task->state != TR_TASK_STOPPED || task->put_off || !tr_ptrace_registers(task->tid, &registers))
        return false;
    const struct user_regs_struct *general = &registers.general;
    *ret = (struct tr_proc_call){
        .number = general->orig_rax, .arguments = {general->rdi, general->rsi, general->rdx, general->r10}};
    return (int64_t)general->rax == RESTART;
}

/* A signal that is on its way ends the wait, or the thread: pthread_cancel() is one, too. */
static bool has_signal(const struct tr_task *task)
{
    struct tr_proc_status status;
    return !tr_proc_status(task->tid, &status) || ((status.pending | status.shared_pending) & ~status.blocked) != 0;
}

bool tr_task_waits_for_ever(struct tr_tracee *tracee, const struct tr_task *task, const struct tr_maps *maps)
{
    struct tr_proc_call wait;
    uint32_t word;
    return tr_task_interrupted_wait(task, &wait) && tr_call_wait_is_endless(&wait) && is_private(maps, &wait) &&
           tr_memory_read(tr_tracee_memory(tracee, task->tid), wait.arguments[0], &word, sizeof(word)) &&
           word == (uint32_t)wait.arguments[2] && !has_signal(task);
}

bool tr_tracee_threads_exited(const struct tr_tracee *tracee)
{
    struct tr_proc_status status;
    for (const struct tr_task *task = tracee->tasks; task; task = task->next)
        if (task->state == TR_TASK_EXITING && tr_proc_status(task->tid, &status) && status.state != 'Z')
            return false;
    return true;
}

uint64_t tr_signals_harmless(void)
{
    static const int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, 32, 33};
    uint64_t set = 0;
    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
        set |= UINT64_C(1) << (numbers[i] - 1);
    return set;
}
