#include "formats/budget/cuts.h"

#include "base/cleanup.h"
#include "base/limits.h"
#include "formats/prose/places.h"
#include "model/references.h"
#include "model/visit.h"

#include <ctype.h>
#include <string.h>

/* Characters of base64 that stand for whole bytes: cuts are made between such groups. */
enum { BASE64_GROUP = 4, BASE64_BYTES = 3 };

/* ---- lists ---- */

static void add_to(struct tr_number *omitted, size_t count)
{
    int64_t before = omitted->known && omitted->value > 0 ? omitted->value : 0;
    *omitted = tr_number(before > INT64_MAX - (int64_t)count ? INT64_MAX : before + (int64_t)count);
}

/* Keep the first @p level items; @p omitted counts the others unless NULL. */
static bool keep_first(struct tr_list *list, int64_t level, struct tr_number *omitted)
{
    if (list->count <= (size_t)level)
        return false;
    if (omitted)
        add_to(omitted, list->count - (size_t)level);
    list->count = (size_t)level;
    return true;
}

static bool keep_last(struct tr_list *list, int64_t level)
{
    if (list->count <= (size_t)level)
        return false;
    list->items += list->count - (size_t)level;
    list->count = list->capacity = (size_t)level;
    return true;
}

/* Of @p list, the items for which @p wanted says so. */
static bool keep_wanted(struct tr_list *list, bool (*wanted)(void *arg, const void *item), void *arg,
                        struct tr_number *omitted)
{
    size_t kept = 0, count = list->count;
    for (size_t i = 0; i < count; i++)
        if (wanted(arg, list->items[i]))
            list->items[kept++] = list->items[i];
    list->count = kept;
    if (kept < count && omitted)
        add_to(omitted, count - kept);
    return kept < count;
}

/* Forget what @p slot, a pointer, holds. */
#define FORGET(slot) ((slot) ? ((slot) = NULL, true) : false)

static bool each_in_report(struct tr_cut *cut, const struct tr_record *wanted, tr_record_fn *fn, void *arg)
{
    return tr_record_each(&tr_record_report, cut->report, wanted, fn, arg);
}

/* ---- the program's failing line ---- */

static struct tr_thread *primary(const struct tr_cut *cut) { return (struct tr_thread *)tr_text_primary(cut->report); }
static struct tr_frame *focus(const struct tr_cut *cut) { return (struct tr_frame *)tr_text_focus_frame(cut->report); }

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* Whether @p text contains @p name as a word. */
static bool mentions(const char *text, const char *name)
{
    size_t length = name ? strlen(name) : 0;
    for (const char *at = text && length ? strstr(text, name) : NULL; at; at = strstr(at + 1, name))
        if ((at == text || !is_word(at[-1])) && !is_word(at[length]))
            return true;
    return false;
}

/* Whether the failing line or the failing expression names @p name. */
static bool is_named(const struct tr_cut *cut, const char *name)
{
    const struct tr_finding *finding = cut->report->diagnosis;
    const struct tr_frame *frame = focus(cut);
    const struct tr_source *source = frame ? frame->source : NULL;
    uint64_t line = source ? (uint64_t)source->focus.value - (uint64_t)source->first_line.value : 0;
    return (finding && finding->expression && mentions(finding->expression->text, name))
           || (source && line < source->lines.count && mentions(source->lines.items[line], name));
}

/* ---- parts as a whole ---- */

bool tr_cut_modules(struct tr_cut *cut, int64_t level) { return keep_first(&cut->report->modules, level, NULL); }

bool tr_cut_regions(struct tr_cut *cut, int64_t level)
{
    return cut->report->memory && keep_first(&cut->report->memory->regions, level, NULL);
}

bool tr_cut_counts(struct tr_cut *cut, int64_t level)
{
    return cut->report->syscalls && keep_first(&cut->report->syscalls->counts, level, NULL);
}

bool tr_cut_registers(struct tr_cut *cut, int64_t level) { return keep_first(&cut->report->registers, level, NULL); }

bool tr_cut_machine(struct tr_cut *cut, int64_t level)
{
    (void)level;
    return FORGET(cut->report->instruction);
}

