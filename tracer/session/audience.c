#include "session/audience.h"

#include "base/cleanup.h"
#include "base/secret.h"
#include "base/str.h"
#include "model/references.h"
#include "model/visit.h"

#include <string.h>

static const char not_shown[] = "not shown to this audience";

struct view {
    struct tr_arena *arena;
    struct tr_report *report;
    struct tr_list words; /* const char *: arguments, as values show them: in quotes */
    struct tr_list kept;  /* struct tr_object *, in the order in which they were reached */
};

/* ---- stacks ---- */

static bool is_users(const struct tr_frame *frame) { return frame->user == TR_TRUE; }

/* @return how many frames were taken out. */
static size_t keep_user_frames(struct tr_list *frames)
{
    size_t kept = 0, count = frames->count;
    for (size_t i = 0; i < count; i++)
        if (is_users(frames->items[i]))
            frames->items[kept++] = frames->items[i];
    frames->count = kept;
    return count - kept;
}

static void hide_value(struct tr_variable *variable)
{
    variable->value = NULL;
    variable->children = (struct tr_list){0};
    variable->points_to = NULL;
    variable->size = variable->omitted_children = (struct tr_number){0};
    variable->state = TR_STATE_UNAVAILABLE;
    variable->reason = not_shown;
}

/* A tr_record_fn: parameters of main() are the arguments and the environment. */
static bool hide_main_arguments(void *arg, void *object)
{
    (void)arg;
    struct tr_frame *frame = object;
    if (frame->function && strcmp(frame->function, "main") == 0)
        TR_EACH(struct tr_variable, variable, &frame->arguments) { hide_value(variable); }
    return false;
}

static void hide_threads(struct tr_report *report)
{
    TR_EACH(struct tr_thread, thread, &report->threads)
    {
        size_t hidden = keep_user_frames(&thread->frames);
        if (!hidden)
            continue;
        thread->omitted_frames = tr_number((int64_t)hidden + (thread->omitted_frames.known ? thread->omitted_frames.value : 0));
        /* It may be of functions that are hidden. */
        thread->repeated = NULL;
    }
}

/* A tr_record_fn. */
static bool hide_origin_frames(void *arg, void *object)
{
    (void)arg;
    keep_user_frames(&((struct tr_origin *)object)->frames);
    return false;
}

static void hide_heap(struct tr_heap *heap)
{
    struct tr_list leaks = heap->leaks;
    heap->leaks.count = 0;
    TR_EACH(struct tr_leak, leak, &leaks)
    {
        keep_user_frames(&leak->allocated_at);
        if (leak->allocated_at.count)
            heap->leaks.items[heap->leaks.count++] = leak;
    }
    if (heap->block) {
        keep_user_frames(&heap->block->allocated_at);
        keep_user_frames(&heap->block->freed_at);
    }
}

/* Registers and instruction are the innermost frame's. */
static void hide_machine(struct tr_report *report)
{
    const struct tr_thread *thread = report->threads.count ? tr_list_at(&report->threads, struct tr_thread, 0) : NULL;
    if (thread && thread->frames.count && is_users(tr_list_at(&thread->frames, struct tr_frame, 0)))
        return;
    report->registers = (struct tr_list){0};
    report->instruction = NULL;
}

/* ---- arguments ---- */

static void add_word(struct view *view, const char *argument)
{
    if (*argument)
        tr_list_add(view->arena, &view->words, tr_arena_printf(view->arena, "\"%s\"", argument));
}

static void hide_arguments(struct view *view, char *const *argv)
{
    for (size_t i = 1; argv[0] && argv[i]; i++)
        add_word(view, argv[i]);
    TR_EACH(struct tr_process, process, &view->report->processes)
    {
        TR_EACH(const char, argument, &process->arguments) { add_word(view, argument); }
        size_t count = process->arguments.count;
        process->arguments = (struct tr_list){0};
        if (count)
            process->omitted_arguments =
                tr_number((int64_t)count + (process->omitted_arguments.known ? process->omitted_arguments.value : 0));
    }
    if (view->report->program) {
        view->report->program->arguments = (struct tr_list){0};
        view->report->program->cwd = NULL;
    }
}

/* A tr_string_fn: an argument that a value shows whole. */
static const char *mask_words(void *arg, const char *text)
{
    struct view *view = arg;
    TR_EACH(const char, word, &view->words)
    {
        const char *at = strstr(text, word), *from = text;
        if (!at)
            continue;
        tr_auto_str struct tr_str masked = {0};
        for (; at; from = at + strlen(word), at = strstr(from, word)) {
            tr_str_add(&masked, from, (size_t)(at - from));
            tr_str_add_text(&masked, "\"" TR_SECRET_MASK "\"");
        }
        tr_str_add_text(&masked, from);
        text = tr_arena_strdup(view->arena, tr_str_text(&masked));
    }
    return text;
}

static void mask_list(struct view *view, const struct tr_record *record, const struct tr_list *list)
{
    TR_EACH(void, object, list) { tr_record_replace_strings(record, object, mask_words, view); }
}

