/*
 * Watching a thread that computes at the time limit, while everything else stays stopped: single steps, or, when a turn
 * of its loop takes longer than that, a breakpoint where it was. The analysis then compares two moments at the same
 * place. Whatever disturbs the watching ends it, and is dealt with as it would have been.
 */
#include "base/cleanup.h"
#include "base/clock.h"
#include "base/limits.h"
#include "process/maps.h"
#include "process/proc.h"
#include "process/ptrace.h"
#include "supervise/run_internal.h"
#include "supervise/step.h"
#include "syscalls/recorder.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <time.h>

enum {
    RED_ZONE = 128,     /* System V ABI, 3.2.2 */
    VECTOR_BYTES = 4096, /* of the XSAVE area, AVX-512 included */
    STACK_BYTES = 4096, /* kept of the stack at the end of later turns */
    FREE_US = 10000, /* of processor time, between the earlier moment and the first */
    APPROACH_US = 5000, /* to get out of library code by steps, and to each place that it may return to */
    CALLERS = 4,        /* such places tried */
    STEPS_US = 25000,
    TURNS_US = 10000, /* of watching further turns after the first */
    /*
     * On a busy machine each step waits for its turn among the others. So that what is found does not depend on that, the
     * times above end the watching only behind so many steps and turns, or at the latest after MOST_US.
     */
    APPROACH_STEPS = 100,
    APPROACH_STEPS_ATTACHED = 2000,
    LEAST_STEPS = 1500,
    LEAST_STEPS_ATTACHED = 400, /* a process that somebody uses is not stopped for longer than it has to be */
    LEAST_TURNS = 13,
    MOST_US = TR_STEP_MOST_US,
    BREAK_US = 40000, /* until the breakpoint is met, while the thread runs */
};

struct sampling {
    struct tr_step step;
    struct tr_arena *arena; /* of the samples */
    struct tr_maps maps;
    struct tr_samples *samples;
};

static bool is_back(const struct sampling *sampling)
{
    const struct user_regs_struct *first = &sampling->samples->first.registers.general;
    return sampling->step.now.general.rip == first->rip && sampling->step.now.general.rsp == first->rsp;
}

/* Code of the program itself, as opposed to libraries. */
static bool executable_range(const struct sampling *sampling, uint64_t *ret_low, uint64_t *ret_high)
{
    const char *path = sampling->step.task->tracee->path;
    bool found = false;
    for (size_t i = 0; i < sampling->maps.count && path && !found; i++) {
        const struct tr_mapping *mapping = &sampling->maps.mappings[i];
        found = mapping->executable && strcmp(mapping->path, path) == 0;
        *ret_low = mapping->start;
        *ret_high = mapping->end;
    }
    return found;
}

/* Words of the stack that look like return addresses into [low, high): behind a call. @return how many. */
static size_t find_callers(struct sampling *sampling, uint64_t low, uint64_t high, uint64_t ret[CALLERS])
{
    enum { WORDS = 2048 };
    static uint64_t words[WORDS];
    struct tr_memory *memory = tr_tracee_memory(sampling->step.task->tracee, sampling->step.task->tid);
    size_t read = tr_memory_read_some(memory, sampling->step.now.general.rsp & ~UINT64_C(7), words, sizeof(words)),
           count = 0;
    for (size_t i = 0; i < read / sizeof(words[0]) && count < CALLERS; i++) {
        unsigned char code[5];
        bool known = count && ret[count - 1] == words[i];
        if (words[i] < low + sizeof(code) || words[i] >= high || known ||
            !tr_memory_read(memory, words[i] - 5, code, sizeof(code)))
            continue;
        if (code[0] == 0xe8 || code[3] == 0xff) /* call rel32, call *register */
            ret[count++] = words[i];
    }
    return count;
}

static bool is_in(const struct sampling *sampling, uint64_t low, uint64_t high)
{
    return sampling->step.now.general.rip >= low && sampling->step.now.general.rip < high;
}

/* Without breakpoints, which lead out of library code otherwise, steps have to do it. */
static bool is_approach_over(const struct sampling *sampling, uint32_t steps, int64_t start_us)
{
    int64_t passed = tr_now_us() - start_us;
    uint32_t least = sampling->step.run->attached ? APPROACH_STEPS_ATTACHED : APPROACH_STEPS;
    return passed > MOST_US || (passed > APPROACH_US && steps >= least);
}

