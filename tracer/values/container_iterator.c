/* Iterators that are pointers, and those around another one: reverse_iterator, move_iterator. */
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

bool tr_read_reverse_iterator(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                              struct tr_variable *node)
{
    Dwarf_Die iterator;
    struct tr_bytes inside;
    struct tr_position position = {.is_end = false};
    size_t i = 0;
    if (!tr_member_enter(reading, type, bytes, "current", &iterator, &inside))
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
