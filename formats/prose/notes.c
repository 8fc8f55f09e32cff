#include "formats/prose/notes.h"

#include "formats/prose/places.h"
#include "formats/prose/words.h"
#include "model/bound.h"

#include <inttypes.h>
#include <string.h>

enum {
    TEXT_COLUMN = 12, /* where the text behind a label begins */
    ROW_LINES = 2,    /* lines of one row, unless verbose */
    ROWS = 3,         /* rows of one sort, unless verbose */
    OUTPUT_LINES = 4, /* last lines of the program's standard error */
    REGISTERS = 4,    /* registers on a line */
};

struct notes {
    struct tr_page *page;
    const struct tr_report *report;
    int width;
    bool verbose;
};

static void add_row(const struct notes *notes, const char *label, const char *text)
{
    tr_page_text(notes->page, "  ");
    tr_page_style(notes->page, TR_STYLE_LABEL);
    tr_page_text(notes->page, label);
    tr_page_style(notes->page, TR_STYLE_PLAIN);
    tr_page_wrap(notes->page, text, TEXT_COLUMN, notes->width, notes->verbose ? 0 : ROW_LINES);
}

/*
 * One row a sort: the first with its label, and a count of those beyond the cap. False from the first that is not
 * shown.
 */
static bool begin_item(const struct notes *notes, const char *label, size_t index, size_t count, const char *text)
{
    if (!notes->verbose && index == ROWS) {
        tr_auto_str struct tr_str more = {0};
        tr_str_printf(&more, "… %zu more", count - index);
        add_row(notes, "", tr_str_text(&more));
        return false;
    }
    add_row(notes, index ? "" : label, text);
    return true;
}

/* ---- reasons ---- */

/* A diagnosis about another process than the one that was started. */
static void add_process(const struct notes *notes)
{
    const struct tr_list *processes = &notes->report->processes;
    const struct tr_process *root = processes->count ? processes->items[0] : NULL;
    TR_EACH(struct tr_process, process, processes)
    {
        if (process->primary != TR_TRUE || process == root)
            continue;
        tr_auto_str struct tr_str text = {0};
        tr_str_printf(&text, "%" PRId64 " %s", process->pid.value, process->path ? process->path : "");
        TR_EACH(char, argument, &process->arguments) { tr_str_printf(&text, " %s", argument); }
        if (process->parent.known)
            tr_str_printf(&text, ", a child of %" PRId64, process->parent.value);
        add_row(notes, "process", tr_str_text(&text));
    }
}

static void add_fault(const struct notes *notes, const struct tr_fault *fault)
{
    if (!fault || !fault->address.known)
        return;
    static const char *const verbs[TR_ACCESS_COUNT] = {
        [TR_ACCESS_READ] = "read", [TR_ACCESS_WRITE] = "write", [TR_ACCESS_EXECUTE] = "execution"};
    const char *verb = fault->access < TR_ACCESS_COUNT && verbs[fault->access] ? verbs[fault->access] : "access";
    tr_auto_str struct tr_str text = {0};
    tr_str_add_text(&text, verb);
    if (fault->size.known)
        tr_str_printf(&text, " of %" PRId64 " byte%s", fault->size.value, fault->size.value == 1 ? "" : "s");
    tr_str_printf(&text, " at 0x%" PRIx64, fault->address.value);
    if (fault->region)
        tr_str_printf(&text, ": %s", fault->region);
    if (fault->nearest)
        tr_str_printf(&text, "; %s", fault->nearest);
    add_row(notes, "fault", tr_str_text(&text));
}

static void add_stack_place(struct tr_str *out, const char *before, const struct tr_list *frames)
{
    const struct tr_thread stack = {.frames = *frames};
    const struct tr_frame *frame = tr_text_user_frame(&stack);
    if (!frame)
        return;
    const struct tr_location location = tr_text_frame_location(frame);
    tr_text_location(out, before, &location, ", ");
}

