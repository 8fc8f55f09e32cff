#include "session/merge.h"

#include "base/limits.h"
#include "diagnose/diagnose.h"
#include "diagnose/last_words.h"
#include "diagnose/sanitizer_text.h"
#include "session/verdict.h"
#include "syscalls/signal_record.h"

#include <inttypes.h>
#include <string.h>
#include <sys/wait.h>

#include <tracerun/report.h>

static void note(struct tr_arena *arena, struct tr_report *report, const char *section, const char *reason)
{
    struct tr_incomplete *entry = tr_list_new(arena, &report->incomplete, struct tr_incomplete);
    entry->section = section;
    entry->reason = reason;
}

static struct tr_process *process_of(const struct tr_report *report, int pid)
{
    TR_EACH(struct tr_process, process, &report->processes)
    {
        if (process->pid.value == pid)
            return process;
    }
    return NULL;
}

/* What the analysis of the primary stop tells becomes the report's; what the supervisor filled in already stays. */
static void take_analysis(struct tr_arena *arena, struct tr_report *report, const struct tr_report *analysis)
{
    report->primary_thread = analysis->primary_thread;
    report->threads = analysis->threads;
    report->omitted_threads = analysis->omitted_threads;
    report->globals = analysis->globals;
    report->exception = analysis->exception;
    report->memory = analysis->memory;
    report->registers = analysis->registers;
    report->instruction = analysis->instruction;
    report->modules = analysis->modules;
    report->phases = analysis->phases;
    TR_EACH(struct tr_incomplete, entry, &analysis->incomplete)
    {
        tr_list_add(arena, &report->incomplete, entry);
    }
    report->program = analysis->program;
    report->diagnosis = analysis->diagnosis;
}

static void take_unflushed(struct tr_arena *arena, struct tr_report *report, const struct tr_report *analysis)
{
    const struct tr_output *from = analysis->io ? analysis->io->stdout : NULL;
    if (!from)
        return;
    if (!report->io)
        report->io = tr_arena_new(arena, struct tr_io);
    if (!report->io->stdout)
        report->io->stdout = tr_arena_new(arena, struct tr_output);
    report->io->stdout->unflushed = from->unflushed;
    report->io->stdout->unflushed_bytes = from->unflushed_bytes;
}

static struct tr_bound_hit hit_of(const struct tr_session_options *options, const struct tr_run_end *end)
{
    enum tr_bound bound = end->deadlocked ? TR_BOUND_ABSENT : tr_verdict_bound(end);
    return (struct tr_bound_hit){
        .bound = bound, .value = options->run.limits[bound].value, .observed = end->bounds[bound].observed};
}

static struct tr_finding *diagnose_without_memory(struct tr_arena *arena, const struct tr_report *report,
                                                  const struct tr_session_options *options, const struct tr_run_end *end,
                                                  const struct tr_stop_record *stop)
{
    int number = tr_root_signal(end);
    const siginfo_t *info = stop && stop->has_signal ? &stop->signal : end->has_root_signal ? &end->root_signal : NULL;
    if (info)
        number = info->si_signo;
    struct tr_facts facts = {
        .arena = arena, .report = report, .deadlocked = end->deadlocked, .hit = hit_of(options, end),
        .violation = end->violation,
        .interrupted = end->interrupted_by != 0,
        .signal = number ? tr_signal_record(arena, number, info) : NULL,
    };
    facts.timed_out = facts.hit.bound == TR_BOUND_WALL || facts.hit.bound == TR_BOUND_CPU || end->looked;
    facts.timeout_ms = facts.hit.value;
    if (end->root_ended && WIFEXITED(end->root_status))
        facts.exit_code = tr_number(WEXITSTATUS(end->root_status));
    return tr_diagnose(&facts);
}