bool tr_cut_usage(struct tr_cut *cut, int64_t level)
{
    (void)level;
    return FORGET(cut->report->resources);
}

bool tr_cut_program(struct tr_cut *cut, int64_t level)
{
    struct tr_program *program = cut->report->program;
    (void)level;
    return program && (FORGET(program->compiler) | FORGET(program->build_id) | FORGET(program->cwd));
}

static bool is_exceeded(void *arg, const void *item)
{
    (void)arg;
    return ((const struct tr_limit *)item)->exceeded == TR_TRUE;
}

bool tr_cut_limits(struct tr_cut *cut, int64_t level)
{
    (void)level;
    return keep_wanted(&cut->report->limits, is_exceeded, NULL, NULL) | FORGET(cut->report->sandbox);
}

static bool forget_address(void *arg, void *object)
{
    struct tr_variable *variable = object;
    (void)arg;
    bool known = variable->address.known;
    variable->address.known = false;
    return known;
}

static bool forget_position(void *arg, void *object)
{
    struct tr_frame *frame = object;
    (void)arg;
    bool known = frame->module_offset.known || frame->signature;
    frame->module_offset.known = false;
    frame->signature = NULL;
    return known;
}

bool tr_cut_addresses(struct tr_cut *cut, int64_t level)
{
    (void)level;
    return each_in_report(cut, &tr_record_variable, forget_address, NULL)
           | each_in_report(cut, &tr_record_frame, forget_position, NULL);
}

static bool forget_explanation(void *arg, void *object)
{
    (void)arg;
    return FORGET(((struct tr_finding *)object)->explanation);
}

static bool forget_hint(void *arg, void *object)
{
    struct tr_finding *finding = object;
    (void)arg;
    return FORGET(finding->hint) | FORGET(finding->origin);
}

bool tr_cut_explanations(struct tr_cut *cut, int64_t level)
{
    (void)level;
    return each_in_report(cut, &tr_record_finding, forget_explanation, NULL);
}

bool tr_cut_hints(struct tr_cut *cut, int64_t level)
{
    (void)level;
    return each_in_report(cut, &tr_record_finding, forget_hint, NULL);
}

/* ---- lists of which some items stay ---- */

bool tr_cut_recent_calls(struct tr_cut *cut, int64_t level)
{
    return cut->report->syscalls && keep_last(&cut->report->syscalls->recent, level);
}

bool tr_cut_failed_calls(struct tr_cut *cut, int64_t level)
{
    return cut->report->syscalls && keep_last(&cut->report->syscalls->failed, level);
}

/* The root, which is the first, and the primary one, before others. */
bool tr_cut_processes(struct tr_cut *cut, int64_t level)
{
    struct tr_list *list = &cut->report->processes;
    for (size_t i = (size_t)level; i < list->count; i++) {
        struct tr_process *process = list->items[i];
        if (process->primary == TR_TRUE && level > 0) {
            list->items[i] = list->items[level - 1];
            list->items[level - 1] = process;
        }
    }
    return keep_first(list, level, &cut->report->omitted_processes);
}

bool tr_cut_arguments(struct tr_cut *cut, int64_t level)
{
    bool changed = cut->report->program && keep_first(&cut->report->program->arguments, level, NULL);
    TR_EACH(struct tr_process, process, &cut->report->processes)
    {
        changed |= keep_first(&process->arguments, level, &process->omitted_arguments);
    }
    return changed;
}

static bool shorten_stack(struct tr_list *frames, int64_t level, struct tr_number *omitted);

bool tr_cut_findings(struct tr_cut *cut, int64_t level)
{
    bool changed = keep_first(&cut->report->findings, level, NULL);
    TR_EACH(struct tr_finding, finding, &cut->report->findings)
    {
        changed |= keep_first(&finding->evidence, level, NULL);
        changed |= finding->origin && shorten_stack(&finding->origin->frames, level, NULL);
    }
    return changed;
}

bool tr_cut_evidence(struct tr_cut *cut, int64_t level)
{
    return cut->report->diagnosis && keep_first(&cut->report->diagnosis->evidence, level, NULL);
}

