/* What extract() of a map or set gives: a node that belongs to no container. */
#include "values/container_internal.h"

#include <inttypes.h>

/* Bytes before the element in a node, which is then aligned. */
static bool header_of(Dwarf_Die *node, uint64_t *ret)
{
    enum { WORD = 8 };
    static const struct {
        const char *name;
        uint64_t header;
    } nodes[] = {
        {"_Rb_tree_node", 4 * WORD},
        {"_Hash_node", WORD},
        {"__tree_node", 3 * WORD + 1},
        {"__hash_node", 2 * WORD},
    };
    for (size_t i = 0; i < TR_COUNT(nodes); i++) {
        if (tr_is_named(node, nodes[i].name)) {
            *ret = nodes[i].header;
            return true;
        }
    }
    return false;
}

bool tr_read_node_handle(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                         struct tr_variable *node)
{
    Dwarf_Die pointer, kind, element;
    uint64_t at, header;
    if (!tr_member_word(reading, type, bytes, "_M_ptr|__ptr_", &pointer, &at) ||
        !tr_pointee(reading, &pointer, &kind) || !tr_strip(reading, &kind, &kind) || !header_of(&kind, &header) ||
        !tr_template_type(&kind, 0, NULL, &element) || !tr_libcxx_unwrap(reading, &element))
        return false;
    node->kind = TR_VALUE_CONTAINER;
    node->size = tr_number(at != 0);
    if (!at) {
        node->value = "empty";
        return true;
    }
    struct tr_bytes inside = tr_bytes_in_memory(at + tr_node_offset(reading, &element, header));
    if (!tr_read_child(reading, node, "*", &element, &inside, 1))
        node->omitted_children = tr_number(1);
    tr_sum_states(node);
    return true;
}