/* What was captured of the output may end with the question that the program waits with. The worker does not see that. */
static void add_prompt(struct tr_arena *arena, struct tr_report *report)
{
    struct tr_finding *finding = report->diagnosis;
    const struct tr_output *output = report->io ? report->io->stdout : NULL;
    const char *text = output ? output->tail ? output->tail : output->text : NULL;
    if (!finding || finding->kind != TR_KIND_BLOCKED_ON_INPUT || !text || !text[0] || output->unflushed)
        return;
    size_t end = strlen(text), start;
    end -= text[end - 1] == '\n';
    for (start = end; start > 0 && text[start - 1] != '\n' && end - start < TR_LIMIT_INPUT_TAIL; start--) {
    }
    const struct tr_facts facts = {.arena = arena, .report = report};
    tr_finding_add(&facts, finding, output->tail ? "/io/stdout/tail" : "/io/stdout/text", "the last that it has printed is %s",
                   tr_facts_quoted(&facts, tr_arena_strndup(arena, text + start, end - start)));
}

/*
 * Sanitizers that let the program go on, or keep no copy of what they print: what is captured of standard error tells.
 * The words of the program itself could look the same: only where its sanitizer is known, and nothing worse was found.
 */
static void add_sanitizer(struct tr_arena *arena, struct tr_report *report, const struct tr_session_options *options,
                          const struct tr_run_end *end, const struct tr_stop_record *primary)
{
    const char *text = report->io && report->io->stderr ? report->io->stderr->text : NULL;
    bool is_open = !report->diagnosis || report->diagnosis->kind == TR_KIND_NONZERO_EXIT || report->diagnosis->kind == TR_KIND_ABORT;
    if (!end->sanitizer || !text || !is_open)
        return;
    struct tr_facts facts = {
        .arena = arena, .folder = options->start_folder,
        .report = report->diagnosis && primary && primary->report ? primary->report : tr_arena_new(arena, struct tr_report),
    };
    struct tr_finding *finding = tr_arena_new(arena, struct tr_finding);
    finding->location = report->diagnosis ? report->diagnosis->location : NULL;
    if (tr_sanitizer_match(&facts, text, finding))
        report->diagnosis = finding;
}

/* A fault that a handler let happen again, say. */
static bool is_told(const struct tr_report *report, const struct tr_finding *finding)
{
    return report->diagnosis && strcmp(report->diagnosis->summary, finding->summary) == 0;
}

/* They point into a report that is not shown. */
static void drop_references(const struct tr_finding *finding)
{
    TR_EACH(struct tr_evidence, evidence, &finding->evidence)
    {
        evidence->ref = NULL;
    }
}

/* Stops of which the primary is not the whole story: crashes of children, the exit behind a handled fault. */
static void add_findings(struct tr_arena *arena, struct tr_report *report, const struct tr_list *stops,
                         const struct tr_stop_record *primary)
{
    TR_EACH(struct tr_stop_record, stop, stops)
    {
        bool is_end = stop->reason == TR_STOP_EXIT || stop->reason == TR_STOP_MAIN_RETURN;
        bool led_there = primary && (primary->reason == TR_STOP_HANDLED || primary->reason == TR_STOP_REFUSED);
        bool tells = stop->reason == TR_STOP_SIGNAL || stop->reason == TR_STOP_REFUSED ||
                     stop->reason == TR_STOP_DENIED || (is_end && led_there);
        struct tr_finding *finding = stop->report ? stop->report->diagnosis : NULL;
        if (stop == primary || !tells || !finding || is_told(report, finding))
            continue;
        if (!primary || stop->pid != primary->pid)
            finding->process = tr_number(stop->pid);
        drop_references(finding);
        tr_list_add(arena, &report->findings, finding);
    }
}

static void fill_program(struct tr_arena *arena, struct tr_report *report, const struct tr_session_options *options, int pid,
                         const struct tr_run_end *end)
{
    const struct tr_process *process = process_of(report, pid);
    if (!report->program)
        report->program = tr_arena_new(arena, struct tr_program);
    report->program->path = process && process->path ? process->path : options->run.argv ? options->run.argv[0] : "";
    if (process)
        report->program->arguments = process->arguments;
    report->program->cwd = options->start_folder;
    report->program->sanitizer = end->sanitizer;
}

