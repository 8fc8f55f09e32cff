/* optional and variant: storage that holds one of several things, or none. */
#include "values/container_internal.h"

#include <inttypes.h>

bool tr_read_active(struct tr_reading *reading, Dwarf_Die *value, const struct tr_bytes *bytes,
                    struct tr_variable *node)
{
    node->kind = TR_VALUE_CONTAINER;
    node->size = tr_number(1);
    if (!tr_read_child(reading, node, "*", value, bytes, 1))
        node->omitted_children = tr_number(1);
    tr_sum_states(node);
    return true;
}

static bool read_empty(struct tr_variable *node, const char *value)
{
    node->size = tr_number(0);
    node->value = value;
    return true;
}

void tr_read_engaged(struct tr_reading *reading, Dwarf_Die *value, const struct tr_bytes *bytes, uint64_t engaged,
                     struct tr_variable *node)
{
    node->kind = TR_VALUE_CONTAINER;
    if (engaged > 1)
        tr_set_state(node, TR_STATE_UNREADABLE,
                     tr_arena_printf(reading->values->arena,
                                     "whether it holds a value is neither true nor false: %" PRIu64, engaged));
    else if (engaged)
        (void)tr_read_active(reading, value, bytes, node);
    else
        (void)read_empty(node, "nullopt");
}

bool tr_read_optional(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                      struct tr_variable *node)
{
    Dwarf_Die payload, storage, value;
    struct tr_bytes inside, there;
    uint64_t engaged;
    if (!tr_member_enter(reading, type, bytes, "_M_payload", &payload, &inside) ||
        !tr_member_number(reading, &payload, &inside, "_M_engaged", &engaged) ||
        !tr_member_enter(reading, &payload, &inside, "_M_payload", &storage, &there) ||
        !tr_template_type(type, 0, "value_type", &value))
        return false;
    tr_read_engaged(reading, &value, &there, engaged, node);
    return true;
}

/*
 * The type of an alternative. Where the template's arguments are missing, the storage has it: a union of the first and
 * the rest, each wrapped.
 */
static bool alternative(const struct tr_reading *reading, Dwarf_Die *type, Dwarf_Die *storage,
                        const struct tr_bytes *bytes, unsigned index, Dwarf_Die *ret)
{
    enum { MOST = 64 };
    Dwarf_Die at = *storage;
    struct tr_bytes there = *bytes;
    if (tr_template_type(type, index, NULL, ret))
        return true;
    if (tr_template_type(type, 0, NULL, ret) || index > MOST)
        return false;
    for (; index; index--)
        if (!tr_member_enter(reading, &at, &there, "_M_rest", &at, &there))
            return false;
    return tr_member_enter(reading, &at, &there, "_M_first", &at, &there) && tr_template_type(&at, 0, NULL, ret);
}

bool tr_read_variant(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                     struct tr_variable *node)
{
    Dwarf_Die storage, value, member;
    struct tr_bytes there, ignored;
    uint64_t index, size;
    if (!tr_member_enter(reading, type, bytes, "_M_u", &storage, &there) ||
        !tr_member_number(reading, type, bytes, "_M_index", &index) ||
        !tr_find_member(reading, type, bytes, "_M_index", &member, &ignored) ||
        !tr_value_size(reading, &member, &size) || !size || size > 8)
        return false;
    node->kind = TR_VALUE_CONTAINER;
    if (index == UINT64_MAX >> (64 - 8 * size))
        return read_empty(node, "valueless");
    /* All alternatives begin where the storage does. */
    if (index > UINT16_MAX || !alternative(reading, type, &storage, &there, (unsigned)index, &value)) {
        tr_set_state(node, TR_STATE_UNREADABLE,
                     tr_arena_printf(reading->values->arena, "it has no alternative %" PRIu64, index));
        return true;
    }
    return tr_read_active(reading, &value, &there, node);
}