/* The culprit stays before the others. */
bool tr_cut_operands(struct tr_cut *cut, int64_t level)
{
    struct tr_finding *finding = cut->report->diagnosis;
    struct tr_list *list = finding && finding->expression ? &finding->expression->operands : &(struct tr_list){0};
    for (size_t i = (size_t)level; i < list->count; i++) {
        struct tr_operand *operand = list->items[i];
        if (operand->role == TR_ROLE_CULPRIT && level > 0) {
            list->items[i] = list->items[level - 1];
            list->items[level - 1] = operand;
        }
    }
    return keep_first(list, level, NULL);
}

bool tr_cut_incomplete(struct tr_cut *cut, int64_t level) { return keep_first(&cut->report->incomplete, level, NULL); }

/* ---- streams ---- */

/* The longest part of @p text of at most @p size bytes that ends, or begins (@p from_end), between characters. */
static size_t between_characters(const char *text, size_t size, bool from_end)
{
    size_t length = strlen(text), at = from_end ? length - size : size;
    while (at > 0 && at < length && ((unsigned char)text[at] & 0xc0) == 0x80)
        at += from_end ? 1 : (size_t)-1;
    return at;
}

static char *last_bytes(struct tr_arena *arena, const char *text, size_t size)
{
    return tr_arena_strdup(arena, text + between_characters(text, size, true));
}

static bool cut_text_stream(struct tr_arena *arena, struct tr_output *output, size_t level)
{
    size_t text = output->text ? strlen(output->text) : 0, tail = output->tail ? strlen(output->tail) : 0;
    if (text + tail <= level)
        return false;
    size_t head = level / 4, end = level - head;
    const char *whole = tail ? NULL : output->text;
    size_t first = between_characters(output->text ? output->text : "", head < text ? head : text, false);
    if (whole)
        output->tail = last_bytes(arena, whole, end);
    else if (tail > end)
        output->tail = last_bytes(arena, output->tail, end);
    output->text = tr_arena_strndup(arena, output->text ? output->text : "", first);
    add_to(&output->omitted_bytes, text + tail - first - strlen(output->tail));
    return true;
}

/* Groups of four characters from the beginning of what is shown; of the tail nothing. */
static bool cut_encoded_stream(struct tr_arena *arena, struct tr_output *output, size_t level)
{
    size_t text = output->base64 ? strlen(output->base64) : 0, tail = output->tail_base64 ? strlen(output->tail_base64) : 0;
    size_t kept = level / BASE64_GROUP * BASE64_GROUP;
    if (text + tail <= level)
        return false;
    output->base64 = kept && kept < text ? tr_arena_strndup(arena, output->base64, kept) : kept ? output->base64 : NULL;
    output->tail_base64 = NULL;
    size_t shown = output->base64 ? strlen(output->base64) / BASE64_GROUP * BASE64_BYTES : 0;
    if (output->bytes.known && output->bytes.value >= (int64_t)shown)
        output->omitted_bytes = tr_number(output->bytes.value - (int64_t)shown);
    return true;
}

static bool cut_output(struct tr_arena *arena, struct tr_output *output, size_t level)
{
    if (!output)
        return false;
    bool changed = cut_text_stream(arena, output, level) | cut_encoded_stream(arena, output, level);
    size_t lost = output->unflushed ? strlen(output->unflushed) : 0;
    if (lost > level) {
        if (!output->unflushed_bytes.known)
            output->unflushed_bytes = tr_number((int64_t)lost);
        output->unflushed =
            tr_arena_strndup(arena, output->unflushed, between_characters(output->unflushed, level, false));
    }
    return changed || lost > level;
}

bool tr_cut_streams(struct tr_cut *cut, int64_t level)
{
    struct tr_io *io = cut->report->io;
    if (!io)
        return false;
    struct tr_input *input = io->stdin;
    bool changed = cut_output(cut->arena, io->stdout, (size_t)level) | cut_output(cut->arena, io->stderr, (size_t)level);
    if (!input || !input->tail || strlen(input->tail) <= (size_t)level)
        return changed;
    input->tail = last_bytes(cut->arena, input->tail, (size_t)level);
    return true;
}

