/*
 * Records: structs that describe themselves. One table of fields per struct; the exchange with the analysis worker
 * (codec.h), the JSON emitter and the JSON Schema (formats/json) all walk it, so a field is added in one place, report.def.
 *
 * May use: base. Used by everything that makes or reads a report.
 */
#ifndef TR_MODEL_RECORD_H
#define TR_MODEL_RECORD_H

#include "base/list.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** A number that may be unknown. */
struct tr_number {
    bool known;
    int64_t value;
};

/** An address or another 64-bit word shown in hexadecimal, that may be unknown. Tracee space. */
struct tr_word {
    bool known;
    uint64_t value;
};

/** A truth value that may be unknown. */
enum tr_truth { TR_UNKNOWN, TR_FALSE, TR_TRUE };

static inline struct tr_number tr_number(int64_t value) { return (struct tr_number){true, value}; }
static inline struct tr_word tr_word(uint64_t value) { return (struct tr_word){true, value}; }
static inline enum tr_truth tr_truth(bool value) { return value ? TR_TRUE : TR_FALSE; }

enum tr_field_type {
    TR_FIELD_STRING,  /* const char *, NULL when absent */
    TR_FIELD_NUMBER,  /* struct tr_number */
    TR_FIELD_HEX,     /* struct tr_word, JSON string "0x…" */
    TR_FIELD_TRUTH,   /* enum tr_truth, JSON boolean */
    TR_FIELD_ENUM,    /* an enum of words.def, 0 when absent */
    TR_FIELD_REF,     /* pointer to a record, NULL when absent */
    TR_FIELD_LIST,    /* struct tr_list of records */
    TR_FIELD_STRINGS, /* struct tr_list of const char * */
    TR_FIELD_MAP,     /* struct tr_list of records whose first field, a string, is the key of a JSON object */
};

enum tr_field_presence {
    TR_OPTIONAL, /* absent from the document when NULL, unknown or empty */
    TR_NULLABLE, /* null when NULL or unknown */
    TR_ALWAYS,   /* present; an unknown value here is a mistake of ours and fails validation */
    TR_INTERNAL, /* travels in the exchange, never in a document */
};

struct tr_words {
    const char *name;
    const char *const *words; /* index 0 is "", meaning absent */
    size_t count;
};

struct tr_field {
    const char *name; /* the JSON key */
    enum tr_field_type type;
    enum tr_field_presence presence;
    size_t offset;
    const struct tr_record *record; /* REF, LIST, MAP */
    const struct tr_words *words;   /* ENUM */
    const char *doc;
};

struct tr_record {
    const char *name;
    size_t size;
    const struct tr_field *fields;
    size_t field_count;
};

/** Address of @p field inside the record at @p object. */
static inline void *tr_field_at(const struct tr_field *field, const void *object)
{
    return (char *)object + field->offset;
}

/** The word for value @p index of @p words, "" when out of range. */
const char *tr_words_text(const struct tr_words *words, unsigned index);

/** The value of word @p text, or 0. */
unsigned tr_words_find(const struct tr_words *words, const char *text);

/** Whether the value of @p field at @p slot is NULL, unknown or 0; an empty list is a value. */
bool tr_field_absent(const struct tr_field *field, const void *slot);

/**
 * Whether a document may be made from the record at @p object: every ALWAYS field is present and every enum in range.
 *
 * @param[out] ret_record, ret_field  where it fails (static text); unchanged on success.
 */
bool tr_record_valid(const struct tr_record *record, const void *object, const char **ret_record, const char **ret_field);

#endif
