#include "analysis/loop.h"

#include "analysis/frames.h"
#include "analysis/function_line.h"
#include "analysis/lineless_loop.h"
#include "analysis/loop_circle.h"
#include "analysis/loop_proof.h"
#include "analysis/merged_loop.h"
#include "analysis/source.h"
#include "analysis/stdio_buffer.h"
#include "diagnose/loop_condition.h"
#include "syntax/loop.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>

enum { LOOP_FRAMES = 8 };

/* ---- which lines of a function ran ---- */

static int compare_addresses(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

/* The instructions that ran, each once. */
static size_t unique_pcs(struct tr_analysis *analysis, const struct tr_samples *samples, uint64_t **ret)
{
    uint64_t *pcs = tr_arena_alloc(analysis->arena, (samples->pc_count + 1) * sizeof(*pcs));
    size_t count = 0;
    memcpy(pcs, samples->pcs, samples->pc_count * sizeof(*pcs));
    qsort(pcs, samples->pc_count, sizeof(*pcs), compare_addresses);
    for (size_t i = 0; i < samples->pc_count; i++)
        if (!count || pcs[count - 1] != pcs[i])
            pcs[count++] = pcs[i];
    *ret = pcs;
    return count;
}

struct lines {
    int low, high;
};

static void add_line(struct lines *lines, int line)
{
    if (line <= 0)
        return;
    lines->low = !lines->low || line < lines->low ? line : lines->low;
    lines->high = line > lines->high ? line : lines->high;
}

/* Line of the frame's own function at @p pc; in what was inlined into it, that of the call. 0: not in the function. */
static int own_line(const struct tr_valued_frame *valued, uint64_t pc)
{
    struct tr_function at;
    return tr_analysis_function_at(&valued->function, pc, &at) ? at.line : 0;
}

static struct lines lines_of(const struct tr_valued_frame *valued, const uint64_t *pcs, size_t count)
{
    struct lines lines = {0, 0};
    add_line(&lines, valued->function.line);
    for (size_t i = 0; i < count; i++)
        add_line(&lines, own_line(valued, pcs[i]));
    return lines;
}

static void place_of(struct tr_analysis *analysis, const struct tr_valued_frame *valued, struct tr_statement_place *ret)
{
    *ret = (struct tr_statement_place){.function = &valued->function,
                                       .context = valued->context,
                                       .line = valued->function.line,
                                       .column = valued->function.column};
    if (valued->function.file)
        ret->text = tr_source_text(analysis, valued->function.file, &ret->size);
}

static bool was_frame_left(const struct tr_analysis *analysis, const struct tr_valued_frame *valued)
{
    return valued->context->cfa && analysis->stop->samples.highest_sp >= valued->context->cfa;
}

/* A loop and those around it. */
struct nest {
    const struct tr_loop_syntax *loops; /* innermost first */
    size_t own, count;                  /* index of the loop itself; all */
};

/* The innermost loop around all that ran in the frame. @return false when there is none, or the frame was left. */
static bool find_loop(struct tr_analysis *analysis, const struct tr_valued_frame *valued, const uint64_t *pcs,
                      size_t count, struct tr_loop_syntax loops[TR_LOOPS_AROUND], struct nest *ret)
{
    struct tr_statement_place place;
    if (was_frame_left(analysis, valued))
        return false;
    struct lines lines = lines_of(valued, pcs, count);
    place_of(analysis, valued, &place);
    if (!place.text || place.line <= 0)
        return false;
    size_t around = tr_loops_around(analysis->arena, &place, loops);
    for (size_t i = 0; i < around; i++) {
        if (loops[i].first_line <= lines.low && loops[i].last_line >= lines.high) {
            *ret = (struct nest){loops, i, around};
            return true;
        }
    }
    return false;
}

/* ---- moments ---- */

enum { POSITIONS = 16 };

/* Places of the source whose expressions are evaluated: the loop's condition, then what decides on the ways to its end. */
struct positions {
    struct tr_loop_place items[POSITIONS];
    size_t count;
    struct tr_list before[POSITIONS], after[POSITIONS]; /* struct tr_evaluated * */
    struct tr_list second[POSITIONS]; /* one turn behind the first moment; empty when only one turn was watched */
    bool cut;
};

static size_t position(struct positions *positions, const struct tr_loop_place *place)
{
    for (size_t i = 0; i < positions->count; i++)
        if (positions->items[i].line == place->line && positions->items[i].column == place->column)
            return i;
    if (positions->count == POSITIONS) {
        positions->cut = true;
        return POSITIONS - 1;
    }
    positions->items[positions->count] = *place;
    return positions->count++;
}

static void evaluate_at(struct tr_analysis *analysis, struct tr_values *values, const struct tr_valued_frame *valued,
                        const struct tr_frame_context *context, const struct tr_loop_place *at, struct tr_list *ret)
{
    struct tr_report scratch = {0};
    struct tr_statement_place place;
    place_of(analysis, valued, &place);
    place.context = context;
    place.line = at->line;
    place.column = at->column;
    tr_statement_evaluate(analysis->arena, values, &place, &scratch);
    *ret = scratch.expressions;
}

/* The frame of @p valued among the frames of @p registers, as memory is seen now; NULL when it was not running then. */
static const struct tr_frame_context *same_frame(struct tr_analysis *analysis, const struct tr_valued_frame *valued,
                                                 const struct tr_registers *registers)
{
    size_t count;
    const struct tr_frame_context *contexts = tr_analysis_contexts(analysis, registers, &count);
    for (size_t i = 0; i < count; i++)
        if (contexts[i].cfa == valued->context->cfa && contexts[i].lookup_pc >= valued->function.low &&
            contexts[i].lookup_pc < valued->function.high)
            return &contexts[i];
    return NULL;
}

static const struct tr_variable *variable_named(const struct tr_list *variables, const char *name)
{
    TR_EACH(const struct tr_variable, variable, variables)
    if (strcmp(variable->name, name) == 0)
        return variable;
    return NULL;
}

/* Both lists are of the same frame: what has another value now. */
static void add_changes(struct tr_analysis *analysis, const struct tr_list *before, const struct tr_list *after,
                        struct tr_loop *loop)
{
    TR_EACH(const struct tr_variable, variable, after)
    {
        const struct tr_variable *earlier = variable_named(before, variable->name);
        bool both = earlier && earlier->value && variable->value && earlier->state == TR_STATE_OK &&
                    variable->state == TR_STATE_OK;
        if (!both || strcmp(earlier->value, variable->value) == 0)
            continue;
        struct tr_change *change = tr_list_new(analysis->arena, &loop->changes, struct tr_change);
        *change = (struct tr_change){.name = variable->name, .before = earlier->value, .after = variable->value};
    }
}

/* Evaluate the first @p count positions at a moment. @p ret_frame  its variables then; NULL when they are not wanted. */
static void look_at_moment(struct tr_analysis *analysis, const struct tr_valued_frame *valued,
                           const struct tr_sample_moment *moment, const struct tr_loop_place *places, size_t count,
                           struct tr_list *ret, struct tr_frame *ret_frame)
{
    size_t overlays = tr_memory_overlays(analysis->memory);
    if (!moment->taken)
        return;
    for (uint32_t i = 0; i < moment->region_count; i++)
        tr_memory_overlay(analysis->memory, moment->regions[i].address, moment->regions[i].bytes, moment->regions[i].size);
    struct tr_values *values = tr_values_create(analysis->arena, analysis->images, analysis->memory, &analysis->maps);
    const struct tr_frame_context *context = same_frame(analysis, valued, &moment->registers);
    for (size_t i = 0; i < count && context; i++)
        evaluate_at(analysis, values, valued, context, &places[i], &ret[i]);
    if (context && ret_frame)
        tr_values_frame(values, &valued->function, context, valued->position, valued->pointer, ret_frame);
    tr_values_destroy(values);
    tr_memory_drop_overlays(analysis->memory, overlays);
}

/*
 * Where the condition is evaluated that keeps the loop going; of one without, that of its only way out, if it has one and is left
 * whenever that is true. @return false when there is none.
 */
static bool deciding(const struct tr_loop_syntax *syntax, struct positions *positions, size_t *ret, struct tr_loop *loop)
{
    const struct tr_loop_way *only = NULL;
    const struct tr_loop_place own = {syntax->condition_line, syntax->condition_column};
    unsigned exits = 0;
    for (size_t i = 0; i < syntax->way_count && syntax->is_always; i++) {
        only = syntax->ways[i].leaves ? &syntax->ways[i] : only;
        exits += syntax->ways[i].leaves;
    }
    bool by_exit = exits == 1 && !syntax->ways_cut && only->guard_count == 1 && !only->is_otherwise;
    loop->by_exit = tr_truth(by_exit);
    if (by_exit || syntax->condition)
        *ret = position(positions, by_exit ? &only->guards[0] : &own);
    return by_exit || syntax->condition;
}

static void compare(struct tr_analysis *analysis, const struct tr_valued_frame *valued, struct positions *positions,
                    const struct tr_loop_syntax *syntax, struct tr_loop *loop)
{
    const struct tr_samples *samples = &analysis->stop->samples;
    struct tr_frame frame = {0};
    look_at_moment(analysis, valued, &samples->first, positions->items, positions->count, positions->before, &frame);
    add_changes(analysis, &frame.arguments, &valued->frame->arguments, loop);
    add_changes(analysis, &frame.locals, &valued->frame->locals, loop);
    for (size_t i = 0; i < positions->count; i++)
        evaluate_at(analysis, analysis->values, valued, valued->context, &positions->items[i], &positions->after[i]);
    if (samples->turns > 1)
        look_at_moment(analysis, valued, &samples->ends[0], positions->items, positions->count, positions->second, NULL);
    size_t at;
    if (!deciding(syntax, positions, &at, loop))
        return;
    loop->before = positions->before[at];
    loop->second = positions->second[at];
    loop->after = positions->after[at];
    look_at_moment(analysis, valued, &samples->earlier, &positions->items[at], 1, &loop->earlier, NULL);
    if (samples->free_us)
        loop->free_us = tr_number(samples->free_us);
}

/* Of the loops around, the outermost whose condition has moved during the free run. */
static void look_around(struct tr_analysis *analysis, const struct tr_valued_frame *valued, const struct nest *nest,
                        struct tr_loop *loop)
{
    for (size_t i = nest->count; i-- > nest->own + 1;) {
        const struct tr_loop_syntax *outer = &nest->loops[i];
        const struct tr_loop_place place = {outer->condition_line, outer->condition_column};
        struct tr_list earlier = {0}, after = {0};
        loop->outer_line = tr_number(outer->first_line);
        if (!outer->condition)
            continue;
        look_at_moment(analysis, valued, &analysis->stop->samples.earlier, &place, 1, &earlier, NULL);
        evaluate_at(analysis, analysis->values, valued, valued->context, &place, &after);
        if (!earlier.count || !tr_expressions_move(&earlier, &after))
            continue;
        loop->outer = outer->condition;
        loop->outer_earlier = earlier;
        loop->outer_after = after;
        return;
    }
}

/* Whether the stack above the frame, where its callers keep theirs, is as it was at the first moment. */
static bool callers_changed(struct tr_analysis *analysis, const struct tr_valued_frame *valued)
{
    const struct tr_sample_moment *first = &analysis->stop->samples.first;
    const struct tr_sample_region *stack = &first->regions[0];
    uint64_t from = valued->context->cfa, end = first->region_count ? stack->address + stack->size : 0;
    if (!from || from < stack->address || from >= end)
        return false;
    unsigned char *now = tr_arena_alloc(analysis->arena, end - from);
    return !tr_memory_read(analysis->memory, from, now, end - from) ||
           memcmp(now, (const unsigned char *)stack->bytes + (from - stack->address), end - from) != 0;
}

static bool is_set(const struct tr_loop_syntax *syntax, const char *name)
{
    for (size_t i = 0; i < syntax->set_count; i++)
        if (strcmp(syntax->sets[i], name) == 0)
            return true;
    return syntax->set_count == TR_LOOP_SETS;
}

/* Whether the turns were turns of a loop of the frame's function: those of a loop in what it calls look alike from here. */
static bool took_part(struct tr_analysis *analysis, const struct tr_valued_frame *valued, const uint64_t *pcs, size_t count)
{
    const struct tr_samples *samples = &analysis->stop->samples;
    if (samples->by_breakpoint)
        return own_line(valued, samples->first.registers.general.rip) != 0;
    return tr_analysis_function_ran(&valued->function, pcs, count);
}

/*
 * Turns that were not stepped through may as well be turns of a loop around this one, or calls of the function: then a
 * variable has changed that this loop does not set.
 */
static bool was_left(struct tr_analysis *analysis, const struct tr_valued_frame *valued, const struct tr_loop_syntax *syntax,
                     const struct tr_loop *loop)
{
    if (!analysis->stop->samples.has_unseen)
        return false;
    TR_EACH(const struct tr_change, change, &loop->changes)
    if (!is_set(syntax, change->name))
        return true;
    return callers_changed(analysis, valued);
}

/* ---- ways to the loop's end ---- */

/* Whether an instruction of this line of the frame's function ran. */
static bool ran(const struct tr_valued_frame *valued, const uint64_t *pcs, size_t count, int line)
{
    for (size_t i = 0; i < count; i++)
        if (own_line(valued, pcs[i]) == line)
            return true;
    return false;
}

/* Whether functions of the program other than the frame's ran, called or inlined. */
static bool runs_calls(struct tr_analysis *analysis, const struct tr_valued_frame *valued, const uint64_t *pcs, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct tr_function chain[1];
        const struct tr_image *image = tr_images_find(analysis->images, pcs[i]);
        Dwarf_Die own = valued->function.die;
        if (image == tr_images_main(analysis->images) &&
            tr_functions_at(valued->function.unit->dwarf, pcs[i], chain, 1) &&
            dwarf_dieoffset(&chain[0].die) != dwarf_dieoffset(&own))
            return true;
    }
    return false;
}

