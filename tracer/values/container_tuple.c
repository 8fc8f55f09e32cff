/* pair and tuple. */
#include "values/container_internal.h"

bool tr_read_pair(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes, struct tr_variable *node)
{
    static const char *const names[] = {"first", "second"};
    Dwarf_Die members[2];
    struct tr_bytes places[2];
    for (size_t i = 0; i < 2; i++)
        if (!tr_find_member(reading, type, bytes, names[i], &members[i], &places[i]))
            return false;
    node->kind = TR_VALUE_CONTAINER;
    node->size = tr_number(2);
    for (size_t i = 0; i < 2; i++)
        if (!tr_read_child(reading, node, names[i], &members[i], &places[i], 2 - i))
            break;
    if (node->children.count < 2)
        node->omitted_children = tr_number((int64_t)(2 - node->children.count));
    tr_sum_states(node);
    return true;
}

static bool enter_base(const struct tr_reading *reading, const char *name, Dwarf_Die *type, struct tr_bytes *bytes)
{
    const struct tr_members *members = tr_members_of(reading->values, type);
    Dwarf_Die base;
    for (size_t i = 0; i < members->count; i++) {
        struct tr_member *member = &members->items[i];
        uint64_t offset;
        if (!member->is_base || !member->is_typed || !tr_strip(reading, &member->type, &base) ||
            !tr_is_named(&base, name) || !tr_member_offset(reading, member, bytes, &offset))
            continue;
        *type = base;
        *bytes = tr_bytes_at(bytes, offset);
        return true;
    }
    return false;
}

/* Each _Tuple_impl<N, …> has the element N in a _Head_base, and the others in a _Tuple_impl<N + 1, …>. */
bool tr_tuple_element(const struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes, unsigned index,
                      Dwarf_Die *ret_type, struct tr_bytes *ret_bytes)
{
    Dwarf_Die at = *type;
    struct tr_bytes there = *bytes;
    for (unsigned i = 0; i <= index; i++)
        if (!enter_base(reading, "_Tuple_impl", &at, &there))
            return false;
    return enter_base(reading, "_Head_base", &at, &there) &&
           tr_find_member(reading, &at, &there, "_M_head_impl", ret_type, ret_bytes);
}

bool tr_read_elements_of_tuple(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                               tr_tuple_at *at, struct tr_variable *node)
{
    Dwarf_Die element;
    struct tr_bytes there;
    unsigned count = 0;
    while (count < TR_LIMIT_CHILDREN && at(reading, type, bytes, count, &element, &there))
        count++;
    if (!count && tr_template_type(type, 0, NULL, &element))
        return false;
    node->kind = TR_VALUE_CONTAINER;
    node->size = tr_number(count);
    for (unsigned i = 0; i < count; i++) {
        const char *name = tr_arena_printf(reading->values->arena, "[%u]", i);
        if (!at(reading, type, bytes, i, &element, &there) ||
            !tr_read_child(reading, node, name, &element, &there, count - i))
            break;
    }
    if (node->children.count < count)
        node->omitted_children = tr_number((int64_t)(count - node->children.count));
    tr_sum_states(node);
    return true;
}

bool tr_read_tuple(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes, struct tr_variable *node)
{
    return tr_read_elements_of_tuple(reading, type, bytes, tr_tuple_element, node);
}
