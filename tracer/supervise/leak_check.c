/*
 * LeakSanitizer looks at the program's threads with ptrace itself, from a task that it makes with CLONE_UNTRACED, and
 * calls it a fatal error when they have a tracer already. So the process is lent to it: the task is traced after all
 * (the flag is removed), every thread of the process is detached when it exists, and taken back when it is about to
 * exit. The thread that made it waits for that, and cannot go astray in between.
 *
 * The last thing that this thread does before the task may start is prctl(PR_SET_PTRACER); it is followed up to there,
 * since under a wide filter the call would fail without a tracer. Other threads run untraced for the moments before
 * the task attaches to them and after it has let go of them; a call of theirs that a wide filter stops fails with
 * ENOSYS then. Hence the narrow filter for programs that are known to have a leak checker.
 */
#include "base/cleanup.h"
#include "process/proc.h"
#include "process/ptrace.h"
#include "supervise/run_internal.h"

#include <dirent.h>
#include <sched.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>

/* Whether the process has such a checker: in its executable, or in a library that it has loaded. */
static bool has_leak_checker(int tid)
{
    static const char *const libraries[] = {"libasan.so", "liblsan.so", "libclang_rt.asan", "libclang_rt.lsan"};
    struct tr_probe probe;
    tr_auto_close int fd = tr_proc_open(tid, "exe");
    tr_probe_file(fd, &probe);
    tr_auto_free char *maps = probe.leak_checker ? NULL : tr_proc_read(tid, "maps", NULL);
    bool found = probe.leak_checker;
    for (size_t i = 0; maps && i < TR_COUNT(libraries); i++)
        found = found || strstr(maps, libraries[i]);
    return found;
}

/* The flag goes in any case: nothing that the program makes is out of sight. */
void tr_on_clone_untraced(struct tr_run *run, struct tr_task *task)
{
    struct tr_registers registers;
    bool lends = has_leak_checker(task->tid);
    if (lends && run->filter != TR_FILTER_SANITIZER && task->tracee->task_count > 1)
        tr_run_note(run, "syscalls", "while threads were looked at by a leak checker, system calls of theirs may have "
                    "failed with ENOSYS; --syscalls=none avoids that");
    if (tr_ptrace_registers(task->tid, &registers) && !task->tracee->helper_of) {
        registers.general.rdi &= ~(unsigned long long)CLONE_UNTRACED;
        if (tr_ptrace_set_registers(task->tid, &registers) && lends)
            task->lending = TR_LEND_CLONE;
    }
    tr_task_resume(run, task, 0);
}

void tr_lend_to(struct tr_run *run, struct tr_task *task, int child)
{
    struct tr_tracee *tracee = task->tracee;
    struct tr_tracee *helper = tr_tracee_add_helper(run, child, tracee);
    tr_take_in(run, helper, child);
    run->usage.threads--;
    tracee->hold = TR_HOLD_ASKING;
    bool stopped = tr_tracee_freeze(run, tracee);
    if (tracee->ended)
        return;
    tracee->hold = TR_HOLD_NONE;
    if (stopped)
        task->lending = TR_LEND_RETURN; /* the others stay as they are until then */
}

static bool introduces_tracer(int tid)
{
    struct tr_registers registers;
    return tr_ptrace_registers(tid, &registers) && registers.general.orig_rax == SYS_prctl
           && registers.general.rdi == PR_SET_PTRACER;
}

void tr_lend_step(struct tr_run *run, struct tr_task *task)
{
    switch (task->lending) {
    case TR_LEND_RETURN:
        task->lending = TR_LEND_ENTRY;
        break;
    case TR_LEND_ENTRY:
        task->lending = introduces_tracer(task->tid) ? TR_LEND_PRCTL : TR_LEND_NONE;
        break;
    default:
        task->lending = TR_LEND_NONE;
        break;
    }
    if (task->lending == TR_LEND_NONE)
        tr_tracee_detach(run, task->tracee);
    else
        tr_task_resume(run, task, 0);
}

/* Attach to every thread that has no task yet. @return how many that were. */
static size_t seize_threads(struct tr_run *run, struct tr_tracee *tracee)
{
    char path[64];
    size_t count = 0;
    snprintf(path, sizeof(path), "/proc/%d/task", tracee->pid);
    DIR *folder = opendir(path);
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        int tid = (int)strtol(entry->d_name, NULL, 10);
        if (tid <= 0 || tr_task_find(run, tid) || ptrace(PTRACE_SEIZE, tid, 0, tr_ptrace_options(run)) < 0)
            continue;
        tr_task_add(run, tracee, tid);
        count++;
    }
    if (folder)
        closedir(folder);
    return count;
}

void tr_take_back(struct tr_run *run, int pid)
{
    struct tr_tracee *tracee = tr_tracee_find(run, pid);
    if (!tracee || !tracee->detached)
        return;
    /* A thread that was made by one that had no tracer yet shows up in the next round. */
    unsigned threads = run->usage.threads;
    while (seize_threads(run, tracee)) {
    }
    run->usage.threads = threads;
    if (!tracee->tasks)
        return; /* its end will be told through pidfd, or through wait */
    tracee->detached = false;
    if (tracee->pidfd >= 0)
        close(tracee->pidfd);
    tracee->pidfd = -1;
}