/* What has another value behind one turn has one, even when it has come back to the first by the last. */
static bool moves(const struct positions *positions, size_t at)
{
    const struct tr_list *before = &positions->before[at], *second = &positions->second[at];
    return tr_expressions_move(before, &positions->after[at]) || (second->count && tr_expressions_move(before, second));
}

/* Whether a condition before this way changes: then it is taken in some turns, and not in others. */
static bool varies(const struct tr_loop_way *way, struct positions *positions)
{
    for (unsigned i = 0; i < way->guard_count; i++)
        if (moves(positions, position(positions, &way->guards[i])))
            return true;
    return false;
}

/*
 * Whether this way may be taken yet: when something in a condition before it changes, or, where it runs anyway, in what it
 * sets. A way that no condition stands before and that does not run is behind another way out of the turn (continue): it may
 * be taken as soon as anything changes.
 */
static bool may_be_taken(const struct tr_loop_way *way, struct positions *positions, bool is_run, const struct tr_loop *loop)
{
    if (varies(way, positions))
        return true;
    size_t own = position(positions, &way->place);
    if (is_run && !way->leaves)
        return moves(positions, own);
    return !is_run && !way->guard_count && loop->changes.count;
}

static void add_positions(const struct tr_loop_syntax *syntax, struct positions *positions)
{
    const struct tr_loop_place condition = {syntax->condition_line, syntax->condition_column};
    if (syntax->condition)
        position(positions, &condition);
    for (size_t i = 0; i < syntax->way_count; i++) {
        position(positions, &syntax->ways[i].place);
        for (unsigned g = 0; g < syntax->ways[i].guard_count; g++)
            position(positions, &syntax->ways[i].guards[g]);
    }
}

