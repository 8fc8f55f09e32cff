/* Iterators that are pointers, and those around another one: reverse_iterator, move_iterator, those of the debug mode.
 */
#include "values/container_internal.h"

static void read_position(struct tr_reading *reading, Dwarf_Die *element, uint64_t address, struct tr_variable *node)
{
    tr_read_target(reading, element, address, node);
    if (node->children.count && !node->reason)
        node->reason = "at the end of its container it has no element";
}

bool tr_read_pointer_iterator(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                              struct tr_variable *node)
{
    Dwarf_Die pointer, target;
    uint64_t address;
    if (!tr_member_word(reading, type, bytes, "_M_current|__i|__i_", &pointer, &address) ||
        !tr_pointee(reading, &pointer, &target))
        return false;
    read_position(reading, &target, address, node);
    return true;
}

static bool before_pointer(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                           struct tr_position *ret)
{
    Dwarf_Die pointer;
    uint64_t size;
    if (!tr_member_word(reading, type, bytes, "_M_current|__i|__i_", &pointer, &ret->address) ||
        !tr_pointee(reading, &pointer, &ret->element) || !tr_value_size(reading, &ret->element, &size))
        return false;
    ret->address -= ret->address ? size : 0;
    return true;
}

/* A reverse iterator stands for the element before the one that its iterator is at. */
static const struct {
    const char *iterator;
    tr_position_before *before;
} befores[] = {
    {"__normal_iterator", before_pointer},          {"__wrap_iter", before_pointer},
    {"_Deque_iterator", tr_before_in_deque},        {"_List_iterator", tr_before_in_list},
    {"_List_const_iterator", tr_before_in_list},    {"_Rb_tree_iterator", tr_before_in_tree},
    {"_Rb_tree_const_iterator", tr_before_in_tree}, {"__deque_iterator", tr_before_in_libcxx_deque},
    {"__list_iterator", tr_before_in_libcxx_list},  {"__list_const_iterator", tr_before_in_libcxx_list},
    {"__tree_iterator", tr_before_in_libcxx_tree},  {"__tree_const_iterator", tr_before_in_libcxx_tree},
    {"__map_iterator", tr_before_in_libcxx_map},    {"__map_const_iterator", tr_before_in_libcxx_map},
};

static bool is_safe(Dwarf_Die *type)
{
    return tr_is_named(type, "_Safe_iterator") || tr_is_named(type, "_Safe_local_iterator");
}

/* Into the iterator that one of the debug mode is around: the first base class that is none of that mode. */
static bool enter_safe(const struct tr_reading *reading, Dwarf_Die *type, struct tr_bytes *bytes)
{
    enum { DEEPEST = 4 };
    for (unsigned i = 0; i < DEEPEST && is_safe(type); i++) {
        const struct tr_members *members = tr_members_of(reading->values, type);
        uint64_t offset;
        if (!members->count || !members->items[0].is_base || !members->items[0].is_typed ||
            !tr_member_offset(reading, &members->items[0], bytes, &offset) ||
            !tr_strip(reading, &members->items[0].type, type))
            return false;
        *bytes = tr_bytes_at(bytes, offset);
    }
    return !is_safe(type);
}

/*
 * With _GLIBCXX_DEBUG an iterator knows its container, and the container's version when it was made
 * (debug/safe_base.h): what changes the container changes one of them.
 */
bool tr_read_safe_iterator(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                           struct tr_variable *node)
{
    Dwarf_Die inner = *type, pointer, sequence;
    struct tr_bytes inside = *bytes;
    uint64_t owner, version, current;
    if (!enter_safe(reading, &inner, &inside) ||
        !tr_member_word(reading, type, bytes, "_M_sequence", &pointer, &owner) ||
        !tr_pointee(reading, &pointer, &sequence) || !tr_strip(reading, &sequence, &sequence) ||
        !tr_member_number(reading, type, bytes, "_M_version", &version))
        return false;
    struct tr_bytes there = tr_bytes_in_memory(owner);
    if (owner && tr_member_number(reading, &sequence, &there, "_M_version", &current) && version == current)
        return tr_read_container(reading, &inner, &inside, node);
    node->kind = TR_VALUE_CONTAINER;
    if (owner)
        tr_set_state(node, TR_STATE_FREED, "its container has changed since: it is no longer valid");
    else
        node->value = "singular";
    return true;
}

bool tr_read_reverse_iterator(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                              struct tr_variable *node)
{
    Dwarf_Die iterator;
    struct tr_bytes inside;
    struct tr_position position = {.is_end = false};
    size_t i = 0;
    if (!tr_member_enter(reading, type, bytes, "current", &iterator, &inside) ||
        !enter_safe(reading, &iterator, &inside))
        return false;
    while (i < TR_COUNT(befores) && !tr_is_named(&iterator, befores[i].iterator))
        i++;
    if (i == TR_COUNT(befores) || !befores[i].before(reading, &iterator, &inside, &position))
        return false;
    if (position.is_end) {
        node->kind = TR_VALUE_CONTAINER;
        node->value = "rend()";
    } else if (position.is_sure) {
        tr_read_target(reading, &position.element, position.address, node);
    } else {
        read_position(reading, &position.element, position.address, node);
    }
    return true;
}

bool tr_read_move_iterator(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                           struct tr_variable *node)
{
    Dwarf_Die iterator;
    struct tr_bytes inside;
    return tr_member_enter(reading, type, bytes, "_M_current|__current_|__i", &iterator, &inside) &&
           tr_read_container(reading, &iterator, &inside, node);
}
