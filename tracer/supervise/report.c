#include "base/clock.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "supervise/run_internal.h"
#include "syscalls/signal_record.h"

#include <string.h>
#include <sys/wait.h>

void tr_run_end(const struct tr_run *run, struct tr_run_end *ret)
{
    *ret = run->end;
    ret->recorder_off = run->recorder_off;
    ret->attached = run->attached;
    ret->wall_ms = run->end_us ? run->end_us / 1000 : tr_run_elapsed_us(run) / 1000;
    const struct tr_tracee *root = run->root;
    if (root && root->ended && root->has_signal && WIFSIGNALED(root->status)
        && WTERMSIG(root->status) == root->signal.si_signo) {
        ret->root_signal = root->signal;
        ret->has_root_signal = true;
    }
}

const struct tr_recorder *tr_run_recorder(const struct tr_run *run) { return run->recorder; }

static struct tr_outcome *outcome_of(const struct tr_tracee *tracee, struct tr_arena *arena)
{
    if (!tracee->ended || tracee->status == -1)
        return NULL;
    struct tr_outcome *outcome = tr_arena_new(arena, struct tr_outcome);
    if (WIFEXITED(tracee->status)) {
        outcome->exit_code = tr_number(WEXITSTATUS(tracee->status));
    } else if (WIFSIGNALED(tracee->status)) {
        int number = WTERMSIG(tracee->status);
        bool seen = tracee->has_signal && tracee->signal.si_signo == number;
        outcome->signal = tr_signal_record(arena, number, seen ? &tracee->signal : NULL);
    }
    return outcome;
}

/* Bytes of the program as text of the report: UTF-8, cut. */
static const char *text_of(struct tr_arena *arena, const char *bytes, size_t size)
{
    if (size > TR_LIMIT_ARGUMENT_BYTES) {
        size = TR_LIMIT_ARGUMENT_BYTES;
        for (int back = 0; back < 3 && size && ((unsigned char)bytes[size] & 0xc0) == 0x80; back++)
            size--;
    }
    if (tr_utf8_valid(bytes, size))
        return tr_arena_strndup(arena, bytes, size);
    tr_auto_str struct tr_str escaped = {0};
    tr_str_add_escaped(&escaped, bytes, size);
    return tr_arena_strdup(arena, tr_str_text(&escaped));
}

/* /proc/PID/cmdline: each argument ends with a NUL; the first is the program's name. */
static void fill_arguments(const struct tr_tracee *tracee, struct tr_arena *arena, struct tr_process *ret)
{
    const char *at = tracee->arguments, *end = at + tracee->arguments_size;
    size_t count = 0, omitted = 0;
    for (; at && at < end; count++) {
        size_t size = strnlen(at, (size_t)(end - at));
        if (count > TR_LIMIT_ARGUMENTS)
            omitted++;
        else if (count > 0)
            tr_list_add(arena, &ret->arguments, (void *)text_of(arena, at, size));
        at += size + 1;
    }
    if (omitted)
        ret->omitted_arguments = tr_number((int64_t)omitted);
}

static void add_process(const struct tr_run *run, const struct tr_tracee *tracee, struct tr_arena *arena,
                        struct tr_report *report)
{
    struct tr_process *process = tr_list_new(arena, &report->processes, struct tr_process);
    process->pid = tr_number(tracee->pid);
    if (tracee->parent)
        process->parent = tr_number(tracee->parent);
    /* An execute-only program does not tell its path. */
    const char *path = tracee->path || tracee != run->root ? tracee->path : run->path;
    if (path)
        process->path = text_of(arena, path, strlen(path));
    fill_arguments(tracee, arena, process);
    process->outcome = outcome_of(tracee, arena);
    process->primary = tr_truth(tracee == run->root);
    if (tracee->ended_by_tracerun)
        process->ended_by_tracerun = TR_TRUE;
}

static struct tr_resources *resources_of(const struct tr_run *run, struct tr_arena *arena)
{
    const struct tr_usage *usage = &run->usage;
    struct tr_run_end end;
    tr_run_end(run, &end);
    struct tr_resources *resources = tr_arena_new(arena, struct tr_resources);
    resources->wall_ms = tr_number(end.wall_ms);
    resources->processes = tr_number(usage->processes);
    resources->threads = tr_number(usage->threads);
    if (usage->peak_rss_kb) {
        resources->peak_rss_kb = tr_number(usage->peak_rss_kb);
        resources->peak_sum_rss_kb = tr_number(usage->peak_sum_rss_kb);
    }
    if (!usage->is_known)
        return resources;
    resources->user_ms = tr_number(usage->sum.user_us / 1000);
    resources->system_ms = tr_number(usage->sum.system_us / 1000);
    resources->page_faults = tr_number(usage->sum.page_faults);
    resources->context_switches = tr_number(usage->sum.voluntary_switches + usage->sum.forced_switches);
    resources->forced_switches = tr_number(usage->sum.forced_switches);
    resources->bytes_written = tr_number(usage->sum.bytes_written);
    return resources;
}

/* How each limit is enforced, and what it does not see. */
static const char *const methods[TR_BOUND_COUNT] = {
    [TR_BOUND_WALL] = "timer",
    [TR_BOUND_CPU] = "clocks of all processes, summed",
    [TR_BOUND_STACK] = "rlimit of each process",
    [TR_BOUND_PROCESSES] = "processes and threads alive at once, counted as they are made",
    [TR_BOUND_OUTPUT] = "standard output and standard error together, through pipes",
    [TR_BOUND_FILE_SIZE] = "rlimit of each process, for each file",
    [TR_BOUND_OPEN_FILES] = "rlimit of each process; that it was reached is seen where system calls are recorded",
};

static void add_limits(const struct tr_run *run, struct tr_arena *arena, struct tr_report *report)
{
    for (unsigned bound = 1; bound < TR_BOUND_COUNT; bound++) {
        const struct tr_allowance *allowance = &run->options.limits[bound];
        const struct tr_bound_use *use = &run->end.bounds[bound];
        if (!allowance->value)
            continue;
        struct tr_limit *limit = tr_list_new(arena, &report->limits, struct tr_limit);
        limit->name = tr_words_text(&tr_words_bound, bound);
        limit->value = tr_number(allowance->value);
        limit->source = allowance->source;
        limit->method = bound == TR_BOUND_MEMORY ? tr_memory_watch_method(run) : methods[bound];
        limit->exceeded = tr_truth(use->reached_us != 0);
        if (use->observed)
            limit->observed = tr_number(use->observed);
    }
}

void tr_run_report(const struct tr_run *run, struct tr_arena *arena, struct tr_report *report)
{
    TR_EACH(struct tr_tracee, tracee, &run->tracees)
        add_process(run, tracee, arena, report);
    if (run->omitted_tracees)
        report->omitted_processes = tr_number(run->omitted_tracees);
    if (run->root)
        report->outcome = outcome_of(run->root, arena);
    if (!report->outcome)
        report->outcome = tr_arena_new(arena, struct tr_outcome);
    if (run->walls)
        report->sandbox = tr_walls_report(run->walls, arena);
    report->io = tr_streams_report(&run->streams, arena);
    report->resources = resources_of(run, arena);
    add_limits(run, arena, report);
    TR_EACH(struct tr_incomplete, note, &run->notes) {
        struct tr_incomplete *copy = tr_list_new(arena, &report->incomplete, struct tr_incomplete);
        copy->section = tr_arena_strdup(arena, note->section);
        copy->reason = tr_arena_strdup(arena, note->reason);
    }
}
