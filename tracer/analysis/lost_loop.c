#include "analysis/lost_loop.h"

#include "analysis/loop_proof.h"
#include "analysis/source.h"
#include "base/limits.h"
#include "syntax/loop.h"

#include <dwarf.h>
#include <string.h>

/* The one function that can be meant. */
struct candidate {
    Dwarf_Die die;
    struct tr_loop_syntax loop;
    const struct tr_list *expressions; /* of the statement that calls it */
    size_t call;                       /* index of the call there */
    size_t count;                      /* loops found in all */
};

static const char *base_name(const char *path)
{
    const char *slash = path ? strrchr(path, '/') : NULL;
    return slash ? slash + 1 : path;
}

/* The abstract instance of an inlined function of the unit, in the file of @p valued. */
static bool find_inlined(const struct tr_valued_frame *valued, const char *name, size_t size, Dwarf_Die *ret)
{
    Dwarf_Die own = valued->function.die, unit, child;
    if (!dwarf_diecu(&own, &unit, NULL, NULL) || dwarf_child(&unit, &child) != 0)
        return false;
    for (unsigned seen = 0; seen < TR_LIMIT_UNIT_DIES; seen++) {
        const char *found = dwarf_tag(&child) == DW_TAG_subprogram ? dwarf_diename(&child) : NULL;
        const char *file = found ? dwarf_decl_file(&child) : NULL;
        if (found && strlen(found) == size && memcmp(found, name, size) == 0 && dwarf_hasattr(&child, DW_AT_inline) && file &&
            strcmp(base_name(file), base_name(valued->function.file)) == 0) {
            *ret = child;
            return true;
        }
        if (dwarf_siblingof(&child, &child) != 0)
            return false;
    }
    return false;
}

static void look_into(struct tr_analysis *analysis, const struct tr_valued_frame *valued, size_t call, struct candidate *ret)
{
    const struct tr_evaluated *expression = tr_list_at(ret->expressions, const struct tr_evaluated, call);
    size_t size = strcspn(expression->text, "( ");
    struct tr_loop_syntax loops[TR_LOOPS_AROUND];
    Dwarf_Die die;
    if (!find_inlined(valued, expression->text, size, &die))
        return;
    const struct tr_function function = {.unit = valued->function.unit, .die = die};
    struct tr_statement_place place = {.function = &function};
    place.text = tr_source_text(analysis, valued->function.file, &place.size);
    size_t count = tr_loops_of(analysis->arena, &place, loops);
    if (count) {
        ret->die = die;
        ret->loop = loops[0];
        ret->call = call;
    }
    ret->count += count;
}

/* The parameters with what the call gives them. */
static void add_arguments(struct tr_analysis *analysis, const struct candidate *candidate, struct tr_frame *frame)
{
    Dwarf_Die die = candidate->die, child;
    size_t at = candidate->call + 1;
    bool is_function = true;
    if (dwarf_child(&die, &child) != 0)
        return;
    do {
        if (dwarf_tag(&child) != DW_TAG_formal_parameter)
            continue;
        const struct tr_evaluated *given = NULL;
        for (; at < candidate->expressions->count && !given; at++) {
            const struct tr_evaluated *part = tr_list_at(candidate->expressions, const struct tr_evaluated, at);
            if (!part->parent.known || part->parent.value != (int64_t)candidate->call)
                continue;
            bool is_name = is_function && strcmp(part->node, "identifier") == 0 &&
                           strncmp(tr_list_at(candidate->expressions, const struct tr_evaluated, candidate->call)->text,
                                   part->text, strlen(part->text)) == 0;
            is_function = false;
            given = is_name ? NULL : part;
        }
        if (!given || !given->value || !dwarf_diename(&child))
            continue;
        struct tr_variable *argument = tr_list_new(analysis->arena, &frame->arguments, struct tr_variable);
        *argument = (struct tr_variable){.name = dwarf_diename(&child), .type = given->type ? given->type : "?",
                                         .kind = given->kind, .value = given->value, .state = TR_STATE_OK,
                                         .reason = "as the call gives it"};
    } while (dwarf_siblingof(&child, &child) == 0);
}

