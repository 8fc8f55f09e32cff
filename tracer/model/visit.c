#include "model/visit.h"

#include <string.h>

static void replace_items(const struct tr_field *field, struct tr_list *list, tr_string_fn *replace, void *arg)
{
    for (size_t i = 0; i < list->count; i++)
        if (field->type == TR_FIELD_STRINGS)
            list->items[i] = (void *)replace(arg, list->items[i]);
        else
            tr_record_replace_strings(field->record, list->items[i], replace, arg);
}

void tr_record_replace_strings(const struct tr_record *record, void *object, tr_string_fn *replace, void *arg)
{
    for (size_t i = 0; i < record->field_count; i++) {
        const struct tr_field *field = &record->fields[i];
        void *slot = tr_field_at(field, object);
        switch (field->type) {
        case TR_FIELD_STRING: {
            const char **text = slot;
            if (*text)
                *text = replace(arg, *text);
            break;
        }
        case TR_FIELD_REF:
            if (*(void **)slot)
                tr_record_replace_strings(field->record, *(void **)slot, replace, arg);
            break;
        case TR_FIELD_LIST:
        case TR_FIELD_MAP:
        case TR_FIELD_STRINGS:
            replace_items(field, slot, replace, arg);
            break;
        default:
            break;
        }
    }
}

bool tr_record_each(const struct tr_record *record, void *object, const struct tr_record *wanted, tr_record_fn *fn,
                    void *arg)
{
    bool changed = record == wanted && fn(arg, object);
    for (size_t i = 0; i < record->field_count; i++) {
        const struct tr_field *field = &record->fields[i];
        void *slot = tr_field_at(field, object);
        if (field->presence == TR_INTERNAL)
            continue;
        if (field->type == TR_FIELD_REF && *(void **)slot)
            changed |= tr_record_each(field->record, *(void **)slot, wanted, fn, arg);
        const struct tr_list *list = field->type == TR_FIELD_LIST ? slot : NULL;
        for (size_t k = 0; list && k < list->count; k++)
            changed |= tr_record_each(field->record, list->items[k], wanted, fn, arg);
    }
    return changed;
}

static void copy_items(const struct tr_field *field, struct tr_arena *arena, struct tr_list *list)
{
    const struct tr_list original = *list;
    *list = (struct tr_list){0};
    for (size_t i = 0; i < original.count; i++)
        tr_list_add(arena, list,
                    field->type == TR_FIELD_STRINGS ? original.items[i]
                                                    : tr_record_copy(field->record, arena, original.items[i]));
}

void *tr_record_copy(const struct tr_record *record, struct tr_arena *arena, const void *object)
{
    void *copy = tr_arena_alloc(arena, record->size);
    memcpy(copy, object, record->size);
    for (size_t i = 0; i < record->field_count; i++) {
        const struct tr_field *field = &record->fields[i];
        void **slot = tr_field_at(field, copy);
        if (field->type == TR_FIELD_REF && *slot)
            *slot = tr_record_copy(field->record, arena, *slot);
        else if (field->type == TR_FIELD_LIST || field->type == TR_FIELD_MAP || field->type == TR_FIELD_STRINGS)
            copy_items(field, arena, tr_field_at(field, copy));
    }
    return copy;
}
