#include "model/references.h"

#include "base/cleanup.h"
#include "base/str.h"

#include <stdlib.h>
#include <string.h>

struct tr_reference {
    const char **slot;  /* the JSON pointer */
    const void *target; /* the record that it leads to or into */
    const char *rest;   /* of the pointer, inside the target: "" or "/field" */
};

/* ---- JSON pointers to records ---- */

static const struct tr_field *field_named(const struct tr_record *record, const char *name, size_t length)
{
    for (size_t i = 0; i < record->field_count; i++)
        if (strlen(record->fields[i].name) == length && strncmp(record->fields[i].name, name, length) == 0)
            return &record->fields[i];
    return NULL;
}

/* The item of @p list at "/NUMBER", with the rest of the pointer; NULL for none. */
static void *item_at(const struct tr_list *list, const char **pointer)
{
    if (**pointer != '/')
        return NULL;
    char *end;
    unsigned long index = strtoul(*pointer + 1, &end, 10);
    if (end == *pointer + 1 || (*end && *end != '/') || index >= list->count)
        return NULL;
    *pointer = end;
    return list->items[index];
}

void *tr_references_resolve(const struct tr_report *report, const char *pointer, const char **ret_rest)
{
    const struct tr_record *record = &tr_record_report;
    void *object = (void *)report;
    const char *rest = pointer;
    while (object && *rest == '/') {
        size_t length = strcspn(rest + 1, "/");
        const struct tr_field *field = field_named(record, rest + 1, length);
        const char *after = rest + 1 + length;
        if (!field)
            return NULL;
        void *slot = tr_field_at(field, object);
        if (field->type == TR_FIELD_REF)
            object = *(void **)slot;
        else if (field->type == TR_FIELD_LIST && *after)
            object = item_at(slot, &after);
        else
            break; /* a scalar, a map or a list as a whole: what is left names it */
        record = field->record;
        rest = after;
    }
    *ret_rest = rest;
    return object;
}

static void add_reference(struct tr_arena *arena, const struct tr_report *report, const char **slot,
                          struct tr_list *references)
{
    const char *rest = NULL;
    const void *target = *slot ? tr_references_resolve(report, *slot, &rest) : NULL;
    if (*slot)
        *tr_list_new(arena, references, struct tr_reference) = (struct tr_reference){slot, target, rest};
}

static void add_evidence(struct tr_arena *arena, const struct tr_report *report, struct tr_finding *finding,
                         struct tr_list *references)
{
    TR_EACH(struct tr_evidence, evidence, &finding->evidence)
    {
        add_reference(arena, report, &evidence->ref, references);
    }
}

void tr_references_find(struct tr_arena *arena, struct tr_report *report, struct tr_list *ret)
{
    if (report->diagnosis)
        add_evidence(arena, report, report->diagnosis, ret);
    TR_EACH(struct tr_finding, finding, &report->findings)
    {
        add_evidence(arena, report, finding, ret);
    }
    TR_EACH(struct tr_object, object, report->memory ? &report->memory->objects : &(struct tr_list){0})
    {
        add_reference(arena, report, &object->variable, ret);
    }
}

/* ---- repair ---- */

struct repair {
    struct tr_arena *arena;
    const struct tr_report *report;
    const struct tr_list *references;
    struct tr_str path;
};

struct tr_object *tr_references_object(const struct tr_report *report, const char *id)
{
    TR_EACH(struct tr_object, object, report->memory ? &report->memory->objects : &(struct tr_list){0})
    {
        if (object->id && id && strcmp(object->id, id) == 0)
            return object;
    }
    return NULL;
}

/* Whether what a pointer names inside its target is (still) there. */
static bool is_there(const struct tr_record *record, const void *object, const char *rest)
{
    const struct tr_field *field = *rest ? field_named(record, rest + 1, strcspn(rest + 1, "/")) : NULL;
    if (!*rest || !field)
        return !*rest;
    const void *slot = tr_field_at(field, object);
    bool list = field->type == TR_FIELD_LIST || field->type == TR_FIELD_STRINGS || field->type == TR_FIELD_MAP;
    return list ? ((const struct tr_list *)slot)->count > 0 : !tr_field_absent(field, slot);
}

static void settle(struct repair *repair, const struct tr_record *record, const void *object)
{
    TR_EACH(struct tr_reference, reference, repair->references)
    {
        if (reference->target == object && is_there(record, object, reference->rest))
            *reference->slot =
                tr_arena_printf(repair->arena, "%s%s", tr_str_text(&repair->path), reference->rest);
    }
}

static void walk(struct repair *repair, const struct tr_record *record, void *object);

static void walk_field(struct repair *repair, const struct tr_field *field, void *slot)
{
    size_t start = repair->path.size;
    tr_str_printf(&repair->path, "/%s", field->name);
    if (field->type == TR_FIELD_REF && *(void **)slot) {
        const struct tr_points_to *to = field->record == &tr_record_points_to ? *(void **)slot : NULL;
        if (to && !tr_references_object(repair->report, to->object))
            *(void **)slot = NULL;
        else
            walk(repair, field->record, *(void **)slot);
    }
    const struct tr_list *list = field->type == TR_FIELD_LIST ? slot : NULL;
    for (size_t i = 0, before = repair->path.size; list && i < list->count; i++) {
        tr_str_printf(&repair->path, "/%zu", i);
        walk(repair, field->record, list->items[i]);
        repair->path.size = before;
        repair->path.bytes[before] = '\0';
    }
    repair->path.size = start;
    repair->path.bytes[start] = '\0';
}

static void walk(struct repair *repair, const struct tr_record *record, void *object)
{
    settle(repair, record, object);
    for (size_t i = 0; i < record->field_count; i++) {
        const struct tr_field *field = &record->fields[i];
        if (field->presence != TR_INTERNAL && (field->type == TR_FIELD_REF || field->type == TR_FIELD_LIST))
            walk_field(repair, field, tr_field_at(field, object));
    }
}

void tr_references_repair(struct tr_arena *arena, struct tr_report *report, const struct tr_list *references)
{
    struct repair repair = {.arena = arena, .report = report, .references = references};
    TR_EACH(struct tr_reference, reference, references) { *reference->slot = NULL; }
    walk(&repair, &tr_record_report, report);
    tr_str_deinit(&repair.path);
}