static void judge_ways(struct tr_analysis *analysis, const struct tr_valued_frame *valued, const uint64_t *pcs, size_t count,
                       const struct tr_loop_syntax *syntax, struct positions *positions, struct tr_loop *loop)
{
    const struct tr_samples *samples = &analysis->stop->samples;
    bool are_known = samples->turns && !samples->by_breakpoint;
    loop->may_set = loop->may_leave = loop->may_vary = tr_truth(syntax->ways_cut || positions->cut);
    loop->runs_calls = tr_truth(are_known ? runs_calls(analysis, valued, pcs, count) : syntax->call_count > 0);
    for (size_t i = 0; i < syntax->way_count; i++) {
        const struct tr_loop_way *way = &syntax->ways[i];
        if (!way->leaves && varies(way, positions))
            loop->may_vary = TR_TRUE;
        bool is_run = !are_known || ran(valued, pcs, count, way->place.line);
        if (!may_be_taken(way, positions, is_run, loop))
            continue;
        *(way->leaves ? &loop->may_leave : &loop->may_set) = TR_TRUE;
        if (!loop->end_line.known)
            loop->end_line = tr_number(way->place.line);
    }
}

/* ---- the whole ---- */

static void fill(struct tr_analysis *analysis, const struct tr_valued_frame *valued,
                 const struct tr_loop_syntax *syntax, struct tr_loop *loop)
{
    const struct tr_samples *samples = &analysis->stop->samples;
    const struct tr_thread *thread = tr_list_at(&analysis->report->threads, struct tr_thread, 0);
    loop->location = tr_arena_new(analysis->arena, struct tr_location);
    *loop->location = (struct tr_location){
        .function = valued->frame->function, .file = valued->frame->file, .line = tr_number(syntax->first_line)};
    for (size_t i = 0; i < thread->frames.count; i++)
        if (thread->frames.items[i] == valued->frame)
            loop->frame = tr_number((int64_t)i);
    loop->node = syntax->node;
    loop->last_line = tr_number(syntax->last_line);
    loop->condition = syntax->condition;
    loop->has_exit = tr_truth(syntax->has_exit);
    loop->has_block_behind = tr_truth(syntax->has_block_behind);
    for (size_t i = 0; i < syntax->call_count; i++)
        tr_list_add(analysis->arena, &loop->calls, (void *)syntax->calls[i]);
    loop->turns = tr_number(samples->turns);
    loop->returned = tr_truth(samples->returned);
    loop->is_alone = tr_truth(samples->is_alone);
    loop->input_at_end = tr_truth(samples->input_at_end);
    for (uint32_t i = 0; i < samples->first.region_count; i++) {
        const struct tr_sample_region *kept = &samples->first.regions[i];
        struct tr_region *region = tr_list_new(analysis->arena, &loop->compared, struct tr_region);
        region->start = tr_word(kept->address);
        region->end = tr_word(kept->address + kept->size);
    }
}