/* Processor time of a process so far, microseconds; -1 when unknown. Source: the kernel's include/linux/posix-timers_types.h. */
static int64_t processor_us(int pid)
{
    enum { CPUCLOCK_SCHED = 2, SHIFT = 3 };
    struct timespec time;
    if (clock_gettime((clockid_t)((~(unsigned)pid << SHIFT) | CPUCLOCK_SCHED), &time) != 0)
        return -1;
    return time.tv_sec * INT64_C(1000000) + time.tv_nsec / 1000;
}

/*
 * Let it run until it meets a breakpoint, for so much time. On a busy machine time passes in which the thread does not run; that
 * does not count.
 */
static bool run_to_breakpoint(struct sampling *sampling, int64_t time_us)
{
    struct tr_step *step = &sampling->step;
    int64_t start = tr_now_us(), used = processor_us(step->task->tracee->pid), ran;
    bool waits;
    do {
        if (tr_step(step, PTRACE_CONT, tr_now_us() + time_us) || step->disturbed)
            return !step->disturbed;
        waits = step->was_interrupted && tr_syscall_in_progress(&step->now);
        ran = processor_us(step->task->tracee->pid) - used;
    } while (!waits && used >= 0 && ran < time_us / 2 && tr_now_us() < start + MOST_US);
    return false;
}

/* Let library code return to the program's own, so that the place of comparison is there. */
static void approach(struct sampling *sampling)
{
    uint64_t low, high, callers[CALLERS];
    int64_t start = tr_now_us();
    int tid = sampling->step.task->tid;
    if (!executable_range(sampling, &low, &high))
        return;
    for (uint32_t steps = 0; !is_in(sampling, low, high) && !is_approach_over(sampling, steps, start); steps++)
        if (!tr_step(&sampling->step, PTRACE_SINGLESTEP, tr_now_us() + MOST_US))
            return;
    bool is_done = sampling->step.run->attached || is_in(sampling, low, high);
    size_t count = is_done ? 0 : find_callers(sampling, low, high, callers);
    for (size_t i = 0; i < count && !is_in(sampling, low, high) && !sampling->step.disturbed; i++)
        if (tr_ptrace_set_breakpoint(tid, callers[i]))
            run_to_breakpoint(sampling, APPROACH_US);
    if (count && sampling->step.task->state == TR_TASK_STOPPED)
        tr_ptrace_clear_breakpoint(tid);
}

static void keep_region(struct tr_sample_moment *moment, struct tr_arena *arena, struct tr_memory *memory, uint64_t address,
                        uint64_t size)
{
    if (moment->region_count == TR_SAMPLE_REGIONS)
        return;
    struct tr_sample_region *region = &moment->regions[moment->region_count++];
    size = size < TR_LIMIT_SAMPLE_BYTES ? size : TR_LIMIT_SAMPLE_BYTES;
    void *bytes = tr_arena_alloc(arena, size);
    *region = (struct tr_sample_region){.address = address, .bytes = bytes};
    region->size = (uint32_t)tr_memory_read_some(memory, address, bytes, size);
}

/* The variables of the C library, where its streams lie. */
static bool is_of_libc(const struct tr_mapping *mapping)
{
    const char *name = strrchr(mapping->path, '/');
    return name && (strncmp(name, "/libc.so", 8) == 0 || strncmp(name, "/libc-", 6) == 0);
}

/* The program's own writable data, the anonymous memory behind it (.bss), and the heap; then what streams are made of. */
static void keep_variables(struct sampling *sampling, struct tr_sample_moment *moment, struct tr_memory *memory)
{
    const struct tr_maps *maps = &sampling->maps;
    const char *path = sampling->step.task->tracee->path;
    uint64_t end = 0; /* of the program's data so far */
    for (size_t i = 0; i < maps->count && path; i++) {
        const struct tr_mapping *mapping = &maps->mappings[i];
        bool is_own = strcmp(mapping->path, path) == 0 || (!mapping->path[0] && mapping->start == end);
        end = is_own ? mapping->end : end;
        bool counts = is_own || strcmp(mapping->path, "[heap]") == 0 || is_of_libc(mapping);
        if (mapping->writable && !mapping->shared && counts)
            keep_region(moment, sampling->arena, memory, mapping->start, mapping->end - mapping->start);
    }
}

