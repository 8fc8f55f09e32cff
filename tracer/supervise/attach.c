/*
 * A process that runs already: seized with all its threads, looked at, and let go. Nothing of it outlives tracerun: no
 * option of ptrace that ends it, no breakpoint (debug registers would stay armed if tracerun were killed), no filter.
 */
#include "base/limits.h"
#include "process/proc.h"
#include "process/ptrace.h"
#include "supervise/permission.h"
#include "supervise/run_internal.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>

/* Seize one thread, which runs on. @return 0 or an errno value. */
static int seize(struct tr_run *run, int tid)
{
    if (ptrace(PTRACE_SEIZE, tid, 0, 0) < 0)
        return errno;
    tr_task_add(run, run->root, tid);
    return 0;
}

/* One pass over the threads. @return how many were new; @p ret_errno why the last one could not be seized, or 0. */
static size_t seize_new(struct tr_run *run, int pid, int *ret_errno)
{
    char path[64];
    size_t found = 0;
    *ret_errno = 0;
    snprintf(path, sizeof(path), "/proc/%d/task", pid);
    DIR *folder = opendir(path);
    for (const struct dirent *entry; folder && (entry = readdir(folder));) {
        int tid = (int)strtol(entry->d_name, NULL, 10), failed;
        if (tid <= 0 || tr_task_find(run, tid))
            continue;
        failed = seize(run, tid);
        found += failed == 0;
        if (failed && failed != ESRCH)
            *ret_errno = failed;
    }
    if (folder)
        closedir(folder);
    return found;
}

/* A thread makes others as long as it is not stopped: until a pass finds none. */
static struct tr_error *seize_all(struct tr_run *run, int pid)
{
    int failed = 0;
    for (unsigned passes = 0; seize_new(run, pid, &failed); passes++) {
        tr_tracee_freeze(run, run->root);
        if (run->root->ended)
            return tr_error_make(TR_ERROR_OTHER, "process %d has just ended", pid);
        if (passes == TR_LIMIT_ATTACH_PASSES) {
            tr_run_note(run, "threads", "the process made threads faster than they could be stopped");
            break;
        }
    }
    if (run->root->tasks)
        return NULL; /* a leader that has ended cannot be seized, and is not needed */
    return tr_explain_attach(pid, failed ? failed : ESRCH);
}

static void look(void *arg, struct tr_run *run)
{
    (void)arg;
    if (!tr_look(run))
        tr_run_leave(run);
}

struct tr_error *tr_attach(struct tr_run *run, int pid)
{
    TR_TRY(tr_check_attachable(pid));
    run->attached = true;
    run->root_pid = run->end.root_pid = pid;
    run->root = tr_tracee_add(run, pid, NULL);
    run->root->hold = TR_HOLD_FROZEN;
    tr_before_freeze(run);
    struct tr_error *error = seize_all(run, pid);
    if (error)
        return error;
    struct tr_registers registers;
    struct tr_proc_status status;
    const struct tr_task *task = run->root->tasks;
    tr_tracee_new_image(run->root, task->tid);
    run->root->is_32bit = tr_ptrace_registers(task->tid, &registers) && registers.is_32bit;
    if (tr_proc_status(pid, &status))
        run->root->parent = status.parent;
    run->path = run->root->path;
    run->launched = true;
    tr_run_timer(run, 0, look, NULL);
    return NULL;
}