/* Where a jump to itself is what is left of a loop: the only loop of its function. */
static bool find_only(struct tr_analysis *analysis, const struct tr_valued_frame *valued, struct tr_loop_syntax *ret)
{
    struct tr_loop_syntax loops[TR_LOOPS_AROUND];
    struct tr_statement_place place;
    place_of(analysis, valued, &place);
    if (!place.text || tr_loops_of(analysis->arena, &place, loops) != 1)
        return false;
    *ret = loops[0];
    return true;
}

/* The innermost frame that was not left while the thread was watched; NULL when its variables are not known. */
static const struct tr_valued_frame *frame_kept(struct tr_analysis *analysis)
{
    TR_EACH(const struct tr_valued_frame, valued, &analysis->valued_frames)
    if (valued->is_primary && !was_frame_left(analysis, valued))
        return valued;
    return NULL;
}

/* Code that goes round where the source shows no loop: a goto, or what an optimizer has left of one. */
static bool without_source(struct tr_analysis *analysis, const uint64_t *pcs, size_t count)
{
    const struct tr_valued_frame *valued = frame_kept(analysis);
    if (!valued)
        return false;
    int line = valued->function.line;
    struct lines lines = lines_of(valued, pcs, count);
    struct tr_loop_syntax syntax = {.node = "", .first_line = lines.low, .last_line = lines.high};
    bool is_only = count == 1 && find_only(analysis, valued, &syntax);
    bool is_elsewhere = line < syntax.first_line || line > syntax.last_line; /* a tail call and a goto leave such jumps, too */
    if (!is_only && lines.low <= 0)
        return false;
    struct tr_loop *loop = analysis->report->loop = tr_arena_new(analysis->arena, struct tr_loop);
    fill(analysis, valued, &syntax, loop);
    loop->repeats = TR_TRUE;
    loop->may_be_other = tr_truth(is_elsewhere || tr_analysis_may_be_other(analysis, valued, 1));
    return true;
}