static void add_block(const struct notes *notes, const struct tr_block *block)
{
    if (!block)
        return;
    tr_auto_str struct tr_str text = {0};
    tr_str_printf(&text, "%s block of %" PRId64 " bytes at 0x%" PRIx64,
                  block->state == TR_BLOCK_FREED ? "freed" : "live", block->size.value, block->address.value);
    if (block->offset.known)
        tr_str_printf(&text, ", the access at offset %" PRId64, block->offset.value);
    add_stack_place(&text, "; allocated in ", &block->allocated_at);
    add_stack_place(&text, "; freed in ", &block->freed_at);
    add_row(notes, "heap", tr_str_text(&text));
}

static void add_evidence(const struct notes *notes, const struct tr_finding *finding)
{
    tr_auto_str struct tr_str text = {0};
    TR_EACH(struct tr_evidence, evidence, &finding->evidence)
    {
        tr_str_printf(&text, "%s%s", text.size ? "; " : "", evidence->text ? evidence->text : "");
    }
    if (text.size)
        add_row(notes, "seen", tr_str_text(&text));
}

static void add_origin(const struct notes *notes, const struct tr_origin *origin)
{
    static const char *const verbs[TR_ORIGIN_COUNT] = {
        [TR_ORIGIN_WRITTEN] = "written",     [TR_ORIGIN_NEVER_WRITTEN] = "never written", [TR_ORIGIN_FREED] = "freed",
        [TR_ORIGIN_ARGUMENT] = "passed in", [TR_ORIGIN_RETURNED] = "returned",
    };
    if (!origin || origin->kind >= TR_ORIGIN_COUNT || !verbs[origin->kind])
        return;
    tr_auto_str struct tr_str text = {0};
    tr_str_add_text(&text, verbs[origin->kind]);
    tr_text_location(&text, " in ", origin->location, ", ");
    if (origin->expression)
        tr_str_printf(&text, ": %s", origin->expression);
    if (origin->old_value && origin->new_value)
        tr_str_printf(&text, " (%s before, %s after)", origin->old_value, origin->new_value);
    if (origin->exact == TR_FALSE)
        tr_str_add_text(&text, " (inferred)");
    add_row(notes, "from", tr_str_text(&text));
}

static void add_machine(const struct notes *notes)
{
    const struct tr_instruction_view *instruction = notes->report->instruction;
    if (instruction && instruction->text)
        add_row(notes, "code", instruction->text);
    tr_auto_str struct tr_str text = {0};
    size_t count = 0;
    TR_EACH(struct tr_register, item, &notes->report->registers)
    {
        tr_str_printf(&text, "%-7s 0x%-18" PRIx64, item->name ? item->name : "?", item->value.value);
        if (++count % REGISTERS == 0 || count == notes->report->registers.count) {
            tr_page_style(notes->page, TR_STYLE_LABEL);
            tr_page_text(notes->page, count <= REGISTERS ? "  registers" : "");
            tr_page_style(notes->page, TR_STYLE_PLAIN);
            tr_page_column(notes->page, TEXT_COLUMN);
            tr_page_text(notes->page, tr_str_text(&text));
            tr_page_end(notes->page);
            tr_str_deinit(&text);
        }
    }
}

void tr_text_reasons(struct tr_page *page, const struct tr_report *report, int width, bool verbose)
{
    const struct notes notes = {page, report, width, verbose};
    const struct tr_finding *finding = report->diagnosis;
    const struct tr_memory_view *memory = report->memory;
    add_process(&notes);
    if (finding && finding->proof)
        add_row(&notes, "proof", finding->proof);
    if (memory && (verbose || !finding || !finding->proof))
        add_fault(&notes, memory->fault);
    if (memory && memory->heap)
        add_block(&notes, memory->heap->block);
    if (finding) {
        add_evidence(&notes, finding);
        add_origin(&notes, finding->origin);
        if (finding->hint)
            add_row(&notes, "next", finding->hint);
        if (verbose && finding->explanation)
            add_row(&notes, "about", finding->explanation);
    }
    if (verbose)
        add_machine(&notes);
}

/* ---- notes ---- */

/* Loaders and libraries fail at many calls by design: without -v only those with a place in the user's code. */
static bool is_told(const struct notes *notes, const struct tr_syscall *call)
{
    return notes->verbose || (call->location && call->location->file);
}