static void note_gaps(struct tr_arena *arena, struct tr_report *report, const struct tr_run_end *end)
{
    if (end->recorder_off)
        note(arena, report, "syscalls", end->recorder_off);
    if (end->faults_handled > 1)
        note(arena, report, "threads",
             tr_arena_printf(arena, "the program handled %u faults by itself; only the first was analysed", end->faults_handled));
    if (report->sandbox)
        TR_EACH(const char, missing, &report->sandbox->missing)
        {
            note(arena, report, "sandbox", missing);
        }
    if (end->denied > TR_LIMIT_DENIALS)
        note(arena, report, "findings",
             tr_arena_printf(arena, "the sandbox refused %u calls without ending the run; the first at each of %d places at most are told",
                             end->denied, TR_LIMIT_DENIALS));
    if (end->survivors)
        note(arena, report, "processes",
             tr_arena_printf(arena, "%u process%s outlived the main process and %s ended", end->survivors,
                             end->survivors == 1 ? "" : "es", end->survivors == 1 ? "was" : "were"));
}

/* Without an analysed stop there is still the recorder, as it stands at the end. */
static struct tr_syscalls *recorded_at_end(struct tr_arena *arena, const struct tr_run *run, int pid)
{
    struct tr_syscalls *calls = tr_arena_new(arena, struct tr_syscalls);
    struct tr_recorded *recorded;
    size_t count;
    tr_recorder_report(tr_run_recorder(run), arena, pid, calls, &recorded, &count);
    return calls;
}

/* The kernel does not tell; the diagnosis does. */
static void note_stack_limit(const struct tr_report *report)
{
    TR_EACH(struct tr_limit, limit, &report->limits)
    {
        if (strcmp(limit->name, tr_words_text(&tr_words_bound, TR_BOUND_STACK)) == 0)
            limit->exceeded = tr_truth(report->diagnosis && report->diagnosis->kind == TR_KIND_STACK_OVERFLOW);
    }
}

/* Of thousands of processes the first are listed; the one that the report is about is among them in any case. */
static void mark_primary(struct tr_arena *arena, struct tr_report *report, int pid)
{
    bool found = false;
    TR_EACH(struct tr_process, process, &report->processes)
    {
        process->primary = tr_truth(process->pid.value == pid);
        found |= process->pid.value == pid;
    }
    if (found || !report->processes.count)
        return;
    struct tr_process *process = tr_list_new(arena, &report->processes, struct tr_process);
    process->pid = tr_number(pid);
    process->primary = TR_TRUE;
    if (report->omitted_processes.known)
        report->omitted_processes.value--;
}

struct tr_report *tr_merge(struct tr_arena *arena, const struct tr_session_options *options, const struct tr_run *run,
                           const struct tr_run_end *end, const struct tr_list *stops, struct tr_stop_record *primary)
{
    struct tr_report *report = tr_arena_new(arena, struct tr_report);
    report->schema = TRACERUN_REPORT_SCHEMA;
    tr_run_report(run, arena, report);
    tr_verdict_fill(end, report);
    int primary_pid = primary ? primary->pid : end->root_pid;
    if (primary && primary->report) {
        take_analysis(arena, report, primary->report);
        take_unflushed(arena, report, primary->report);
    } else if (primary) {
        note(arena, report, "threads",
             end->attached && end->interrupted_by ? "tracerun was interrupted before the analysis was done"
                                                  : "the process was gone before its stop could be analysed");
    }
    report->syscalls = primary && primary->syscalls ? primary->syscalls : recorded_at_end(arena, run, primary_pid);
    fill_program(arena, report, options, primary_pid, end);
    mark_primary(arena, report, primary_pid);
    if (!report->diagnosis && report->status != TR_STATUS_SUCCESS)
        report->diagnosis = diagnose_without_memory(arena, report, options, end, primary);
    add_prompt(arena, report);
    add_sanitizer(arena, report, options, end, primary);
    if (report->diagnosis)
        tr_last_words_tell(arena, report, report->diagnosis);
    if (report->diagnosis && primary && !primary->is_root)
        report->diagnosis->process = (struct tr_number){0};
    note_stack_limit(report);
    add_findings(arena, report, stops, primary);
    note_gaps(arena, report, end);
    return report;
}