/* ---- waiting by sleeping ---- */

static bool sleeps(const struct tr_stop_thread *thread)
{
    const uint64_t call = thread->registers.general.orig_rax;
    return thread->has_registers && thread->in_syscall && (call == SYS_nanosleep || call == SYS_clock_nanosleep);
}

/* A thread that sleeps in a loop looks at something in between: the condition of that loop, as it is now. */
static void look_at_sleep(struct tr_analysis *analysis)
{
    struct tr_loop_syntax loops[TR_LOOPS_AROUND];
    struct tr_statement_place place;
    TR_EACH(const struct tr_valued_frame, valued, &analysis->valued_frames)
    {
        if (!valued->is_primary || valued->frame->user != TR_TRUE)
            continue;
        place_of(analysis, valued, &place);
        if (!place.text || place.line <= 0 || !tr_loops_around(analysis->arena, &place, loops))
            return;
        struct tr_loop *loop = tr_arena_new(analysis->arena, struct tr_loop);
        const struct tr_loop_place condition = {loops[0].condition_line, loops[0].condition_column};
        fill(analysis, valued, &loops[0], loop);
        loop->sleeps = TR_TRUE;
        if (loop->condition)
            evaluate_at(analysis, analysis->values, valued, valued->context, &condition, &loop->after);
        loop->before = loop->after;
        analysis->report->loop = loop;
        return;
    }
}