/* ---- stacks ---- */

static bool forget_variables(struct tr_frame *frame)
{
    return keep_first(&frame->arguments, 0, &frame->omitted_variables)
           | keep_first(&frame->locals, 0, &frame->omitted_variables);
}

/* Frames without source and variables, the first @p level of them. */
static bool shorten_stack(struct tr_list *frames, int64_t level, struct tr_number *omitted)
{
    bool changed = keep_first(frames, level, omitted);
    TR_EACH(struct tr_frame, frame, frames) { changed |= FORGET(frame->source) | forget_variables(frame); }
    return changed;
}

bool tr_cut_other_frames(struct tr_cut *cut, int64_t level)
{
    bool changed = false;
    TR_EACH(struct tr_thread, thread, &cut->report->threads)
    {
        changed |= thread != primary(cut) && shorten_stack(&thread->frames, level, &thread->omitted_frames);
    }
    return changed;
}

/* The primary thread is the first (REPORT.md); where it is not, it is left and others go. */
bool tr_cut_threads(struct tr_cut *cut, int64_t level)
{
    struct tr_list *list = &cut->report->threads;
    bool first = list->count && list->items[0] == primary(cut);
    return first && keep_first(list, level + 1, &cut->report->omitted_threads);
}

bool tr_cut_heap(struct tr_cut *cut, int64_t level)
{
    const int64_t leaks = 8, frames = 8;
    struct tr_heap *heap = cut->report->memory ? cut->report->memory->heap : NULL;
    (void)level;
    if (!heap)
        return false;
    bool changed = keep_first(&heap->leaks, leaks, NULL) | FORGET(heap->statistics);
    TR_EACH(struct tr_leak, leak, &heap->leaks) { changed |= shorten_stack(&leak->allocated_at, frames, NULL); }
    if (heap->block)
        changed |= shorten_stack(&heap->block->allocated_at, frames, NULL)
                   | shorten_stack(&heap->block->freed_at, frames, NULL);
    return changed;
}

/*
 * Call @p fn for each frame of the primary thread that is more than @p level frames of the user's from the failing one:
 * inwards every frame counts.
 */
static bool each_far(struct tr_cut *cut, int64_t level, bool (*fn)(void *arg, struct tr_frame *frame), void *arg)
{
    struct tr_thread *thread = primary(cut);
    const struct tr_frame *middle = focus(cut);
    const struct tr_list *frames = thread && middle ? &thread->frames : &(struct tr_list){0};
    bool changed = false;
    size_t at = 0;
    while (at < frames->count && frames->items[at] != middle)
        at++;
    for (size_t i = 0; i < at && i < frames->count; i++)
        if (at - i > (size_t)level)
            changed |= fn(arg, frames->items[i]);
    int64_t distance = 0;
    for (size_t i = at + 1; i < frames->count; i++) {
        struct tr_frame *frame = frames->items[i];
        distance += !tr_text_is_library(frame);
        if (distance > level)
            changed |= fn(arg, frame);
    }
    return changed;
}

static bool forget_source(void *arg, struct tr_frame *frame)
{
    (void)arg;
    return FORGET(frame->source);
}

bool tr_cut_far_source(struct tr_cut *cut, int64_t level) { return each_far(cut, level, forget_source, NULL); }

/* A variable that an object is: something that is left points to it. */
static bool is_object(void *arg, const void *variable)
{
    const struct tr_report *report = arg;
    TR_EACH(struct tr_object, object, report->memory ? &report->memory->objects : &(struct tr_list){0})
    {
        const char *rest = NULL;
        if (object->variable && tr_references_resolve(report, object->variable, &rest) == variable)
            return true;
    }
    return false;
}

static bool forget_far_variables(void *arg, struct tr_frame *frame)
{
    struct tr_cut *cut = arg;
    struct tr_list *lists[] = {&frame->arguments, &frame->locals};
    bool changed = false;
    for (size_t i = 0; i < TR_COUNT(lists); i++) {
        /* Looked at before the list changes: the pointers of objects count its items. */
        struct tr_list kept = {0};
        TR_EACH(struct tr_variable, variable, lists[i])
        {
            if (is_object(cut->report, variable))
                tr_list_add(cut->arena, &kept, variable);
        }
        if (kept.count < lists[i]->count) {
            add_to(&frame->omitted_variables, lists[i]->count - kept.count);
            *lists[i] = kept;
            changed = true;
        }
    }
    return changed;
}

