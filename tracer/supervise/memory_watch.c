/*
 * The limit of memory, as far as it can be kept without privileges. Two things work together:
 *
 * - Each process may reserve so much private writable memory and no more (RLIMIT_DATA): a request beyond that fails at
 *   the very line that makes it. RLIMIT_AS would also count what is only reserved, as thread stacks, sanitizers and
 *   garbage collectors do by the terabyte. What the program brings along (static arrays) is given on top, since much of
 *   it may never be touched. Sanitizer builds are not limited in this way: they reserve their shadow with such mappings.
 * - What all processes together really use is looked at again no later than the rest can be filled.
 *
 * That a request was refused is seen by its result: brk and large requests are stopped (tr_filter_memory()), and where
 * one might be too much its return is awaited. Small ones are not seen; but a process that fails with nearly all of its
 * memory reserved is taken to have failed for that.
 *
 * Where this machine lets us make a control group, that counts too, and its own limit, a little higher, stands behind.
 *
 * Sources: setrlimit(2), kernel mm/mmap.c (may_expand_vm), proc(5) status and smaps_rollup, sysvipc(5).
 */
#include "base/clock.h"
#include "process/proc.h"
#include "supervise/run_internal.h"

#include <errno.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>

enum {
    FASTEST_US_A_MB = 400,   /* a processor touches fresh pages at 2.5 GB/s at most */
    SHORTEST_US = 1000,
    LONGEST_US = 50000,
    NEARLY = 512 << 10,      /* a process that has less than this left and fails has run out of memory */
};

/*
 * What is in use may be a little more than what may be reserved: stack and page tables are in use as well. Without that it
 * would be a matter of luck whether a request is refused, which tells its line, or the use is noticed first.
 */
static int64_t most_in_use(int64_t limit) { return limit + limit / 128 + (1 << 20); }

static int64_t limit_of(const struct tr_run *run) { return run->options.limits[TR_BOUND_MEMORY].value; }

/* ---- refusals ---- */

void tr_memory_watch_exec(struct tr_run *run, struct tr_tracee *tracee, bool is_sanitizer)
{
    struct rlimit limit;
    struct tr_proc_memory memory;
    tracee->data_limit = tracee->program_break = 0;
    if (!limit_of(run) || prlimit(tracee->pid, RLIMIT_DATA, NULL, &limit) < 0)
        return;
    limit.rlim_cur = limit.rlim_max;
    if (!is_sanitizer && tr_proc_memory(tracee->pid, &memory)) {
        tracee->data_limit = limit_of(run) + memory.data;
        if ((rlim_t)tracee->data_limit < limit.rlim_cur)
            limit.rlim_cur = (rlim_t)tracee->data_limit;
    }
    /* The soft one only: a sanitizer build that this program executes must get rid of it again. */
    prlimit(tracee->pid, RLIMIT_DATA, &limit, NULL);
}

/* Bytes that a call adds to what is reserved. @return false when it adds none. */
static bool asks_for(const struct tr_tracee *tracee, const struct tr_registers *registers, int64_t *ret)
{
    const struct user_regs_struct *general = &registers->general;
    switch (general->orig_rax) {
    case SYS_brk:
        *ret = tracee->program_break && general->rdi > tracee->program_break
                   ? (int64_t)(general->rdi - tracee->program_break)
                   : 0;
        return general->rdi != 0;
    case SYS_mmap:
        *ret = (int64_t)general->rsi;
        return (general->rdx & PROT_WRITE) && !(general->r10 & MAP_SHARED);
    case SYS_mremap:
        *ret = (int64_t)(general->rdx - general->rsi);
        return general->rdx > general->rsi;
    default:
        *ret = (int64_t)general->rsi; /* mprotect */
        return true;
    }
}

bool tr_memory_watch_call(struct tr_tracee *tracee, const struct tr_registers *registers)
{
    struct tr_proc_memory memory;
    int64_t asked;
    if (!tracee->data_limit || registers->is_32bit || !asks_for(tracee, registers, &asked))
        return false;
    if (registers->general.orig_rax == SYS_brk && !tracee->program_break)
        return true; /* the first one: its result tells where the break is */
    if (!tr_proc_memory(tracee->pid, &memory))
        return false;
    /* Asked for by a register: anything up to 2^64, so negative here. */
    bool may_fail = asked < 0 || asked > tracee->data_limit - memory.data;
    if (!may_fail && registers->general.orig_rax == SYS_brk)
        tracee->program_break = registers->general.rdi;
    return may_fail;
}

/* Whether the call that has returned was refused for want of memory. */
static bool was_refused(struct tr_tracee *tracee, const struct tr_registers *registers)
{
    const struct user_regs_struct *general = &registers->general;
    if (general->orig_rax != SYS_brk)
        return (int64_t)general->rax == -ENOMEM;
    tracee->program_break = general->rax;
    return general->rdi > general->rax;
}

/* Reserved since the program began: what it brought along was given on top. */
static int64_t reserved(const struct tr_run *run, const struct tr_tracee *tracee, const struct tr_proc_memory *memory)
{
    int64_t amount = memory->data - (tracee->data_limit - limit_of(run));
    return amount > 0 ? amount : 0;
}

bool tr_memory_watch_return(struct tr_run *run, struct tr_tracee *tracee, const struct tr_registers *registers)
{
    struct tr_proc_memory memory;
    int64_t asked;
    if (!was_refused(tracee, registers) || !asks_for(tracee, registers, &asked)
        || !tr_proc_memory(tracee->pid, &memory))
        return false;
    if (asked < 0 || asked > INT64_MAX / 2)
        asked = INT64_MAX / 2;
    return tr_bound_refused(run, tracee, TR_BOUND_MEMORY, reserved(run, tracee, &memory), asked);
}