void tr_analysis_loop(struct tr_analysis *analysis)
{
    const struct tr_samples *samples = &analysis->stop->samples;
    size_t looked_at = 0;
    uint64_t *pcs;
    if (analysis->report->loop)
        return;
    if (!samples->taken) {
        if (analysis->stop->thread_count && sleeps(&analysis->stop->threads[0]))
            look_at_sleep(analysis);
        return;
    }
    size_t count = unique_pcs(analysis, samples, &pcs);
    TR_EACH(const struct tr_valued_frame, valued, &analysis->valued_frames)
    {
        struct tr_loop_syntax loops[TR_LOOPS_AROUND];
        struct nest nest;
        if (!valued->is_primary || looked_at++ >= LOOP_FRAMES || !find_loop(analysis, valued, pcs, count, loops, &nest))
            continue;
        const struct tr_loop_syntax *syntax = &loops[nest.own];
        bool is_own = took_part(analysis, valued, pcs, count);
        if (!is_own && tr_analysis_repeats(analysis) && tr_analysis_library_loop(analysis, pcs, count))
            return;
        struct tr_loop *loop = tr_arena_new(analysis->arena, struct tr_loop);
        fill(analysis, valued, syntax, loop);
        struct positions positions = {.count = 0};
        add_positions(syntax, &positions);
        compare(analysis, valued, &positions, syntax, loop);
        judge_ways(analysis, valued, pcs, count, syntax, &positions, loop);
        look_around(analysis, valued, &nest, loop);
        loop->was_left = tr_truth(was_left(analysis, valued, syntax, loop));
        if (is_own)
            tr_analysis_circle(analysis, valued, loop);
        else
            loop->turns = tr_number(0);
        loop->repeats = tr_truth(is_own && tr_analysis_repeats(analysis));
        loop->may_be_other = tr_truth(tr_analysis_may_be_other(analysis, valued, nest.count));
        loop->dry_call = tr_analysis_dry_call(analysis, valued->frame, loop, &loop->unread);
        if (!loop->dry_call)
            loop->unread = tr_analysis_unread(analysis);
        analysis->report->loop = loop;
        return;
    }
    if (tr_analysis_repeats(analysis) && !tr_analysis_library_loop(analysis, pcs, count) && !without_source(analysis, pcs, count))
        tr_analysis_lineless_loop(analysis);
}