bool tr_cut_far_variables(struct tr_cut *cut, int64_t level)
{
    return each_far(cut, level, forget_far_variables, cut);
}

static bool collect(void *arg, struct tr_frame *frame)
{
    struct tr_list *far = ((void **)arg)[1];
    tr_list_add(((void **)arg)[0], far, frame);
    return true;
}

static bool is_not_in(void *arg, const void *item)
{
    TR_EACH(void, other, (const struct tr_list *)arg)
    {
        if (other == item)
            return false;
    }
    return true;
}

static bool is_in(void *arg, const void *item) { return !is_not_in(arg, item); }

bool tr_cut_far_frames(struct tr_cut *cut, int64_t level)
{
    struct tr_list far = {0};
    void *arg[] = {cut->arena, &far};
    return each_far(cut, level, collect, arg)
           && keep_wanted(&primary(cut)->frames, is_not_in, &far, &primary(cut)->omitted_frames);
}

static bool narrow(void *arg, void *object)
{
    struct tr_source *source = object;
    const int64_t level = *(const int64_t *)arg, first = source->first_line.value, focus_line = source->focus.value;
    uint64_t at = (uint64_t)focus_line - (uint64_t)first, count = source->lines.count;
    if (focus_line < first || at >= count)
        return false;
    uint64_t from = at > (uint64_t)level ? at - (uint64_t)level : 0;
    uint64_t to = count - at > (uint64_t)level + 1 ? at + (uint64_t)level + 1 : count;
    source->lines.items += from;
    source->lines.count = source->lines.capacity = to - from;
    source->first_line = tr_number(first + (int64_t)from);
    return to - from < count;
}

bool tr_cut_context(struct tr_cut *cut, int64_t level)
{
    return each_in_report(cut, &tr_record_source, narrow, &level);
}

/* ---- values ---- */

static bool is_named_variable(void *arg, const void *item)
{
    return is_named(arg, ((const struct tr_variable *)item)->name);
}

bool tr_cut_globals(struct tr_cut *cut, int64_t level)
{
    (void)level;
    return keep_wanted(&cut->report->globals, is_named_variable, cut, NULL);
}

bool tr_cut_exception(struct tr_cut *cut, int64_t level)
{
    (void)level;
    bool changed = cut->report->exception != NULL;
    cut->report->exception = NULL;
    return changed;
}

/* Objects in the order in which they were reached: those from @p next on have not been followed yet. */
struct reach {
    struct tr_cut *cut;
    struct tr_list reached;
    struct tr_list far; /* frames whose variables do not count */
};

static void reach_object(struct reach *reach, struct tr_object *object)
{
    if (object && is_not_in(&reach->reached, object))
        tr_list_add(reach->cut->arena, &reach->reached, object);
}

static void reach_from(struct reach *reach, const struct tr_list *variables);

static void reach_variable(struct reach *reach, const struct tr_variable *variable)
{
    if (variable->points_to)
        reach_object(reach, tr_references_object(reach->cut->report, variable->points_to->object));
    reach_from(reach, &variable->children);
}

static void reach_from(struct reach *reach, const struct tr_list *variables)
{
    TR_EACH(struct tr_variable, variable, variables) { reach_variable(reach, variable); }
}

static bool note_frame(void *arg, struct tr_frame *frame)
{
    struct reach *reach = arg;
    tr_list_add(reach->cut->arena, &reach->far, frame);
    return false;
}

/* From the variables of the failing function and of the frames that are at most @p level frames of the user's from it. */
static void reach_from_frames(struct reach *reach, int64_t level)
{
    const struct tr_thread *thread = primary(reach->cut);
    each_far(reach->cut, level, note_frame, reach);
    TR_EACH(struct tr_frame, frame, thread ? &thread->frames : &(struct tr_list){0})
    {
        if (!is_not_in(&reach->far, frame))
            continue;
        reach_from(reach, &frame->arguments);
        reach_from(reach, &frame->locals);
    }
}

