#include "process/proc.h"
#include "process/ptrace.h"
#include "supervise/run_internal.h"

#include <errno.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>

static bool in_thread_group(int pid, int tid) { return syscall(SYS_tgkill, pid, tid, 0) == 0; }

/* Whether the task exists still, if only as a zombie that we have not waited for. */
static bool exists(int tid) { return syscall(SYS_tkill, tid, 0) == 0 || errno == EPERM; }

void tr_take_in(struct tr_run *run, struct tr_tracee *tracee, int tid)
{
    struct tr_task *task = tr_task_find(run, tid);
    if (!task) {
        tr_task_add(run, tracee, tid);
        return;
    }
    int status = task->put_off;
    task->put_off = 0;
    tr_task_adopt(tracee, task);
    if (status)
        tr_dispatch(run, task, status);
}

void tr_on_birth(struct tr_run *run, struct tr_task *task, int event)
{
    struct tr_tracee *parent = task->tracee;
    int child = (int)tr_ptrace_message(task->tid);
    const struct tr_task *known = tr_task_find(run, child);
    if (child <= 0 || (known && known->tracee) || !exists(child))
        return;
    if (task->lending == TR_LEND_CLONE) {
        tr_lend_to(run, task, child);
        return;
    }
    /* clone(2) without CLONE_THREAD is reported as a clone too when its exit signal is not SIGCHLD. */
    bool thread = event == PTRACE_EVENT_CLONE && in_thread_group(parent->pid, child);
    struct tr_tracee *tracee = thread ? parent : tr_tracee_add(run, child, parent);
    tr_take_in(run, tracee, child);
    if (run->killing && !thread)
        kill(child, SIGKILL);
    tr_bounds_task_made(run, task);
}

static struct tr_task *first_orphan(const struct tr_run *run)
{
    for (struct tr_task *task = run->tasks; task; task = task->hh.next)
        if (!task->tracee)
            return task;
    return NULL;
}

void tr_adopt_orphans(void *arg, struct tr_run *run)
{
    (void)arg;
    run->adopt_timer = 0;
    for (struct tr_task *task; (task = first_orphan(run));) {
        struct tr_proc_status status;
        int tid = task->tid;
        if (!tr_proc_status(tid, &status)) {
            tr_task_remove(run, task);
            continue;
        }
        struct tr_tracee *tracee = tr_tracee_find(run, status.tgid);
        if (!tracee) {
            tracee = tr_tracee_add(run, status.tgid, tr_tracee_find(run, status.parent));
            tracee->parent = status.parent;
            if (!tracee->arguments)
                tr_tracee_new_image(tracee, tid);
            if (run->killing)
                kill(status.tgid, SIGKILL);
        }
        tr_take_in(run, tracee, tid);
    }
}

/* Every other thread is gone, and the one that called exec has become the leader. */
static struct tr_task *sole_task(struct tr_run *run, struct tr_task *task)
{
    struct tr_tracee *tracee = task->tracee;
    while (tracee->tasks != task || task->next) {
        struct tr_task *other = tracee->tasks == task ? task->next : tracee->tasks;
        tr_task_remove(run, other);
    }
    task->in_call = task->in_memory_call = false;
    return task;
}

static bool is_sanitizer_build(struct tr_run *run, const struct tr_task *task)
{
    bool is_root = task->tracee == run->root;
    if (is_root && !run->launched) /* the first image has been looked at before its start */
        return run->end.sanitizer != NULL;
    struct tr_probe probe;
    if (!is_root && !run->options.limits[TR_BOUND_MEMORY].value)
        return false;
    int fd = tr_proc_open(task->tid, "exe");
    tr_probe_file(fd, &probe);
    if (fd >= 0)
        close(fd);
    if (probe.sanitizer && is_root)
        run->end.sanitizer = probe.sanitizer;
    return probe.sanitizer != NULL;
}

void tr_on_exec(struct tr_run *run, struct tr_task *task)
{
    struct tr_tracee *tracee = task->tracee;
    int former = (int)tr_ptrace_message(task->tid);
    bool recorded = task->in_call && former == task->tid;
    sole_task(run, task);
    if (run->launched && run->callbacks.image_gone)
        run->callbacks.image_gone(run->callbacks.arg, run, tracee->pid);
    tr_tracee_new_image(tracee, task->tid);
    tracee->dying = tracee->exit_reported = false;
    struct tr_registers registers;
    if (tr_ptrace_registers(task->tid, &registers)) {
        tracee->start_sp = registers.general.rsp;
        tracee->is_32bit = registers.is_32bit;
        if (tracee == run->root)
            tr_main_watch_exec(run, task, &registers);
    }
    tr_memory_watch_exec(run, tracee, is_sanitizer_build(run, task));
    run->launched = true;
    /* The call's return is still to come, with result 0 (unless another thread has it pending under its former id). */
    task->in_call = recorded;
    tr_task_resume(run, task, 0);
}
