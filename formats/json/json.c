/*
 * JSON (RFC 8259): walks the record tables, so that a new field of report.def needs no line here. What schema.c says of
 * a field type and what field_node() makes of it must agree; tests/unit/formats holds them together.
 */
#include "base/cleanup.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "formats/budget/budget.h"
#include "formats/format.h"

#include <cjson/cJSON.h>
#include <inttypes.h>
#include <string.h>

/* First size of the printed document: most fit, larger ones double. */
enum { DOCUMENT_BYTES = 32 * 1024 };

static void cleanup_json(cJSON **node) { cJSON_Delete(*node); }
static void cleanup_printed(char **text) { cJSON_free(*text); }

/* Bytes that are not UTF-8 become \ooo, as in values of variables: U+FFFD would lose which byte it was. */
static void add_utf8(struct tr_str *out, const char *text)
{
    for (size_t i = 0, size = strlen(text), length; i < size; i += length) {
        length = tr_utf8_sequence(text + i, size - i);
        if (length)
            tr_str_add(out, text + i, length);
        else
            tr_str_add_escaped(out, text + i, length = 1);
    }
}

/* The text must outlive the node: valid text is not copied. */
static cJSON *text_node(const char *text)
{
    if (tr_utf8_valid(text, strlen(text)))
        return cJSON_CreateStringReference(text);
    tr_auto_str struct tr_str fixed = {0};
    add_utf8(&fixed, text);
    return cJSON_CreateString(tr_str_text(&fixed));
}

/*
 * Raw digits: cJSON's own numbers are doubles, printed as 1e+15 from there on. From 2^53 on a string, for readers with
 * doubles.
 */
static cJSON *number_node(int64_t value)
{
    const int64_t exact = INT64_C(1) << 53;
    char digits[24];
    snprintf(digits, sizeof(digits), "%" PRId64, value);
    return value > -exact && value < exact ? cJSON_CreateRaw(digits) : cJSON_CreateString(digits);
}

static cJSON *word_node(uint64_t value)
{
    char digits[24];
    snprintf(digits, sizeof(digits), "0x%" PRIx64, value);
    return cJSON_CreateString(digits);
}

static bool is_shown(const struct tr_field *field, const void *slot)
{
    switch (field->presence) {
    case TR_INTERNAL:
        return false;
    case TR_NULLABLE:
        return true;
    case TR_ALWAYS:
    case TR_OPTIONAL:
        break;
    }
    if (field->type == TR_FIELD_LIST || field->type == TR_FIELD_STRINGS || field->type == TR_FIELD_MAP)
        return field->presence == TR_ALWAYS || ((const struct tr_list *)slot)->count > 0;
    return !tr_field_absent(field, slot);
}

/*
 * Give @p item to @p parent, under @p key or as an element. False, with everything still to be freed by the parent,
 * without memory.
 */
static bool give(cJSON *parent, const char *key, cJSON *item)
{
    if (item && (key ? cJSON_AddItemToObjectCS(parent, key, item) : cJSON_AddItemToArray(parent, item)))
        return true;
    cJSON_Delete(item);
    return false;
}

static cJSON *record_node(const struct tr_record *record, const void *object, size_t first_field);

static cJSON *list_node(const struct tr_field *field, const struct tr_list *list)
{
    TR_CLEANUP(cleanup_json) cJSON *array = cJSON_CreateArray();
    for (size_t i = 0; array && i < list->count; i++)
        if (!give(array, NULL,
                  field->type == TR_FIELD_STRINGS ? text_node(list->items[i])
                                                  : record_node(field->record, list->items[i], 0)))
            return NULL;
    return tr_take(array);
}

static cJSON *field_node(const struct tr_field *field, const void *slot);

/*
 * {"name": value} for a record of two fields, {"name": {the rest}} for a larger one. The maker sees to it that names
 * are unique.
 */
static cJSON *map_node(const struct tr_record *record, const struct tr_list *list)
{
    TR_CLEANUP(cleanup_json) cJSON *map = cJSON_CreateObject();
    for (size_t i = 0; map && i < list->count; i++) {
        const void *object = list->items[i];
        const char *name = *(const char *const *)tr_field_at(&record->fields[0], object);
        tr_auto_str struct tr_str key = {0};
        add_utf8(&key, name ? name : "");
        cJSON *value = record->field_count == 2
                           ? field_node(&record->fields[1], tr_field_at(&record->fields[1], object))
                           : record_node(record, object, 1);
        if (!value || !cJSON_AddItemToObject(map, tr_str_text(&key), value)) {
            cJSON_Delete(value);
            return NULL;
        }
    }
    return tr_take(map);
}