static void keep_some(struct sampling *sampling, struct tr_sample_moment *moment, uint64_t stack_bytes, bool is_whole)
{
    struct tr_memory *memory = tr_tracee_memory(sampling->step.task->tracee, sampling->step.task->tid);
    *moment = (struct tr_sample_moment){.taken = true, .registers = sampling->step.now};
    keep_region(moment, sampling->arena, memory, sampling->step.now.general.rsp - RED_ZONE, stack_bytes);
    if (is_whole)
        keep_variables(sampling, moment, memory);
    void *vectors = tr_arena_alloc(sampling->arena, VECTOR_BYTES);
    moment->vectors.bytes = vectors;
    moment->vectors.size = (uint32_t)tr_ptrace_all_vectors(sampling->step.task->tid, vectors, VECTOR_BYTES);
}

static void keep_moment(struct sampling *sampling, struct tr_sample_moment *moment)
{
    keep_some(sampling, moment, TR_LIMIT_SAMPLE_BYTES, true);
}

/* Let it run, so that what is slow shows that it makes progress, and how fast. */
static void run_freely(struct sampling *sampling)
{
    struct tr_samples *samples = sampling->samples;
    int pid = sampling->step.task->tracee->pid;
    int64_t before = processor_us(pid), start = tr_now_us(), after = before;
    keep_moment(sampling, &samples->earlier);
    do {
        tr_step(&sampling->step, PTRACE_CONT, tr_now_us() + FREE_US);
        if (sampling->step.disturbed)
            return;
        after = processor_us(pid);
    } while (before >= 0 && after < before + FREE_US / 2 && tr_now_us() < start + MOST_US / 4);
    if (before >= 0 && after > before)
        samples->free_us = after - before;
}

static void take_step(struct tr_samples *samples, const struct tr_registers *now)
{
    samples->states[samples->pc_count] = now->general;
    samples->pcs[samples->pc_count++] = now->general.rip;
    if (now->general.rsp > samples->highest_sp)
        samples->highest_sp = now->general.rsp;
}

/*
 * Whether to end with this number of turns. A prime one: what comes round every two, three or four turns must not look
 * as if it stayed the same.
 */
static bool are_enough(uint32_t turns, uint32_t steps, int64_t start_us)
{
    bool is_late = tr_now_us() > start_us + TURNS_US && (turns >= LEAST_TURNS || steps >= LEAST_STEPS);
    if ((turns < TR_LIMIT_SAMPLE_TURNS && !is_late) || turns == 2)
        return false;
    for (uint32_t divisor = 2; divisor * divisor <= turns; divisor++)
        if (turns % divisor == 0)
            return false;
    return true;
}

static bool is_time_up(const struct sampling *sampling, uint32_t steps, int64_t start_us)
{
    int64_t passed = tr_now_us() - start_us;
    uint32_t least = sampling->step.run->attached ? LEAST_STEPS_ATTACHED : LEAST_STEPS;
    return passed > MOST_US || (passed > STEPS_US && steps >= least);
}

/* Step, turn after turn; end at the place of the first sample when it was met again. */
static void step_turns(struct sampling *sampling)
{
    struct tr_samples *samples = sampling->samples;
    int64_t start = tr_now_us();
    uint32_t turn_ends = 0;
    while (samples->pc_count < TR_LIMIT_SAMPLE_STEPS && !is_time_up(sampling, samples->pc_count, start)) {
        take_step(samples, &sampling->step.now);
        if (!tr_step(&sampling->step, PTRACE_SINGLESTEP, tr_now_us() + MOST_US))
            return;
        if (!is_back(sampling))
            continue;
        samples->turns++;
        turn_ends = samples->pc_count;
        if (samples->turns <= TR_SAMPLE_WHOLE_ENDS)
            keep_moment(sampling, &samples->ends[samples->turns - 1]);
        else if (samples->turns <= TR_SAMPLE_ENDS)
            keep_some(sampling, &samples->ends[samples->turns - 1], STACK_BYTES, false);
        samples->returned = are_enough(samples->turns, samples->pc_count, start);
        if (samples->returned)
            return;
    }
    /* Out of time inside a turn: what was seen of whole turns is what counts, and a breakpoint leads back. */
    if (samples->turns)
        samples->pc_count = turn_ends;
}