/* What the diagnosis speaks of, and what the variables of frames up to @p level frames away and the globals point to. */
static void reach_roots(struct reach *reach, int64_t level)
{
    const struct tr_report *report = reach->cut->report;
    const struct tr_finding *finding = report->diagnosis;
    TR_EACH(struct tr_evidence, evidence, finding ? &finding->evidence : &(struct tr_list){0})
    {
        const char *rest = NULL;
        void *target = evidence->ref ? tr_references_resolve(report, evidence->ref, &rest) : NULL;
        if (target && report->memory && is_in((void *)&report->memory->objects, target))
            reach_object(reach, target);
    }
    TR_EACH(struct tr_operand, operand,
            finding && finding->expression ? &finding->expression->operands : &(struct tr_list){0})
    {
        if (operand->points_to)
            reach_object(reach, tr_references_object(report, operand->points_to->object));
    }
    reach_from_frames(reach, level);
    reach_from(reach, &report->globals);
}

static void follow(struct reach *reach, const struct tr_object *object)
{
    const char *rest = NULL;
    const void *variable = object->variable ? tr_references_resolve(reach->cut->report, object->variable, &rest) : NULL;
    reach_from(reach, &object->children);
    if (variable && !*rest)
        reach_variable(reach, variable);
}

bool tr_cut_objects(struct tr_cut *cut, int64_t level)
{
    struct tr_memory_view *memory = cut->report->memory;
    struct reach reach = {.cut = cut};
    if (!memory)
        return false;
    if (level > 0)
        reach_roots(&reach, level - 1);
    size_t next = 0;
    for (int64_t distance = 1; distance < level; distance++)
        for (size_t end = reach.reached.count; next < end; next++)
            follow(&reach, reach.reached.items[next]);
    return keep_wanted(&memory->objects, is_in, &reach.reached, &memory->omitted_objects);
}

static bool thin(struct tr_list *children, struct tr_number *omitted, int64_t level, int64_t depth)
{
    bool changed = keep_first(children, depth > 0 ? level : 0, omitted);
    TR_EACH(struct tr_variable, child, children)
    {
        changed |= thin(&child->children, &child->omitted_children, level, depth - 1);
    }
    return changed;
}

static bool thin_list(struct tr_list *variables, int64_t level)
{
    bool changed = false;
    TR_EACH(struct tr_variable, variable, variables)
    {
        changed |= thin(&variable->children, &variable->omitted_children, level, level / 2);
    }
    return changed;
}

static bool thin_frame(void *arg, void *object)
{
    struct tr_frame *frame = object;
    return thin_list(&frame->arguments, *(const int64_t *)arg) | thin_list(&frame->locals, *(const int64_t *)arg);
}

bool tr_cut_children(struct tr_cut *cut, int64_t level)
{
    bool changed = each_in_report(cut, &tr_record_frame, thin_frame, &level) | thin_list(&cut->report->globals, level);
    struct tr_variable *thrown = cut->report->exception ? cut->report->exception->value : NULL;
    if (thrown)
        changed |= thin(&thrown->children, &thrown->omitted_children, level, level / 2);
    TR_EACH(struct tr_object, object, cut->report->memory ? &cut->report->memory->objects : &(struct tr_list){0})
    {
        changed |= thin(&object->children, &object->omitted_children, level, level / 2);
    }
    return changed;
}

/* Nodes down to @p depth levels below. */
static int64_t count_nodes(const struct tr_list *children, int64_t depth)
{
    int64_t count = depth > 0 ? (int64_t)children->count : 0;
    TR_EACH(const struct tr_variable, child, depth > 1 ? children : &(struct tr_list){0})
    {
        count += count_nodes(&child->children, depth - 1);
    }
    return count;
}

