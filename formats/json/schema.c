#include "formats/json/schema.h"

#include "base/cleanup.h"
#include "model/report.h"

#include <cjson/cJSON.h>

#define SCHEMA_ID "urn:tracerun:report:1"

static void cleanup_json(cJSON **node) { cJSON_Delete(*node); }

/*
 * Without memory the add functions of cJSON return NULL and do nothing when given NULL, so a half-made schema is
 * possible here but never a crash; it is a generator, run at build time, and its output is compared.
 */
static cJSON *reference(cJSON *schema, const char *definition)
{
    tr_auto_str struct tr_str path = {0};
    tr_str_printf(&path, "#/$defs/%s", definition);
    cJSON_AddStringToObject(schema, "$ref", tr_str_text(&path));
    return schema;
}

static void add_value(cJSON *schema, const struct tr_field *field);

/* A record of two fields in a map is its second field; a larger one is an object without the first. */
static void add_map(cJSON *schema, const struct tr_record *record)
{
    cJSON_AddStringToObject(schema, "type", "object");
    cJSON *entry = cJSON_AddObjectToObject(schema, "additionalProperties");
    if (record->field_count == 2)
        add_value(entry, &record->fields[1]);
    else
        reference(entry, record->name);
}

static void add_value(cJSON *schema, const struct tr_field *field)
{
    switch (field->type) {
    case TR_FIELD_STRING:
        cJSON_AddStringToObject(schema, "type", "string");
        break;
    case TR_FIELD_NUMBER:
        reference(schema, "integer");
        break;
    case TR_FIELD_HEX:
        reference(schema, "hexadecimal");
        break;
    case TR_FIELD_TRUTH:
        cJSON_AddStringToObject(schema, "type", "boolean");
        break;
    case TR_FIELD_ENUM:
        reference(schema, field->words->name);
        break;
    case TR_FIELD_REF:
        reference(schema, field->record->name);
        break;
    case TR_FIELD_LIST:
        cJSON_AddStringToObject(schema, "type", "array");
        reference(cJSON_AddObjectToObject(schema, "items"), field->record->name);
        break;
    case TR_FIELD_STRINGS:
        cJSON_AddStringToObject(schema, "type", "array");
        cJSON_AddStringToObject(cJSON_AddObjectToObject(schema, "items"), "type", "string");
        break;
    case TR_FIELD_MAP:
        add_map(schema, field->record);
        break;
    }
}

static void add_property(cJSON *properties, const struct tr_field *field)
{
    cJSON *property = cJSON_AddObjectToObject(properties, field->name);
    cJSON_AddStringToObject(property, "description", field->doc);
    if (field->presence != TR_NULLABLE) {
        add_value(property, field);
        return;
    }
    cJSON *choices = cJSON_AddArrayToObject(property, "anyOf");
    cJSON *value = cJSON_CreateObject(), *null = cJSON_CreateObject();
    add_value(value, field);
    cJSON_AddStringToObject(null, "type", "null");
    cJSON_AddItemToArray(choices, value);
    cJSON_AddItemToArray(choices, null);
}

static void define_record(cJSON *definitions, const struct tr_record *record, size_t first_field)
{
    cJSON *schema = cJSON_AddObjectToObject(definitions, record->name);
    cJSON_AddStringToObject(schema, "type", "object");
    cJSON *properties = cJSON_AddObjectToObject(schema, "properties"), *required = cJSON_CreateArray();
    for (size_t i = first_field; i < record->field_count; i++) {
        const struct tr_field *field = &record->fields[i];
        if (field->presence == TR_INTERNAL)
            continue;
        add_property(properties, field);
        if (field->presence == TR_ALWAYS || field->presence == TR_NULLABLE)
            cJSON_AddItemToArray(required, cJSON_CreateString(field->name));
    }
    if (cJSON_GetArraySize(required))
        cJSON_AddItemToObject(schema, "required", required);
    else
        cJSON_Delete(required);
}

static void define_words(cJSON *definitions, const struct tr_words *words)
{
    cJSON *schema = cJSON_AddObjectToObject(definitions, words->name);
    cJSON_AddStringToObject(schema, "type", "string");
    cJSON *list = cJSON_AddArrayToObject(schema, "enum");
    for (size_t i = 1; i < words->count; i++)
        cJSON_AddItemToArray(list, cJSON_CreateString(words->words[i]));
}

/* What a document from @p record can contain, each once. Names of records and vocabularies do not collide. */
static void define_reachable(cJSON *definitions, const struct tr_record *record, size_t first_field)
{
    if (cJSON_HasObjectItem(definitions, record->name))
        return;
    define_record(definitions, record, first_field);
    for (size_t i = first_field; i < record->field_count; i++) {
        const struct tr_field *field = &record->fields[i];
        if (field->presence == TR_INTERNAL)
            continue;
        if (field->words && !cJSON_HasObjectItem(definitions, field->words->name))
            define_words(definitions, field->words);
        if (field->record && !(field->type == TR_FIELD_MAP && field->record->field_count == 2))
            define_reachable(definitions, field->record, field->type == TR_FIELD_MAP);
    }
}

static void define_numbers(cJSON *definitions)
{
    cJSON *integer = cJSON_AddObjectToObject(definitions, "integer");
    cJSON_AddStringToObject(integer, "description", "A number below 2^53, a string of digits from there on.");
    cJSON *types = cJSON_AddArrayToObject(integer, "type");
    cJSON_AddItemToArray(types, cJSON_CreateString("integer"));
    cJSON_AddItemToArray(types, cJSON_CreateString("string"));
    /* 2^53 - 1, raw: cJSON rounds a number to 15 digits. */
    cJSON_AddRawToObject(integer, "minimum", "-9007199254740991");
    cJSON_AddRawToObject(integer, "maximum", "9007199254740991");
    cJSON_AddStringToObject(integer, "pattern", "^-?[0-9]+$");

    cJSON *word = cJSON_AddObjectToObject(definitions, "hexadecimal");
    cJSON_AddStringToObject(word, "description", "An address or another 64-bit word.");
    cJSON_AddStringToObject(word, "type", "string");
    cJSON_AddStringToObject(word, "pattern", "^0x[0-9a-f]{1,16}$");
}

struct tr_error *tr_json_schema(struct tr_str *out)
{
    TR_CLEANUP(cleanup_json) cJSON *schema = cJSON_CreateObject();
    cJSON_AddStringToObject(schema, "$schema", "https://json-schema.org/draft/2020-12/schema");
    cJSON_AddStringToObject(schema, "$id", SCHEMA_ID);
    cJSON_AddStringToObject(schema, "title", "tracerun report");
    cJSON_AddStringToObject(schema, "description",
                            "Made from tracer/model/report.def. Keys may be added, and vocabularies may gain words: "
                            "readers take what they do not know as \"other\". docs/REPORT.md explains.");
    reference(schema, tr_record_report.name);
    cJSON *definitions = cJSON_AddObjectToObject(schema, "$defs");
    define_reachable(definitions, &tr_record_report, 0);
    define_numbers(definitions);
    char *printed = cJSON_Print(schema);
    if (!printed)
        return tr_error_no_memory();
    tr_str_add_text(out, printed);
    tr_str_add_char(out, '\n');
    cJSON_free(printed);
    return NULL;
}