/* Without a breakpoint: to the end of the turn that was begun. */
static void step_back(struct sampling *sampling)
{
    struct tr_samples *samples = sampling->samples;
    int64_t start = tr_now_us();
    for (uint32_t steps = 0; samples->turns && !samples->returned && !is_time_up(sampling, steps, start); steps++) {
        if (!tr_step(&sampling->step, PTRACE_SINGLESTEP, tr_now_us() + MOST_US))
            return;
        samples->returned = is_back(sampling);
    }
    samples->turns += samples->returned;
}

/* Whether the breakpoint has been met often enough, or for long enough. */
static bool is_break_over(const struct sampling *sampling, uint32_t stops, int64_t start_us, int64_t used_us)
{
    int64_t passed = tr_now_us() - start_us, used = processor_us(sampling->step.task->tracee->pid) - used_us;
    return passed > MOST_US || (passed > BREAK_US && (used_us < 0 || used > BREAK_US / 2 || stops > LEAST_STEPS));
}

static void break_turns(struct sampling *sampling)
{
    struct tr_samples *samples = sampling->samples;
    int tid = sampling->step.task->tid;
    int64_t start = tr_now_us(), used = processor_us(sampling->step.task->tracee->pid);
    samples->returned = false;
    samples->has_unseen = true;
    if (!tr_ptrace_set_breakpoint(tid, samples->first.registers.general.rip))
        return;
    for (uint32_t stops = 0; !is_break_over(sampling, stops, start, used) && run_to_breakpoint(sampling, BREAK_US); stops++) {
        if (!is_back(sampling))
            continue; /* the same code, in another call */
        samples->turns++;
        samples->returned = true;
        if (samples->turns == 1)
            keep_moment(sampling, &samples->ends[0]);
        if (are_enough(samples->turns, LEAST_STEPS, start))
            break;
        samples->returned = false; /* until the next time */
    }
    if (!sampling->step.disturbed || sampling->step.task->state == TR_TASK_STOPPED)
        tr_ptrace_clear_breakpoint(tid);
}

/* Memory that other processes may change too. */
static bool shares_memory(const struct sampling *sampling)
{
    for (size_t i = 0; i < sampling->maps.count; i++)
        if (sampling->maps.mappings[i].shared)
            return true;
    return !sampling->maps.count;
}

/* Whether all other threads wait for what only a thread could give: they stay as they are as long as this one only computes. */
static bool others_stay(const struct sampling *sampling)
{
    struct tr_tracee *tracee = sampling->step.task->tracee;
    bool stay = tr_tracee_threads_exited(tracee);
    for (const struct tr_task *task = tracee->tasks; task && stay; task = task->next)
        stay = task == sampling->step.task || task->state == TR_TASK_EXITING || tr_task_waits_for_ever(tracee, task, &sampling->maps);
    return stay;
}

/* Whether nothing but this thread can change what it looks at: no other thread, process or signal handler. */
static bool is_alone(const struct sampling *sampling)
{
    struct tr_proc_status status;
    return tr_proc_status(sampling->step.task->tid, &status) && !shares_memory(sampling) && others_stay(sampling) &&
           (status.caught & ~tr_signals_harmless()) == 0;
}

/* Its own descriptor 0, opened anew: a file's position is read from /proc, a pipe's state from the pipe. */
static bool input_is_at_end(int pid)
{
    char path[64];
    unsigned long long position = 0;
    struct stat status;
    snprintf(path, sizeof(path), "/proc/%d/fd/0", pid);
    if (stat(path, &status) != 0)
        return false;
    if (S_ISCHR(status.st_mode))
        return status.st_rdev == makedev(1, 3); /* /dev/null */
    if (S_ISREG(status.st_mode)) {
        char *text = tr_proc_read(pid, "fdinfo/0", NULL);
        bool known = text && sscanf(text, "pos: %llu", &position) == 1;
        free(text);
        return known && position >= (unsigned long long)status.st_size;
    }
    if (!S_ISFIFO(status.st_mode))
        return false;
    tr_auto_close int pipe = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    struct pollfd poll_set = {.fd = pipe, .events = POLLIN};
    return pipe >= 0 && poll(&poll_set, 1, 0) == 1 && (poll_set.revents & POLLHUP) && !(poll_set.revents & POLLIN);
}

