#include "model/codec.h"

#include "base/limits.h"
#include "base/wire.h"

/* ---- writing ---- */

static void put_items(const struct tr_field *field, const struct tr_list *list, struct tr_str *out)
{
    tr_wire_put_u32(out, (uint32_t)list->count);
    for (size_t i = 0; i < list->count; i++)
        if (field->type == TR_FIELD_STRINGS)
            tr_wire_put_string(out, list->items[i]);
        else
            tr_encode(field->record, list->items[i], out);
}

static void put_field(const struct tr_field *field, const void *slot, struct tr_str *out)
{
    switch (field->type) {
    case TR_FIELD_STRING:
        tr_wire_put_string(out, *(const char *const *)slot);
        break;
    case TR_FIELD_NUMBER:
    case TR_FIELD_HEX: {
        /* Both are a flag and a 64-bit word; the word follows only when known. */
        const struct tr_word *word = slot;
        tr_wire_put_u8(out, word->known);
        if (word->known)
            tr_wire_put_u64(out, word->value);
        break;
    }
    case TR_FIELD_TRUTH:
    case TR_FIELD_ENUM:
        tr_wire_put_u32(out, *(const unsigned *)slot);
        break;
    case TR_FIELD_REF: {
        const void *object = *(void *const *)slot;
        tr_wire_put_u8(out, object != NULL);
        if (object)
            tr_encode(field->record, object, out);
        break;
    }
    case TR_FIELD_LIST:
    case TR_FIELD_MAP:
    case TR_FIELD_STRINGS:
        put_items(field, slot, out);
        break;
    }
}

void tr_encode(const struct tr_record *record, const void *object, struct tr_str *out)
{
    for (size_t i = 0; i < record->field_count; i++)
        put_field(&record->fields[i], tr_field_at(&record->fields[i], object), out);
}

/* ---- reading ---- */

struct reader {
    struct tr_wire wire;
    size_t nodes, depth;
};

static bool take_record(struct reader *reader, const struct tr_record *record, void **ret);

static bool take_list(struct reader *reader, const struct tr_field *field, struct tr_list *list)
{
    uint32_t count;
    /* Every item takes at least one byte, so a count beyond what is left is a lie and not worth an allocation. */
    if (!tr_wire_take_u32(&reader->wire, &count) || count > tr_wire_left(&reader->wire))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        void *item = NULL;
        bool ok = field->type == TR_FIELD_STRINGS ? tr_wire_take_string(&reader->wire, (const char **)&item) && item
                                                  : take_record(reader, field->record, &item);
        if (!ok)
            return false;
        tr_list_add(reader->wire.arena, list, item);
    }
    return true;
}

static bool take_field(struct reader *reader, const struct tr_field *field, void *slot)
{
    switch (field->type) {
    case TR_FIELD_STRING:
        return tr_wire_take_string(&reader->wire, slot);
    case TR_FIELD_NUMBER:
    case TR_FIELD_HEX: {
        struct tr_word *word = slot;
        return tr_wire_take_bool(&reader->wire, &word->known)
               && (!word->known || tr_wire_take_u64(&reader->wire, &word->value));
    }
    case TR_FIELD_TRUTH:
        return tr_wire_take_u32(&reader->wire, slot) && *(unsigned *)slot <= TR_TRUE;
    case TR_FIELD_ENUM:
        return tr_wire_take_u32(&reader->wire, slot) && *(unsigned *)slot < field->words->count;
    case TR_FIELD_REF: {
        bool present;
        return tr_wire_take_bool(&reader->wire, &present) && (!present || take_record(reader, field->record, slot));
    }
    case TR_FIELD_LIST:
    case TR_FIELD_MAP:
    case TR_FIELD_STRINGS:
        return take_list(reader, field, slot);
    }
    return false;
}

static bool take_record(struct reader *reader, const struct tr_record *record, void **ret)
{
    if (++reader->nodes > TR_LIMIT_REPORT_NODES || reader->depth >= TR_LIMIT_REPORT_DEPTH)
        return false;
    reader->depth++;
    void *object = tr_arena_alloc(reader->wire.arena, record->size);
    for (size_t i = 0; i < record->field_count; i++)
        if (!take_field(reader, &record->fields[i], tr_field_at(&record->fields[i], object)))
            return false;
    reader->depth--;
    *ret = object;
    return true;
}

struct tr_error *tr_decode(const struct tr_record *record, struct tr_arena *arena, const void *bytes, size_t size, void **ret)
{
    const unsigned char *start = bytes;
    struct reader reader = {.wire = {arena, start, start + size}};
    void *object = NULL;
    if (!take_record(&reader, record, &object))
        return tr_error_make(TR_ERROR_MALFORMED, "%s: malformed at byte %zu of %zu", record->name,
                             (size_t)(reader.wire.at - start), size);
    if (tr_wire_left(&reader.wire))
        return tr_error_make(TR_ERROR_MALFORMED, "%s: %zu bytes too many", record->name, tr_wire_left(&reader.wire));
    *ret = object;
    return NULL;
}
