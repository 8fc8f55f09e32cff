/*
 * What the run has used. The kernel adds what a process used to its parent's account when the parent waits for it, and
 * forgets it when the parent never does. So the account of a process that has ended is kept with its parent, and counts
 * by itself only when the parent exits without having waited: then it is a zombie still.
 *
 * Sources: getrusage(2), proc(5) io and status, kernel/exit.c (wait_task_zombie).
 */
#include "base/fatal.h"
#include "process/proc.h"
#include "supervise/run_internal.h"

#include <errno.h>

enum { TIDY_AT = 64, SUMMED = 64 /* processes whose memory is summed when one exits */ };

static void add(struct tr_account *sum, const struct tr_account *account)
{
    sum->user_us += account->user_us;
    sum->system_us += account->system_us;
    sum->page_faults += account->page_faults;
    sum->voluntary_switches += account->voluntary_switches;
    sum->forced_switches += account->forced_switches;
    sum->bytes_written += account->bytes_written;
}

static bool is_zombie_still(int pid) { return kill(pid, 0) == 0 || errno == EPERM; }

/* Drop the accounts that the parent has taken over, since it has waited. */
static void tidy(struct tr_tracee *tracee)
{
    size_t kept = 0;
    for (size_t i = 0; i < tracee->owed_count; i++)
        if (is_zombie_still(tracee->owed[i].pid))
            tracee->owed[kept++] = tracee->owed[i];
    tracee->owed_count = kept;
}

static void owe(struct tr_tracee *parent, const struct tr_account *account)
{
    if (parent->owed_count == parent->owed_capacity) {
        tidy(parent);
        if (parent->owed_count * 2 >= parent->owed_capacity)
            parent->owed_capacity = parent->owed_capacity ? parent->owed_capacity * 2 : TIDY_AT;
        parent->owed = realloc(parent->owed, parent->owed_capacity * sizeof(*parent->owed));
        if (!parent->owed)
            tr_fatal("out of memory");
    }
    parent->owed[parent->owed_count++] = *account;
}

/* All that is in memory, of all processes. */
static int64_t resident_sum(const struct tr_run *run)
{
    int64_t sum = 0;
    struct tr_proc_memory memory;
    if (HASH_COUNT(run->live) > SUMMED)
        return 0;
    for (const struct tr_tracee *tracee = run->live; tracee; tracee = tracee->hh.next)
        if (!tracee->helper_of && tr_proc_memory(tracee->pid, &memory))
            sum += memory.resident;
    return sum;
}

static void note_peak(int64_t *peak_kb, int64_t bytes)
{
    if (bytes / 1024 > *peak_kb)
        *peak_kb = bytes / 1024;
}

void tr_usage_exiting(struct tr_run *run, struct tr_tracee *tracee)
{
    struct tr_proc_memory memory;
    struct tr_usage *usage = &run->usage;
    tracee->bytes_written = tr_proc_bytes_written(tracee->pid);
    if (tr_proc_memory(tracee->pid, &memory)) {
        note_peak(&usage->peak_rss_kb, memory.peak);
        note_peak(&usage->peak_sum_rss_kb, memory.peak);
        if (HASH_COUNT(run->live) > 1)
            note_peak(&usage->peak_sum_rss_kb, resident_sum(run) - memory.resident + memory.peak);
    }
    tidy(tracee);
    for (size_t i = 0; i < tracee->owed_count; i++)
        add(&usage->sum, &tracee->owed[i]);
    tracee->owed_count = 0;
}

static bool ignores_children(int pid)
{
    struct tr_proc_status status;
    return tr_proc_status(pid, &status) && tr_signal_in(status.ignored, SIGCHLD);
}

void tr_usage_ended(struct tr_run *run, const struct tr_tracee *tracee, const struct rusage *used)
{
    const struct tr_account account = {
        .pid = tracee->pid,
        .user_us = used->ru_utime.tv_sec * INT64_C(1000000) + used->ru_utime.tv_usec,
        .system_us = used->ru_stime.tv_sec * INT64_C(1000000) + used->ru_stime.tv_usec,
        .page_faults = used->ru_minflt + used->ru_majflt,
        .voluntary_switches = used->ru_nvcsw,
        .forced_switches = used->ru_nivcsw,
        .bytes_written = tracee->bytes_written > 0 ? tracee->bytes_written : 0,
    };
    struct tr_tracee *parent = tracee == run->root ? NULL : tr_tracee_find(run, tracee->parent);
    run->usage.is_known = true;
    if (parent && !parent->detached && !ignores_children(parent->pid))
        owe(parent, &account);
    else
        add(&run->usage.sum, &account);
}