void tr_memory_watch_failing(struct tr_run *run, struct tr_tracee *tracee)
{
    struct tr_proc_memory memory;
    if (tracee->data_limit && !run->end.bounds[TR_BOUND_MEMORY].reached_us && tr_proc_memory(tracee->pid, &memory)
        && memory.data > tracee->data_limit - NEARLY)
        tr_bound_refused(run, tracee, TR_BOUND_MEMORY, reserved(run, tracee, &memory), 0);
}

/* ---- use ---- */

/* Of all processes together. @p ret_largest gets the pid of the one that uses most. */
static int64_t in_use(const struct tr_run *run, bool exactly, int *ret_largest)
{
    int64_t sum = 0, shared = 0, most = -1;
    for (const struct tr_tracee *tracee = run->live; tracee; tracee = tracee->hh.next) {
        struct tr_proc_memory memory;
        if (tracee->helper_of || !tr_proc_memory(tracee->pid, &memory))
            continue;
        int64_t share = exactly ? tr_proc_memory_share(tracee->pid) : -1;
        int64_t used = (share >= 0 ? share : memory.own) + memory.page_tables;
        sum += used;
        shared += memory.shared;
        if (used > most) {
            most = used;
            *ret_largest = tracee->pid;
        }
    }
    /* What is mapped counts there already. */
    int64_t files = tr_leftovers_bytes(run);
    return sum + (files > shared ? files - shared : 0);
}

/* Pages that processes share after a fork are counted once for each at first. */
static int64_t use_now(const struct tr_run *run, int *ret_largest)
{
    int64_t used = in_use(run, false, ret_largest);
    if (used > limit_of(run) && HASH_COUNT(run->live) > 1)
        used = in_use(run, true, ret_largest);
    int64_t counted = run->cgroup ? tr_cgroup_bytes(run->cgroup) : 0;
    return counted > used ? counted : used;
}

static void check(void *arg, struct tr_run *run);

/* When the rest can have been filled at the earliest. */
static void look_again(struct tr_run *run, int64_t used)
{
    int64_t wait = (limit_of(run) - used) / (1 << 20) * FASTEST_US_A_MB;
    wait = wait < SHORTEST_US ? SHORTEST_US : wait > LONGEST_US ? LONGEST_US : wait;
    run->memory_timer = tr_run_timer(run, tr_now_us() + wait, check, NULL);
}

static void check(void *arg, struct tr_run *run)
{
    (void)arg;
    int largest = 0;
    run->memory_timer = 0;
    if (run->killing || run->ending.bound)
        return;
    int64_t used = use_now(run, &largest);
    tr_bound_observe(run, TR_BOUND_MEMORY, used);
    if (used > most_in_use(limit_of(run))) {
        tr_bound_exceeded(run, TR_BOUND_MEMORY, used, largest);
        return;
    }
    look_again(run, used);
}

void tr_memory_watch_prepare(struct tr_run *run)
{
    run->leftovers = tr_leftovers_create(run);
    if (limit_of(run) && !run->options.keep_children)
        run->cgroup = tr_cgroup_create(limit_of(run));
}

const char *tr_memory_watch_members(const struct tr_run *run, char ret[PATH_MAX])
{
    return run->cgroup ? tr_cgroup_members(run->cgroup, ret) : "";
}

void tr_memory_watch_alone(struct tr_run *run)
{
    tr_cgroup_destroy(run->cgroup);
    run->cgroup = NULL;
}

const char *tr_memory_watch_method(const struct tr_run *run)
{
    static const char *const methods[] = {
        "requests beyond it are refused to each process (rlimit on data, not in sanitizer builds), and the memory of all "
        "processes is summed every few milliseconds; not seen are buffers of pipes and sockets, and files on disk",
        "requests beyond it are refused to each process (rlimit on data, not in sanitizer builds), the memory of all "
        "processes is summed every few milliseconds, and a control group (version 1) stands behind that; not seen are "
        "buffers of pipes and sockets, and files on disk",
        "requests beyond it are refused to each process (rlimit on data, not in sanitizer builds), the memory of all "
        "processes is summed every few milliseconds, and a control group (version 2) stands behind that; not seen are "
        "buffers of pipes and sockets, and files on disk",
    };
    return methods[run->cgroup ? tr_cgroup_version(run->cgroup) : 0];
}

void tr_memory_watch(struct tr_run *run)
{
    if (limit_of(run))
        look_again(run, 0);
}

/* Killed by the kernel, since the group had no more memory: the whole run ends then. */
static void note_kill(struct tr_run *run, const struct tr_tracee *tracee)
{
    int64_t used = tr_cgroup_bytes(run->cgroup);
    tr_bound_exceeded(run, TR_BOUND_MEMORY, used > limit_of(run) ? used : limit_of(run) + 1, tracee->pid);
    run->end.bounds[TR_BOUND_MEMORY].decides = true;
}

void tr_memory_watch_exit(struct tr_run *run, const struct tr_tracee *tracee, int status)
{
    int largest;
    if (run->cgroup && !run->killing && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL
        && tr_cgroup_killed(run->cgroup))
        note_kill(run, tracee);
    if (!limit_of(run) || tracee != run->root)
        return;
    int64_t used = use_now(run, &largest);
    if (used > most_in_use(limit_of(run)))
        tr_bound_exceeded_at_end(run, TR_BOUND_MEMORY, used);
    else
        tr_bound_observe(run, TR_BOUND_MEMORY, used);
}
