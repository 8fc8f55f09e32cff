#include "model/report.h"

#define TYPE_STRING .type = TR_FIELD_STRING
#define TYPE_NUMBER .type = TR_FIELD_NUMBER
#define TYPE_HEX .type = TR_FIELD_HEX
#define TYPE_TRUTH .type = TR_FIELD_TRUTH
#define TYPE_ENUM(tag) .type = TR_FIELD_ENUM, .words = &tr_words_##tag
#define TYPE_REF(tag) .type = TR_FIELD_REF, .record = &tr_record_##tag
#define TYPE_LIST(tag) .type = TR_FIELD_LIST, .record = &tr_record_##tag
#define TYPE_STRINGS .type = TR_FIELD_STRINGS
#define TYPE_MAP(tag) .type = TR_FIELD_MAP, .record = &tr_record_##tag

#define PRESENCE_OPTIONAL TR_OPTIONAL
#define PRESENCE_NULLABLE TR_NULLABLE
#define PRESENCE_ALWAYS TR_ALWAYS
#define PRESENCE_INTERNAL TR_INTERNAL
#define PRESENCE_KEYED(key) TR_OPTIONAL

#define KEY_OPTIONAL ""
#define KEY_NULLABLE ""
#define KEY_ALWAYS ""
#define KEY_INTERNAL ""
#define KEY_KEYED(key) key

#define FIELD(owner, field_type, member, how, meaning)                                        \
    {.name = sizeof(KEY_##how) > 1 ? KEY_##how : #member, .presence = PRESENCE_##how,         \
     .offset = offsetof(struct tr_##owner, member), .doc = meaning, TYPE_##field_type},

#define DEFINE_RECORD(tag)                                                              \
    static const struct tr_field fields_##tag[] = {TR_FIELDS_##tag(FIELD, tag)};        \
    const struct tr_record tr_record_##tag = {#tag, sizeof(struct tr_##tag), fields_##tag, \
                                              sizeof(fields_##tag) / sizeof(fields_##tag[0])};

TR_RECORDS(DEFINE_RECORD)