static void add_failed_calls(const struct notes *notes)
{
    const struct tr_list *failed = notes->report->syscalls ? &notes->report->syscalls->failed : &(struct tr_list){0};
    size_t count = 0, skip = 0, shown = 0;
    TR_EACH(struct tr_syscall, counted, failed) { count += is_told(notes, counted); }
    if (!notes->verbose && count > ROWS)
        skip = count - ROWS; /* the last ones are the nearest to the failure */
    TR_EACH(struct tr_syscall, call, failed)
    {
        if (!is_told(notes, call) || (skip && skip--))
            continue;
        tr_auto_str struct tr_str text = {0};
        tr_str_add_text(&text, call->text ? call->text : call->name);
        if (call->result || call->error)
            tr_str_printf(&text, " = %s%s%s", call->result ? call->result : "", call->result && call->error ? " " : "",
                          call->error ? call->error : "");
        tr_text_location(&text, " in ", call->location, ", ");
        add_row(notes, shown++ ? "" : "failed", tr_str_text(&text));
    }
    if (count > shown) {
        tr_auto_str struct tr_str more = {0};
        tr_str_printf(&more, "… %zu failed before", count - shown);
        add_row(notes, "", tr_str_text(&more));
    }
}

/* The last lines of what the program wrote to its standard error. */
static void add_last_words(const struct notes *notes, const struct tr_output *output)
{
    const char *text = output ? (output->tail && *output->tail ? output->tail : output->text) : NULL;
    size_t size = text ? strlen(text) : 0;
    while (size && text[size - 1] == '\n')
        size--;
    if (!size)
        return;
    size_t start = size;
    for (size_t lines = 0; start; start--)
        if (text[start - 1] == '\n' && ++lines == OUTPUT_LINES)
            break;
    for (size_t at = start; at < size; at++) {
        const char *newline = memchr(text + at, '\n', size - at);
        size_t length = newline ? (size_t)(newline - text) - at : size - at;
        tr_auto_str struct tr_str line = {0};
        tr_str_add(&line, text + at, length);
        if (!notes->verbose)
            tr_text_cut(&line, notes->width - TEXT_COLUMN);
        add_row(notes, at == start ? "stderr" : "", tr_str_text(&line));
        at += length;
    }
}

static void add_unflushed(const struct notes *notes, const char *stream, const struct tr_output *output)
{
    if (!output || !output->unflushed || !*output->unflushed)
        return;
    tr_auto_str struct tr_str text = {0};
    tr_str_printf(&text, "printed to %s but lost in its buffer: \"", stream);
    for (const char *c = output->unflushed; *c; c++)
        if (*c == '\n')
            tr_str_add_text(&text, "\\n");
        else
            tr_str_add_char(&text, *c);
    tr_str_add_char(&text, '"');
    add_row(notes, "lost", tr_str_text(&text));
}

/* In the unit that the name implies. */
static void add_amount(struct tr_str *out, const char *name, int64_t value)
{
    struct tr_arena *arena = tr_arena_create();
    enum tr_bound bound = name ? (enum tr_bound)tr_words_find(&tr_words_bound, name) : TR_BOUND_ABSENT;
    tr_str_add_text(out, tr_bound_amount(arena, bound, value));
    tr_arena_destroy(arena);
}

static void add_limits(const struct notes *notes)
{
    TR_EACH(struct tr_limit, limit, &notes->report->limits)
    {
        if (limit->exceeded != TR_TRUE && !notes->verbose)
            continue;
        tr_auto_str struct tr_str text = {0};
        tr_str_printf(&text, "%s: ", limit->name ? limit->name : "?");
        add_amount(&text, limit->name, limit->value.value);
        if (limit->observed.known) {
            tr_str_add_text(&text, ", used ");
            add_amount(&text, limit->name, limit->observed.value);
        }
        if (limit->exceeded == TR_TRUE)
            tr_str_add_text(&text, ", exceeded");
        add_row(notes, "limit", tr_str_text(&text));
    }
}

