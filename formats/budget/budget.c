#include "formats/budget/budget.h"

#include "base/cleanup.h"
#include "base/limits.h"
#include "formats/budget/cuts.h"
#include "model/references.h"
#include "model/visit.h"

#include <inttypes.h>
#include <string.h>

/*
 * What goes first: what no reader of a diagnosis misses. What goes last: the cause with its operands, the variables of
 * the function that failed, the way there. A step is taken only while the document is too long.
 */
static const struct {
    const char *section; /* as `incomplete` names it */
    tr_cut_fn *cut;
    int64_t level;
} steps[] = {
    {"/modules", tr_cut_modules, 0},
    {"/memory/regions", tr_cut_regions, 0},
    {"/syscalls/counts", tr_cut_counts, 0},
    {"/registers", tr_cut_registers, 0},
    {"/syscalls/recent", tr_cut_recent_calls, 16},
    {"/threads", tr_cut_other_frames, 16},
    {"/io", tr_cut_streams, 16384},
    {"/threads/0/frames", tr_cut_far_source, 8},
    {"/memory/objects", tr_cut_objects, 16},
    {"/memory/objects", tr_cut_object_nodes, 64},
    {"/memory/objects", tr_cut_objects, 8},
    {"values", tr_cut_children, 32},
    {"/processes", tr_cut_processes, 16},
    {"/syscalls/recent", tr_cut_recent_calls, 0},
    {"/limits", tr_cut_limits, 0},
    {"/threads", tr_cut_other_frames, 4},
    {"/threads", tr_cut_threads, 16},
    {"/io", tr_cut_streams, 4096},
    {"/threads/0/frames", tr_cut_far_source, 3},
    {"values", tr_cut_children, 24},
    {"/memory/objects", tr_cut_object_nodes, 24},
    {"/memory/objects", tr_cut_objects, 5},
    {"/threads/0/frames", tr_cut_far_variables, 8},
    {"/threads/0/frames", tr_cut_far_variables, 3},
    {"/globals", tr_cut_globals, 0},
    {"/memory/heap", tr_cut_heap, 0},
    {"/threads", tr_cut_other_frames, 2},
    {"/memory/objects", tr_cut_objects, 3},
    {"/threads/0/frames", tr_cut_far_frames, 8},
    {"/io", tr_cut_streams, 1024},
    {"/syscalls/failed", tr_cut_failed_calls, 8},
    {"/resources", tr_cut_usage, 0},
    {"/processes", tr_cut_arguments, 16},
    {"/threads/0/frames", tr_cut_far_source, 1},
    {"values", tr_cut_children, 12},
    {"/memory/objects", tr_cut_objects, 2},
    {"/instruction", tr_cut_machine, 0},
    {"/threads", tr_cut_threads, 4},
    {"/threads/0/frames", tr_cut_far_variables, 1},
    {"values", tr_cut_children, 6},
    {"explanation", tr_cut_explanations, 0},
    {"/findings", tr_cut_findings, 3},
    {"/syscalls/failed", tr_cut_failed_calls, 3},
    {"addresses", tr_cut_addresses, 0},
    {"/threads/0/frames", tr_cut_far_source, 0},
    {"source", tr_cut_context, 2},
    {"/io", tr_cut_streams, 512},
    {"/processes", tr_cut_processes, 2},
    {"/threads", tr_cut_threads, 0},
    {"/memory/objects", tr_cut_objects, 1},
    {"/threads/0/frames", tr_cut_far_frames, 3},
    {"values", tr_cut_children, 3},
    {"text", tr_cut_texts, 256},
    {"/threads/0/frames", tr_cut_far_variables, 0},
    {"variables", tr_cut_variables, 64},
    {"/memory/objects", tr_cut_objects, 0},
    {"evidence", tr_cut_evidence, 3},
    {"/program", tr_cut_program, 0},
    {"variables", tr_cut_variables, 32},
    {"/syscalls/failed", tr_cut_failed_calls, 0},
    {"/threads/0/frames", tr_cut_far_frames, 1},
    {"text", tr_cut_texts, 128},
    {"values", tr_cut_children, 0},
    {"/incomplete", tr_cut_incomplete, 3},
    {"operands", tr_cut_operands, 8},
    {"source", tr_cut_context, 0},
    {"variables", tr_cut_variables, 16},
    {"/io", tr_cut_streams, 128},
    {"/exception", tr_cut_exception, 0},
    {"/findings", tr_cut_findings, 0},
    {"/processes", tr_cut_arguments, 0},
    {"variables", tr_cut_variables, 8},
    {"hint", tr_cut_hints, 0},
    {"text", tr_cut_texts, 64},
    {"operands", tr_cut_operands, 4},
    {"evidence", tr_cut_evidence, 0},
    {"/processes", tr_cut_processes, 1},
    {"variables", tr_cut_variables, 2},
    {"/threads/0/frames", tr_cut_far_frames, 0},
    {"variables", tr_cut_variables, 0},
    {"/io", tr_cut_streams, 0},
    {"/incomplete", tr_cut_incomplete, 0},
    {"text", tr_cut_texts, 32},
    {"operands", tr_cut_operands, 1},
    {"text", tr_cut_texts, 16},
    {"text", tr_cut_texts, 8},
};