bool tr_cut_object_nodes(struct tr_cut *cut, int64_t level)
{
    bool changed = false;
    TR_EACH(struct tr_object, object, cut->report->memory ? &cut->report->memory->objects : &(struct tr_list){0})
    {
        int64_t depth = TR_LIMIT_VALUE_DEPTH;
        while (depth > 1 && count_nodes(&object->children, depth) > level)
            depth--;
        changed |= thin(&object->children, &object->omitted_children, level, depth);
    }
    return changed;
}

struct selection {
    struct tr_cut *cut;
    int64_t named, others; /* how many may still be kept */
};

static bool is_selected(void *arg, const void *item)
{
    struct selection *selection = arg;
    int64_t *room = is_named_variable(selection->cut, item) ? &selection->named : &selection->others;
    return *room > 0 && (*room)-- > 0;
}

static int64_t count_named(struct tr_cut *cut, const struct tr_list *list)
{
    int64_t count = 0;
    TR_EACH(struct tr_variable, variable, list) { count += is_named_variable(cut, variable); }
    return count;
}

static bool select_variables(struct tr_cut *cut, struct tr_frame *frame, int64_t level)
{
    int64_t named = count_named(cut, &frame->arguments) + count_named(cut, &frame->locals);
    struct selection selection = {cut, named < level ? named : level, named < level ? level - named : 0};
    return keep_wanted(&frame->arguments, is_selected, &selection, &frame->omitted_variables)
           | keep_wanted(&frame->locals, is_selected, &selection, &frame->omitted_variables);
}

bool tr_cut_variables(struct tr_cut *cut, int64_t level)
{
    bool changed = keep_first(&cut->report->globals, level, NULL);
    struct tr_thread *thread = primary(cut);
    TR_EACH(struct tr_frame, frame, thread ? &thread->frames : &(struct tr_list){0})
    {
        changed |= select_variables(cut, frame, level);
    }
    return changed;
}

/* ---- texts ---- */

struct texts {
    struct tr_arena *arena;
    size_t level;
    bool changed;
};

/* A mark behind what is cut, which is not cut again. */
static const char *shorten(void *arg, const char *text)
{
    static const char mark[] = "…";
    struct texts *texts = arg;
    if (strlen(text) <= texts->level + sizeof(mark) - 1)
        return text;
    texts->changed = true;
    return tr_arena_printf(texts->arena, "%.*s%s", (int)between_characters(text, texts->level, false), text, mark);
}

static bool mark_partial(void *arg, void *object)
{
    struct tr_variable *variable = object;
    const char *value = variable->value;
    if (!value || shorten(arg, value) == value || variable->state != TR_STATE_OK)
        return false;
    variable->state = TR_STATE_PARTIAL;
    variable->reason = "cut to fit";
    return true;
}

static void shorten_all(const struct tr_record *record, void *object, struct texts *texts)
{
    if (record == &tr_record_output || record == &tr_record_input)
        return; /* what streams lose is counted: tr_cut_streams() */
    for (size_t i = 0; i < record->field_count; i++) {
        const struct tr_field *field = &record->fields[i];
        void *slot = tr_field_at(field, object);
        struct tr_list *list = slot;
        if (field->type == TR_FIELD_STRING && *(const char **)slot)
            *(const char **)slot = shorten(texts, *(const char **)slot);
        else if (field->type == TR_FIELD_REF && *(void **)slot)
            shorten_all(field->record, *(void **)slot, texts);
        else if (field->type == TR_FIELD_STRINGS)
            for (size_t k = 0; k < list->count; k++)
                list->items[k] = (void *)shorten(texts, list->items[k]);
        else if (field->type == TR_FIELD_LIST || field->type == TR_FIELD_MAP)
            for (size_t k = 0; k < list->count; k++)
                shorten_all(field->record, list->items[k], texts);
    }
}

/* References are written anew after every cut, and so may be cut here. */
bool tr_cut_texts(struct tr_cut *cut, int64_t level)
{
    struct texts texts = {.arena = cut->arena, .level = (size_t)level};
    each_in_report(cut, &tr_record_variable, mark_partial, &texts);
    texts.changed = false;
    const char *schema = cut->report->schema; /* a constant that readers compare */
    shorten_all(&tr_record_report, cut->report, &texts);
    cut->report->schema = schema;
    return texts.changed;
}
