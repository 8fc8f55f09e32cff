/*
 * Writes what is made from the tables of the report: `describe-report schema` the JSON Schema, `describe-report fields`
 * the reference part of docs/REPORT.md. tests/tools/generated.py compares both with what is checked in, or rewrites
 * them.
 */
#include "base/cleanup.h"
#include "formats/json/schema.h"
#include "model/report.h"

#include <stdio.h>
#include <string.h>

#define RECORD(tag) &tr_record_##tag,
static const struct tr_record *const records[] = {TR_RECORDS(RECORD)};

#define WORDS(tag, prefix, list) &tr_words_##tag,
static const struct tr_words *const vocabularies[] = {TR_VOCABULARIES(WORDS)};

static void add_link(struct tr_str *out, const char *before, const char *name, const char *after)
{
    tr_str_printf(out, "%s[%s](#%s)%s", before, name, name, after);
}

static void add_type(struct tr_str *out, const struct tr_field *field)
{
    switch (field->type) {
    case TR_FIELD_STRING:
        tr_str_add_text(out, "string");
        break;
    case TR_FIELD_NUMBER:
        tr_str_add_text(out, "integer");
        break;
    case TR_FIELD_HEX:
        tr_str_add_text(out, "hexadecimal");
        break;
    case TR_FIELD_TRUTH:
        tr_str_add_text(out, "boolean");
        break;
    case TR_FIELD_ENUM:
        add_link(out, "word of ", field->words->name, "");
        break;
    case TR_FIELD_REF:
        add_link(out, "", field->record->name, "");
        break;
    case TR_FIELD_LIST:
        add_link(out, "list of ", field->record->name, "");
        break;
    case TR_FIELD_STRINGS:
        tr_str_add_text(out, "list of strings");
        break;
    case TR_FIELD_MAP:
        add_link(out, "object: ", field->record->name, " by name");
        break;
    }
}

static const char *presence_text(enum tr_field_presence presence)
{
    return presence == TR_ALWAYS ? "always" : presence == TR_NULLABLE ? "always, may be null" : "";
}

static void add_record(struct tr_str *out, const struct tr_record *record)
{
    tr_str_printf(out, "### %s\n\n| key | type | present | meaning |\n|---|---|---|---|\n", record->name);
    for (size_t i = 0; i < record->field_count; i++) {
        const struct tr_field *field = &record->fields[i];
        if (field->presence == TR_INTERNAL)
            continue;
        tr_str_printf(out, "| `%s` | ", field->name);
        add_type(out, field);
        tr_str_printf(out, " | %s | ", presence_text(field->presence));
        for (const char *c = field->doc; *c; c++) {
            if (*c == '|' || *c == '<' || *c == '*')
                tr_str_add_char(out, '\\');
            tr_str_add_char(out, *c);
        }
        tr_str_add_text(out, " |\n");
    }
    tr_str_add_char(out, '\n');
}

static void add_words(struct tr_str *out, const struct tr_words *words)
{
    tr_str_printf(out, "### %s\n\n", words->name);
    for (size_t i = 1; i < words->count; i++)
        tr_str_printf(out, "%s`%s`", i > 1 ? ", " : "", words->words[i]);
    tr_str_add_text(out, "\n\n");
}

/* Whether a document can contain the record: what travels only in the exchange is not described. */
static bool is_told(const struct tr_record *record)
{
    if (record == &tr_record_report)
        return true;
    for (size_t i = 0; i < TR_COUNT(records); i++)
        for (size_t k = 0; k < records[i]->field_count; k++)
            if (records[i]->fields[k].record == record && records[i]->fields[k].presence != TR_INTERNAL)
                return true;
    return false;
}

/* The report first, then what it is made of, outer records before inner ones. */
static void add_fields(struct tr_str *out)
{
    for (size_t i = TR_COUNT(records); i-- > 0;)
        if (is_told(records[i]))
            add_record(out, records[i]);
    tr_str_add_text(out, "## Words\n\n");
    for (size_t i = 0; i < TR_COUNT(vocabularies); i++)
        add_words(out, vocabularies[i]);
}

int main(int argc, char **argv)
{
    tr_auto_str struct tr_str out = {0};
    if (argc == 2 && strcmp(argv[1], "schema") == 0) {
        tr_auto_error struct tr_error *error = tr_json_schema(&out);
        if (error) {
            fprintf(stderr, "describe-report: %s\n", error->message);
            return 1;
        }
    } else if (argc == 2 && strcmp(argv[1], "fields") == 0) {
        add_fields(&out);
    } else {
        fprintf(stderr, "usage: describe-report schema|fields\n");
        return 2;
    }
    return fwrite(tr_str_text(&out), 1, out.size, stdout) == out.size && fflush(stdout) == 0 ? 0 : 1;
}