/* One text of more than a share of the document would cost all else, and makes every step slow: it is cut before the steps. */
enum { TEXT_SHARE = 8 };

/* What is behind the report's own entries of `incomplete`: how much was asked for, and each section that lost something. */
static void tell(struct tr_cut *cut, const struct tr_list *own, const struct tr_list *sections, size_t limit)
{
    struct tr_list *list = &cut->report->incomplete;
    *list = (struct tr_list){0};
    TR_EACH(void, entry, own) { tr_list_add(cut->arena, list, entry); }
    *tr_list_new(cut->arena, list, struct tr_incomplete) = (struct tr_incomplete){
        .section = "document",
        .reason = "too long: the sections that follow were cut; the same command with --max-chars 0 shows them whole",
        .limit = tr_number(limit > INT64_MAX ? INT64_MAX : (int64_t)limit),
    };
    TR_EACH(const char, section, sections)
    {
        *tr_list_new(cut->arena, list, struct tr_incomplete) =
            (struct tr_incomplete){.section = section, .reason = "--max-chars"};
    }
}

static void note(struct tr_arena *arena, struct tr_list *sections, const char *section)
{
    TR_EACH(const char, known, sections)
    {
        if (strcmp(known, section) == 0)
            return;
    }
    tr_list_add(arena, sections, (void *)section);
}

static struct tr_error *emit_cut(const struct tr_report *report, size_t limit, tr_budget_emit_fn *emit,
                                 struct tr_arena *arena, struct tr_str *ret)
{
    struct tr_cut cut = {arena, tr_record_copy(&tr_record_report, arena, report)};
    struct tr_list references = {0}, sections = {0};
    tr_references_find(arena, cut.report, &references);
    if (tr_cut_texts(&cut, (int64_t)(limit / TEXT_SHARE)))
        note(arena, &sections, "text");
    for (size_t i = 0; i < TR_COUNT(steps) && ret->size > limit; i++) {
        if (!steps[i].cut(&cut, steps[i].level))
            continue;
        note(arena, &sections, steps[i].section);
        tr_references_repair(arena, cut.report, &references);
        struct tr_list own = cut.report->incomplete;
        tell(&cut, &own, &sections, limit);
        ret->size = 0;
        TR_TRY(emit(cut.report, ret));
        cut.report->incomplete = own;
    }
    return NULL;
}

struct tr_error *tr_budget_emit(const struct tr_report *report, size_t limit, tr_budget_emit_fn *emit,
                                struct tr_str *out)
{
    tr_auto_str struct tr_str document = {0};
    TR_TRY(emit(report, &document));
    if (document.size > limit) {
        struct tr_arena *arena = tr_arena_create();
        struct tr_error *error = emit_cut(report, limit, emit, arena, &document);
        tr_arena_destroy(arena);
        TR_TRY(error);
    }
    tr_str_add(out, document.bytes, document.size);
    return NULL;
}