static void insert_frame(struct tr_analysis *analysis, struct tr_thread *thread, struct tr_frame *frame)
{
    tr_list_add(analysis->arena, &thread->frames, frame);
    memmove(&thread->frames.items[1], &thread->frames.items[0], (thread->frames.count - 1) * sizeof(thread->frames.items[0]));
    thread->frames.items[0] = frame;
    for (size_t i = 1; i < thread->frames.count; i++)
        tr_list_at(&thread->frames, struct tr_frame, i)->index.value++;
    TR_EACH(struct tr_valued_frame, valued, &analysis->valued_frames)
    {
        for (size_t i = 0; i < thread->frames.count; i++)
            if (valued->is_primary && thread->frames.items[i] == valued->frame)
                valued->pointer = tr_arena_printf(analysis->arena, "/threads/0/frames/%zu", i);
    }
}

static void tell(struct tr_analysis *analysis, const struct tr_valued_frame *valued, const struct candidate *candidate)
{
    struct tr_thread *thread = tr_list_at(&analysis->report->threads, struct tr_thread, 0);
    struct tr_frame *frame = tr_arena_new(analysis->arena, struct tr_frame);
    Dwarf_Die die = candidate->die;
    const char *reason;
    *frame = *valued->frame;
    frame->function = dwarf_diename(&die);
    frame->signature = NULL;
    frame->inlined = TR_TRUE;
    frame->trust = TR_TRUST_GUESS;
    frame->line = tr_number(candidate->loop.first_line);
    frame->column = (struct tr_number){0};
    frame->arguments = frame->locals = (struct tr_list){0};
    frame->source = tr_source_excerpt(analysis, valued->function.file, candidate->loop.first_line, &reason);
    frame->reason = "optimisation left nothing of it but a jump to itself; of what is called on that line, only this has a loop";
    add_arguments(analysis, candidate, frame);
    insert_frame(analysis, thread, frame);
    struct tr_loop *loop = analysis->report->loop = tr_arena_new(analysis->arena, struct tr_loop);
    loop->location = tr_arena_new(analysis->arena, struct tr_location);
    *loop->location = (struct tr_location){.function = frame->function, .file = frame->file, .line = frame->line};
    loop->frame = tr_number(0);
    loop->node = candidate->loop.node;
    loop->last_line = tr_number(candidate->loop.last_line);
    loop->condition = candidate->loop.condition;
    loop->has_exit = tr_truth(candidate->loop.has_exit);
    loop->turns = tr_number(analysis->stop->samples.turns);
    loop->returned = loop->repeats = loop->may_be_other = TR_TRUE;
    loop->is_alone = tr_truth(analysis->stop->samples.is_alone);
}

void tr_analysis_lost_loop(struct tr_analysis *analysis)
{
    const struct tr_samples *samples = &analysis->stop->samples;
    const struct tr_thread *thread = tr_list_at(&analysis->report->threads, struct tr_thread, 0);
    struct tr_loop_syntax around[TR_LOOPS_AROUND];
    if (!samples->taken || !samples->returned || samples->by_breakpoint || !analysis->valued_frames.count ||
        !thread->frames.count || thread->repeated)
        return;
    const struct tr_valued_frame *valued = tr_list_at(&analysis->valued_frames, const struct tr_valued_frame, 0);
    if (valued->frame != thread->frames.items[0] || valued->function.line <= 0 || !valued->function.file)
        return;
    struct tr_statement_place place = {.function = &valued->function, .context = valued->context,
                                       .line = valued->function.line, .column = valued->function.column};
    place.text = tr_source_text(analysis, valued->function.file, &place.size);
    if (!place.text || tr_loops_around(analysis->arena, &place, around) ||
        !tr_analysis_repeats(analysis))
        return;
    struct tr_report scratch = {0};
    tr_statement_evaluate(analysis->arena, analysis->values, &place, &scratch);
    struct candidate candidate = {.expressions = &scratch.expressions};
    for (size_t i = 0; i < scratch.expressions.count; i++)
        if (strcmp(tr_list_at(&scratch.expressions, const struct tr_evaluated, i)->node, "call_expression") == 0)
            look_into(analysis, valued, i, &candidate);
    if (candidate.count == 1)
        tell(analysis, valued, &candidate);
}
