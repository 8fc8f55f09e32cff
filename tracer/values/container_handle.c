/* What extract() of a map or set gives: a node that belongs to no container. */
#include "values/container_internal.h"

#include <inttypes.h>

bool tr_read_node_handle(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                         struct tr_variable *node)
{
    enum { WORD = 8, TREE_HEADER = 4 * WORD };
    Dwarf_Die pointer, kind, element;
    uint64_t at;
    if (!tr_member_word(reading, type, bytes, "_M_ptr", &pointer, &at) || !tr_pointee(reading, &pointer, &kind) ||
        !tr_strip(reading, &kind, &kind) || !tr_template_type(&kind, 0, NULL, &element))
        return false;
    node->kind = TR_VALUE_CONTAINER;
    node->size = tr_number(at != 0);
    if (!at) {
        node->value = "empty";
        return true;
    }
    uint64_t header = tr_is_named(&kind, "_Rb_tree_node") ? TREE_HEADER : WORD;
    struct tr_bytes inside = tr_bytes_in_memory(at + tr_node_offset(reading, &element, header));
    if (!tr_read_child(reading, node, "*", &element, &inside, 1))
        node->omitted_children = tr_number(1);
    tr_sum_states(node);
    return true;
}
