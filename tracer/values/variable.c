#include "values/values_internal.h"

#include "symbols/type.h"

struct tr_variable *tr_variable_make(struct tr_values *values, const char *name, const char *type_name)
{
    struct tr_variable *node = tr_arena_new(values->arena, struct tr_variable);
    node->name = name;
    node->type = type_name;
    node->kind = TR_VALUE_OTHER;
    node->state = TR_STATE_OK;
    values->nodes++;
    return node;
}

void tr_set_state(struct tr_variable *node, enum tr_value_state state, const char *reason)
{
    node->state = state;
    node->reason = reason;
}

/* A type is added here: its tag, the kind that it has, its reader. */
static const struct type_row {
    int tag;
    enum tr_value_kind kind;
    tr_reader *read;
} rows[] = {
    {DW_TAG_base_type, TR_VALUE_INTEGER, tr_read_base},
    {DW_TAG_enumeration_type, TR_VALUE_ENUM, tr_read_enum},
    {DW_TAG_pointer_type, TR_VALUE_POINTER, tr_read_pointer},
    {DW_TAG_reference_type, TR_VALUE_REFERENCE, tr_read_reference},
    {DW_TAG_rvalue_reference_type, TR_VALUE_REFERENCE, tr_read_reference},
    {DW_TAG_ptr_to_member_type, TR_VALUE_OTHER, tr_read_member_pointer},
    {DW_TAG_array_type, TR_VALUE_ARRAY, tr_read_array},
    {DW_TAG_structure_type, TR_VALUE_STRUCT, tr_read_structure},
    {DW_TAG_union_type, TR_VALUE_UNION, tr_read_structure},
    {DW_TAG_class_type, TR_VALUE_CLASS, tr_read_structure},
    {DW_TAG_subroutine_type, TR_VALUE_FUNCTION, tr_read_function},
    {DW_TAG_unspecified_type, TR_VALUE_POINTER, tr_read_null},
};

static const struct type_row *row_of(Dwarf_Die *type)
{
    int tag = dwarf_tag(type);
    for (size_t i = 0; i < TR_COUNT(rows); i++)
        if (rows[i].tag == tag)
            return &rows[i];
    return NULL;
}

static enum tr_value_kind base_kind(Dwarf_Die *type)
{
    struct tr_encoding characters;
    uint64_t encoding;
    if (tr_encoding_of(type, &characters) && !characters.strict)
        return TR_VALUE_CHARACTER;
    if (!tr_die_unsigned(type, DW_AT_encoding, &encoding))
        return TR_VALUE_OTHER;
    switch (encoding) {
    case DW_ATE_boolean:
        return TR_VALUE_BOOLEAN;
    case DW_ATE_float:
    case DW_ATE_complex_float:
    case DW_ATE_imaginary_float:
    case DW_ATE_decimal_float:
        return TR_VALUE_FLOAT;
    default:
        return TR_VALUE_INTEGER;
    }
}

enum tr_value_kind tr_value_kind(Dwarf_Die *type)
{
    Dwarf_Die stripped;
    if (!type || !tr_type_strip(type, &stripped))
        return TR_VALUE_OTHER;
    const struct type_row *row = row_of(&stripped);
    return !row ? TR_VALUE_OTHER : row->tag == DW_TAG_base_type ? base_kind(&stripped) : row->kind;
}

void tr_read_value(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes, struct tr_variable *node)
{
    Dwarf_Die stripped;
    if (!tr_strip(reading, type, &stripped)) {
        tr_set_state(node, TR_STATE_UNAVAILABLE, "the debug information gives it no type");
        return;
    }
    const struct type_row *row = row_of(&stripped);
    if (!row) {
        tr_set_state(node, TR_STATE_UNAVAILABLE, "values of such a type are not read");
        return;
    }
    node->kind = tr_value_kind(type);
    row->read(reading, &stripped, type, bytes, node);
}

void tr_read_whole(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes, struct tr_variable *node)
{
    struct tr_values *values = reading->values;
    const struct tr_variable blank = *node;
    const struct tr_values before = *values;
    const size_t left = reading->left;
    tr_read_value(reading, type, bytes, node);
    if (!reading->ran_out)
        return;
    *node = blank;
    values->nodes = before.nodes;
    values->links.count = before.links.count;
    values->strings.count = before.strings.count;
    values->secrets.count = before.secrets.count;
    reading->left = left;
    reading->is_fair = true;
    tr_read_value(reading, type, bytes, node);
}

struct tr_variable *tr_child_begin(struct tr_reading *reading, struct tr_variable *parent, const char *name,
                                   const char *type_name, size_t siblings, size_t *ret_rest)
{
    if (!reading->left) {
        reading->ran_out = true;
        return NULL;
    }
    size_t share = reading->is_fair ? (reading->left + siblings - 1) / siblings : reading->left;
    *ret_rest = reading->left - share;
    reading->left = share - 1;
    reading->depth++;
    struct tr_variable *child = tr_variable_make(reading->values, name, type_name);
    tr_list_add(reading->values->arena, &parent->children, child);
    return child;
}

void tr_child_end(struct tr_reading *reading, size_t rest)
{
    reading->depth--;
    reading->left += rest;
}

struct tr_variable *tr_read_child(struct tr_reading *reading, struct tr_variable *parent, const char *name,
                                  Dwarf_Die *type, const struct tr_bytes *bytes, size_t siblings)
{
    size_t rest;
    struct tr_variable *child =
        tr_child_begin(reading, parent, name, tr_cached_name(reading->values, type), siblings, &rest);
    if (!child)
        return NULL;
    tr_read_value(reading, type, bytes, child);
    tr_child_end(reading, rest);
    return child;
}

void tr_sum_states(struct tr_variable *node)
{
    size_t good = 0, alike = 0;
    const struct tr_variable *first = NULL;
    TR_EACH(struct tr_variable, child, &node->children)
    {
        good += child->state == TR_STATE_OK;
        if (child->state != TR_STATE_OK && !first)
            first = child;
        alike += first && child->state == first->state;
    }
    if (!first || node->state != TR_STATE_OK)
        return;
    if (!good && alike == node->children.count)
        tr_set_state(node, first->state, first->reason);
    else
        tr_set_state(node, TR_STATE_PARTIAL, "not all of it could be read");
}