static void add_findings(const struct notes *notes)
{
    const struct tr_list *findings = &notes->report->findings;
    for (size_t i = 0; i < findings->count; i++) {
        const struct tr_finding *finding = tr_list_at(findings, struct tr_finding, i);
        tr_auto_str struct tr_str text = {0};
        if (finding->kind)
            tr_text_kind(&text, finding->kind);
        if (finding->process.known)
            tr_str_printf(&text, " in process %" PRId64, finding->process.value);
        tr_str_printf(&text, ": %s", finding->summary ? finding->summary : "");
        if (!begin_item(notes, "also", i, findings->count, tr_str_text(&text)))
            return;
    }
}

/* The end of the stack and the lack of debug information have rows of their own. */
static bool is_told_elsewhere(const struct tr_report *report, const struct tr_incomplete *entry)
{
    const struct tr_thread *thread = tr_text_primary(report);
    const char *const told[] = {thread ? thread->unwind_end : NULL,
                                report->program ? report->program->debug_info_reason : NULL};
    for (size_t i = 0; i < TR_COUNT(told); i++)
        if (told[i] && entry->reason && strcmp(told[i], entry->reason) == 0)
            return true;
    return false;
}

static void add_incomplete(const struct notes *notes)
{
    const struct tr_list *incomplete = &notes->report->incomplete;
    size_t count = 0, index = 0;
    TR_EACH(struct tr_incomplete, counted, incomplete) { count += !is_told_elsewhere(notes->report, counted); }
    TR_EACH(struct tr_incomplete, entry, incomplete)
    {
        if (is_told_elsewhere(notes->report, entry))
            continue;
        tr_auto_str struct tr_str text = {0};
        tr_str_printf(&text, "%s: %s", entry->section ? entry->section : "?", entry->reason ? entry->reason : "?");
        if (!begin_item(notes, "missing", index++, count, tr_str_text(&text)))
            return;
    }
}

static void add_program(const struct notes *notes)
{
    const struct tr_program *program = notes->report->program;
    if (!program)
        return;
    if (program->debug_info == TR_DEBUG_INFO_NONE || program->debug_info == TR_DEBUG_INFO_SYMBOLS
        || program->debug_info == TR_DEBUG_INFO_LINES)
        add_row(notes, "note",
                program->debug_info_reason ? program->debug_info_reason
                : program->debug_info == TR_DEBUG_INFO_LINES
                    ? "debug information with lines only: compile with -g to see variables"
                    : "no debug information: compile with -g to see lines and variables");
    if (program->newer_source == TR_TRUE)
        add_row(notes, "note", "a source file is newer than the program: lines may be off, compile it again");
}

static void add_resources(const struct notes *notes, const struct tr_resources *used)
{
    if (!used)
        return;
    const struct {
        const char *name, *unit;
        const struct tr_number *number;
    } parts[] = {
        {"wall", " ms", &used->wall_ms},       {"user", " ms", &used->user_ms},     {"system", " ms", &used->system_ms},
        {"memory", " kB", &used->peak_rss_kb}, {"processes", "", &used->processes}, {"threads", "", &used->threads},
    };
    tr_auto_str struct tr_str text = {0};
    for (size_t i = 0; i < TR_COUNT(parts); i++)
        if (parts[i].number->known)
            tr_str_printf(&text, "%s%s %" PRId64 "%s", text.size ? ", " : "", parts[i].name, parts[i].number->value,
                          parts[i].unit);
    if (text.size)
        add_row(notes, "used", tr_str_text(&text));
}

void tr_text_notes(struct tr_page *page, const struct tr_report *report, int width, bool verbose)
{
    const struct notes notes = {page, report, width, verbose};
    add_findings(&notes);
    if (report->io) {
        add_last_words(&notes, report->io->stderr);
        add_unflushed(&notes, "stdout", report->io->stdout);
        add_unflushed(&notes, "stderr", report->io->stderr);
    }
    add_failed_calls(&notes);
    add_limits(&notes);
    add_program(&notes);
    add_incomplete(&notes);
    if (verbose)
        add_resources(&notes, report->resources);
}