/* The value of one field; an absent one is null. NULL without memory. */
static cJSON *field_node(const struct tr_field *field, const void *slot)
{
    if (tr_field_absent(field, slot))
        return cJSON_CreateNull();
    switch (field->type) {
    case TR_FIELD_STRING:
        return text_node(*(const char *const *)slot);
    case TR_FIELD_NUMBER:
        return number_node(((const struct tr_number *)slot)->value);
    case TR_FIELD_HEX:
        return word_node(((const struct tr_word *)slot)->value);
    case TR_FIELD_TRUTH:
        return cJSON_CreateBool(*(const enum tr_truth *)slot == TR_TRUE);
    case TR_FIELD_ENUM:
        return text_node(tr_words_text(field->words, *(const unsigned *)slot));
    case TR_FIELD_REF:
        return record_node(field->record, *(void *const *)slot, 0);
    case TR_FIELD_LIST:
    case TR_FIELD_STRINGS:
        return list_node(field, slot);
    case TR_FIELD_MAP:
        return map_node(field->record, slot);
    }
    return NULL;
}

static cJSON *record_node(const struct tr_record *record, const void *object, size_t first_field)
{
    TR_CLEANUP(cleanup_json) cJSON *node = cJSON_CreateObject();
    for (size_t i = first_field; node && i < record->field_count; i++) {
        const struct tr_field *field = &record->fields[i];
        const void *slot = tr_field_at(field, object);
        if (is_shown(field, slot) && !give(node, field->name, field_node(field, slot)))
            return NULL;
    }
    return tr_take(node);
}

/*
 * A field that must be there and is not is a mistake of ours. The rest of the report is still worth having: it is
 * written, and `incomplete` says what is wrong with it.
 */
static bool note_mistake(cJSON *document, const char *record, const char *field)
{
    cJSON *list = cJSON_GetObjectItemCaseSensitive(document, "incomplete");
    if (!list && !give(document, "incomplete", list = cJSON_CreateArray()))
        return false;
    TR_CLEANUP(cleanup_json) cJSON *entry = cJSON_CreateObject();
    tr_auto_str struct tr_str section = {0};
    tr_str_printf(&section, "%s.%s", record, field);
    return entry && give(entry, "section", cJSON_CreateString(tr_str_text(&section)))
           && give(entry, "reason", cJSON_CreateStringReference("tracerun did not fill it in: a mistake of tracerun"))
           && give(list, NULL, tr_take(entry));
}

/*
 * The document may end up on a terminal: DEL, C1 controls and bidirectional formatting, which JSON allows and cJSON
 * leaves alone, become \u escapes. Outside strings the document is plain ASCII.
 */
static void add_document(struct tr_str *out, const char *text)
{
    size_t size = strlen(text), done = 0;
    for (size_t i = 0, length; i < size; i += length) {
        length = (unsigned char)text[i] < 0x7f ? 1 : tr_utf8_sequence(text + i, size - i);
        uint32_t point = tr_utf8_decode(text + i, length);
        if (point < 0x7f || (point > 0x7f && !tr_utf8_hidden(point)))
            continue;
        tr_str_add(out, text + done, i - done);
        done = i + length;
        if (point >= 0x10000)
            tr_str_printf(out, "\\u%04x\\u%04x", 0xd800 + ((point - 0x10000) >> 10),
                          0xdc00 + ((point - 0x10000) & 0x3ff));
        else
            tr_str_printf(out, "\\u%04x", point);
    }
    tr_str_add(out, text + done, size - done);
    tr_str_add_char(out, '\n');
}

static struct tr_error *emit_whole(const struct tr_report *report, struct tr_str *out)
{
    TR_CLEANUP(cleanup_json) cJSON *document = record_node(&tr_record_report, report, 0);
    const char *record = NULL, *field = NULL;
    if (!document
        || (!tr_record_valid(&tr_record_report, report, &record, &field) && !note_mistake(document, record, field)))
        return tr_error_no_memory();
    TR_CLEANUP(cleanup_printed) char *printed = cJSON_PrintBuffered(document, DOCUMENT_BYTES, false);
    if (!printed)
        return tr_error_no_memory();
    add_document(out, printed);
    return NULL;
}

static struct tr_error *emit(const struct tr_report *report, const struct tr_format_options *options,
                             struct tr_str *out)
{
    return tr_budget_emit(report, options->max_chars ? options->max_chars : TR_LIMIT_REPORT_BYTES, emit_whole, out);
}

const struct tr_format tr_format_json = {
    .name = "json",
    .extension = "json",
    .doc = "one JSON document: everything, for programs (formats/json/report.schema.json)",
    .emit = emit,
};
