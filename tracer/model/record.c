#include "model/record.h"

bool tr_field_absent(const struct tr_field *field, const void *slot)
{
    switch (field->type) {
    case TR_FIELD_STRING:
    case TR_FIELD_REF:
        return !*(void *const *)slot;
    case TR_FIELD_NUMBER:
        return !((const struct tr_number *)slot)->known;
    case TR_FIELD_HEX:
        return !((const struct tr_word *)slot)->known;
    case TR_FIELD_TRUTH:
    case TR_FIELD_ENUM:
        return !*(const unsigned *)slot;
    case TR_FIELD_LIST:
    case TR_FIELD_STRINGS:
    case TR_FIELD_MAP:
        return false; /* an empty list is a value */
    }
    return true;
}

static bool field_valid(const struct tr_field *field, const void *slot, const char **ret_record, const char **ret_field)
{
    switch (field->type) {
    case TR_FIELD_ENUM:
        return *(const unsigned *)slot < field->words->count;
    case TR_FIELD_TRUTH:
        return *(const unsigned *)slot <= TR_TRUE;
    case TR_FIELD_REF:
        return !*(void *const *)slot || tr_record_valid(field->record, *(void *const *)slot, ret_record, ret_field);
    case TR_FIELD_LIST:
    case TR_FIELD_MAP:
        TR_EACH(void, item, (const struct tr_list *)slot)
        {
            if (!tr_record_valid(field->record, item, ret_record, ret_field))
                return false;
        }
        return true;
    default:
        return true;
    }
}

bool tr_record_valid(const struct tr_record *record, const void *object, const char **ret_record, const char **ret_field)
{
    for (size_t i = 0; i < record->field_count; i++) {
        const struct tr_field *field = &record->fields[i];
        const void *slot = tr_field_at(field, object);
        const char *inner_record = record->name, *inner_field = field->name;
        if ((field->presence == TR_ALWAYS && tr_field_absent(field, slot))
            || !field_valid(field, slot, &inner_record, &inner_field)) {
            *ret_record = inner_record;
            *ret_field = inner_field;
            return false;
        }
    }
    return true;
}
