/*
 * Prints a document in which every field of every record is filled, made from the tables: what the JSON emitter writes
 * of a field type and what the schema says of it are held together by validating this.
 */
#include "base/cleanup.h"
#include "formats/format.h"
#include "model/report.h"

#include <stdio.h>

static void *filled(struct tr_arena *arena, const struct tr_record *record, unsigned turn, bool innermost);

static void fill_list(struct tr_arena *arena, const struct tr_field *field, struct tr_list *list, bool innermost)
{
    static const char *const names[] = {"one", "two"};
    for (unsigned turn = 0; turn < TR_COUNT(names); turn++) {
        void *item = field->type == TR_FIELD_STRINGS ? tr_arena_strdup(arena, names[turn])
                                                     : filled(arena, field->record, turn, innermost);
        if (field->type == TR_FIELD_MAP) /* keys are unique */
            *(const char **)tr_field_at(&field->record->fields[0], item) = names[turn];
        tr_list_add(arena, list, item);
    }
}

/* @p turn varies the values: numbers on both sides of 2^53, every word of a vocabulary in turn. */
static void fill_field(struct tr_arena *arena, const struct tr_field *field, void *slot, unsigned turn, bool innermost)
{
    static unsigned word;
    switch (field->type) {
    case TR_FIELD_STRING:
        *(const char **)slot = "text \xff\n\"";
        break;
    case TR_FIELD_NUMBER:
        *(struct tr_number *)slot = tr_number(turn ? -(INT64_C(1) << 53) : (INT64_C(1) << 53) - 1);
        break;
    case TR_FIELD_HEX:
        *(struct tr_word *)slot = tr_word(turn ? 0 : UINT64_MAX);
        break;
    case TR_FIELD_TRUTH:
        *(enum tr_truth *)slot = tr_truth(turn);
        break;
    case TR_FIELD_ENUM:
        *(unsigned *)slot = 1 + word++ % (unsigned)(field->words->count - 1);
        break;
    case TR_FIELD_REF:
        *(void **)slot = filled(arena, field->record, turn, innermost);
        break;
    case TR_FIELD_LIST:
    case TR_FIELD_STRINGS:
    case TR_FIELD_MAP:
        fill_list(arena, field, slot, innermost);
        break;
    }
}

/* Variables contain variables: one level of it, the children being the innermost. */
static void *filled(struct tr_arena *arena, const struct tr_record *record, unsigned turn, bool innermost)
{
    void *object = tr_arena_alloc(arena, record->size);
    for (size_t i = 0; i < record->field_count; i++) {
        const struct tr_field *field = &record->fields[i];
        bool again = field->record == record;
        if (!again || !innermost)
            fill_field(arena, field, tr_field_at(field, object), turn, again);
    }
    return object;
}

int main(void)
{
    struct tr_arena *arena = tr_arena_create();
    tr_auto_str struct tr_str out = {0};
    const struct tr_format_options options = {.columns = 100};
    tr_auto_error struct tr_error *error =
        tr_format_named("json")->emit(filled(arena, &tr_record_report, 0, false), &options, &out);
    if (error)
        fprintf(stderr, "%s\n", error->message);
    else
        fwrite(tr_str_text(&out), 1, out.size, stdout);
    tr_arena_destroy(arena);
    return error ? 1 : 0;
}