static void read_maps(struct sampling *sampling)
{
    char *text = tr_proc_read(sampling->step.task->tid, "maps", NULL);
    tr_maps_parse(sampling->arena, text ? text : "", &sampling->maps);
    free(text);
}

/*
 * Where the steps have not come back to the first place, but go round somewhere else: it lay before a loop, and what comes
 * back to it are the turns of the loop around that one, or calls of the function. @return whether it is in that loop now.
 */
static bool goes_round_elsewhere(struct sampling *sampling)
{
    const struct tr_samples *samples = sampling->samples;
    uint64_t sp = samples->first.registers.general.rsp;
    if (samples->turns || sampling->step.disturbed)
        return false;
    for (uint32_t steps = 0; steps < APPROACH_STEPS && sampling->step.now.general.rsp != sp; steps++)
        if (!tr_step(&sampling->step, PTRACE_SINGLESTEP, tr_now_us() + MOST_US))
            return false;
    for (uint32_t i = 0; i < samples->pc_count && sampling->step.now.general.rsp == sp; i++)
        if (samples->pcs[i] == sampling->step.now.general.rip)
            return true;
    return false;
}

static void begin_turns(struct sampling *sampling)
{
    struct tr_samples *samples = sampling->samples;
    keep_moment(sampling, &samples->first);
    samples->pc_count = 0;
    samples->highest_sp = 0;
    step_turns(sampling);
}

static void watch_turns(struct sampling *sampling)
{
    struct tr_samples *samples = sampling->samples;
    samples->taken = true;
    samples->pcs = tr_arena_alloc(sampling->arena, TR_LIMIT_SAMPLE_STEPS * sizeof(*samples->pcs));
    samples->states = tr_arena_alloc(sampling->arena, TR_LIMIT_SAMPLE_STEPS * sizeof(*samples->states));
    begin_turns(sampling);
    if (goes_round_elsewhere(sampling))
        begin_turns(sampling);
    if (!sampling->step.disturbed && !samples->returned && sampling->step.run->attached) {
        step_back(sampling);
    } else if (!sampling->step.disturbed && (!samples->returned || samples->turns < LEAST_TURNS)) {
        samples->by_breakpoint = samples->turns == 0;
        break_turns(sampling);
    }
    /* Right behind a system call it would look as if it were inside. */
    while (!sampling->step.disturbed && !samples->returned && (int64_t)sampling->step.now.general.orig_rax >= 0 &&
           tr_step(&sampling->step, PTRACE_SINGLESTEP, tr_now_us() + APPROACH_US))
        samples->pc_count = 0;
}

bool tr_task_computes(const struct tr_run *run, const struct tr_task *task)
{
    struct tr_registers registers;
    if (task->state != TR_TASK_STOPPED || tr_task_group_stop(task) || !tr_ptrace_registers(task->tid, &registers))
        return false;
    return tr_task_begins_call(task) || !tr_syscall_in_progress(&registers) || tr_streams_take(&run->streams, task->tid, &registers);
}

bool tr_sample(struct tr_run *run, struct tr_task *task, struct tr_arena *arena, struct tr_samples *ret)
{
    struct sampling sampling = {.step = {.run = run, .task = task, .was_interrupted = true}, .arena = arena, .samples = ret};
    const struct tr_tracee *tracee = task->tracee;
    int64_t start = tr_now_us();
    int tid = task->tid;
    *ret = (struct tr_samples){0};
    if (task->put_off || tracee->is_32bit || !tr_task_computes(run, task) || !tr_ptrace_registers(tid, &sampling.step.now))
        return true;
    read_maps(&sampling);
    ret->is_alone = is_alone(&sampling);
    ret->input_at_end = input_is_at_end(tracee->pid);
    tr_main_watch_clear(run, task); /* its debug register is ours now */
    run_freely(&sampling);
    if (!sampling.step.disturbed)
        approach(&sampling);
    if (!sampling.step.disturbed)
        watch_turns(&sampling);
    ret->elapsed_us = tr_now_us() - start;
    return tr_task_find(run, tid) == task && !tracee->ended;
}