/* Everywhere but in the source, where such a word is the user's own. */
static void mask_arguments(struct view *view)
{
    struct tr_report *report = view->report;
    if (!view->words.count)
        return;
    if (report->diagnosis)
        tr_record_replace_strings(&tr_record_finding, report->diagnosis, mask_words, view);
    mask_list(view, &tr_record_finding, &report->findings);
    mask_list(view, &tr_record_variable, &report->globals);
    if (report->memory)
        mask_list(view, &tr_record_object, &report->memory->objects);
    if (report->syscalls)
        tr_record_replace_strings(&tr_record_syscalls, report->syscalls, mask_words, view);
    TR_EACH(struct tr_thread, thread, &report->threads)
    {
        if (thread->waiting_for)
            thread->waiting_for = mask_words(view, thread->waiting_for);
        TR_EACH(struct tr_frame, frame, &thread->frames)
        {
            mask_list(view, &tr_record_variable, &frame->arguments);
            mask_list(view, &tr_record_variable, &frame->locals);
        }
    }
}

/* ---- system calls: those that the user's code made ---- */

static void keep_located(struct tr_list *calls)
{
    size_t kept = 0;
    for (size_t i = 0; i < calls->count; i++)
        if (tr_list_at(calls, struct tr_syscall, i)->location)
            calls->items[kept++] = calls->items[i];
    calls->count = kept;
}

/* A refused call that no line of the user's code has made names what the test wanted. */
static void drop_foreign_refusals(struct tr_list *findings)
{
    size_t kept = 0;
    for (size_t i = 0; i < findings->count; i++) {
        const struct tr_finding *finding = tr_list_at(findings, struct tr_finding, i);
        if (!finding->violation || (finding->location && finding->location->line.known))
            findings->items[kept++] = findings->items[i];
    }
    findings->count = kept;
}

/* ---- memory: what the variables that are left lead to ---- */

static void reach(struct view *view, struct tr_object *object)
{
    TR_EACH(struct tr_object, known, &view->kept)
    {
        if (known == object)
            return;
    }
    if (object)
        tr_list_add(view->arena, &view->kept, object);
}

/* A tr_record_fn. */
static bool reach_target(void *arg, void *object)
{
    struct view *view = arg;
    reach(view, tr_references_object(view->report, ((struct tr_points_to *)object)->object));
    return false;
}

static void reach_objects(struct view *view)
{
    struct tr_memory_view *memory = view->report->memory;
    view->report->memory = NULL; /* what only other objects lead to is no root */
    struct tr_report roots = *view->report;
    view->report->memory = memory;
    tr_record_each(&tr_record_report, &roots, &tr_record_points_to, reach_target, view);
    for (size_t i = 0; i < view->kept.count; i++)
        tr_record_each(&tr_record_object, view->kept.items[i], &tr_record_points_to, reach_target, view);
}

static void hide_memory(struct view *view)
{
    struct tr_memory_view *memory = view->report->memory;
    if (!memory)
        return;
    reach_objects(view);
    memory->objects = view->kept;
    memory->regions = (struct tr_list){0};
    if (memory->heap)
        hide_heap(memory->heap);
}

/* ---- evidence: what refers to something that is hidden speaks of it ---- */

static void list_referring(struct view *view, const struct tr_finding *finding, struct tr_list *ret)
{
    TR_EACH(struct tr_evidence, evidence, finding ? &finding->evidence : &(struct tr_list){0})
    {
        if (evidence->ref)
            tr_list_add(view->arena, ret, evidence);
    }
}

static bool is_in(const struct tr_list *list, const void *item)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i] == item)
            return true;
    return false;
}

static void drop_evidence(struct tr_finding *finding, const struct tr_list *referring)
{
    size_t kept = 0;
    for (size_t i = 0; finding && i < finding->evidence.count; i++) {
        struct tr_evidence *evidence = tr_list_at(&finding->evidence, struct tr_evidence, i);
        if (evidence->ref || !is_in(referring, evidence))
            finding->evidence.items[kept++] = evidence;
    }
    if (finding)
        finding->evidence.count = kept;
}

void tr_session_show_student(struct tr_arena *arena, struct tr_report *report, char *const *argv)
{
    struct view view = {.arena = arena, .report = report};
    struct tr_list references = {0}, referring = {0};
    tr_references_find(arena, report, &references);
    list_referring(&view, report->diagnosis, &referring);
    TR_EACH(struct tr_finding, finding, &report->findings) { list_referring(&view, finding, &referring); }

    hide_machine(report);
    hide_threads(report);
    tr_record_each(&tr_record_report, report, &tr_record_origin, hide_origin_frames, NULL);
    tr_record_each(&tr_record_report, report, &tr_record_frame, hide_main_arguments, NULL);
    hide_arguments(&view, argv);
    hide_memory(&view);
    report->modules = (struct tr_list){0};
    if (report->syscalls) {
        keep_located(&report->syscalls->recent);
        keep_located(&report->syscalls->failed);
        report->syscalls->counts = (struct tr_list){0};
    }
    drop_foreign_refusals(&report->findings);
    if (report->io)
        report->io->stdin = NULL;
    report->tool->command = NULL;

    tr_references_repair(arena, report, &references);
    drop_evidence(report->diagnosis, &referring);
    TR_EACH(struct tr_finding, finding, &report->findings) { drop_evidence(finding, &referring); }
    mask_arguments(&view);
    struct tr_incomplete *entry = tr_list_new(arena, &report->incomplete, struct tr_incomplete);
    entry->section = "document";
    entry->reason = "code that is not the user's, arguments and input are not shown to a student";
}
