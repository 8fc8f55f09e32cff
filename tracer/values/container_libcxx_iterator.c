/* Iterators of libc++'s containers of nodes, and of its deque. */
#include "values/container_internal.h"

enum { WORD = 8 };

/* The class of an iterator, the bytes before the element in its nodes, and whether its first argument is the node. */
static const struct kind {
    const char *name;
    uint64_t header;
    bool is_tree, names_node;
} kinds[] = {
    {"__list_iterator", 2 * WORD, false, false},    {"__list_const_iterator", 2 * WORD, false, false},
    {"__forward_list_iterator", WORD, false, true}, {"__forward_list_const_iterator", WORD, false, true},
    {"__tree_iterator", 3 * WORD + 1, true, false}, {"__tree_const_iterator", 3 * WORD + 1, true, false},
    {"__hash_iterator", 2 * WORD, false, true},     {"__hash_const_iterator", 2 * WORD, false, true},
};

static const struct kind *kind_of(Dwarf_Die *type)
{
    for (size_t i = 0; i < TR_COUNT(kinds); i++)
        if (tr_is_named(type, kinds[i].name))
            return &kinds[i];
    return NULL;
}

/* The element's type; of a map it is wrapped, __value_type<K, V> around the pair. */
static bool element_of(const struct tr_reading *reading, Dwarf_Die *type, const struct kind *kind, Dwarf_Die *ret)
{
    Dwarf_Die stripped;
    struct tr_bytes nowhere = {.in_memory = false}, ignored;
    if (!tr_template_type(type, 0, NULL, ret))
        return false;
    if (kind->names_node && (!tr_pointee(reading, ret, &stripped) || !tr_strip(reading, &stripped, &stripped) ||
                             !tr_template_type(&stripped, 0, NULL, ret)))
        return false;
    if (tr_strip(reading, ret, &stripped) &&
        (tr_is_named(&stripped, "__value_type") || tr_is_named(&stripped, "__hash_value_type")))
        return tr_find_member(reading, &stripped, &nowhere, "__cc|__cc_", ret, &ignored);
    return true;
}

/* The tree's own node has a link to the root only. A node of its kind is linked from its parent. */
static bool is_end(const struct tr_reading *reading, uint64_t at)
{
    enum { PARENT = 2 * WORD };
    struct tr_memory *memory = reading->values->memory;
    uint64_t parent, child, root;
    for (unsigned side = 0; side < 2; side++)
        if (tr_memory_read_u64(memory, at + PARENT, &parent) &&
            tr_memory_read_u64(memory, parent + side * WORD, &child) && child == at)
            return false;
    return tr_memory_read_u64(memory, at, &root) &&
           (!root || (tr_memory_read_u64(memory, root + PARENT, &parent) && parent == at));
}

bool tr_read_libcxx_node_iterator(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                                  struct tr_variable *node)
{
    const struct kind *kind = kind_of(type);
    Dwarf_Die element;
    uint64_t at;
    if (!kind || !tr_member_word(reading, type, bytes, "__ptr_|__node_", NULL, &at) ||
        !element_of(reading, type, kind, &element))
        return false;
    if (at ? kind->is_tree && is_end(reading, at) : kind->names_node) {
        node->kind = TR_VALUE_CONTAINER;
        node->value = "end()";
        return true;
    }
    tr_read_target(reading, &element, at ? at + tr_node_offset(reading, &element, kind->header) : 0, node);
    if (node->children.count && !node->reason && !kind->is_tree && !kind->names_node)
        node->reason = "at the end of its list it has no element";
    return true;
}

bool tr_read_libcxx_map_iterator(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                                 struct tr_variable *node)
{
    Dwarf_Die inner;
    struct tr_bytes inside;
    return tr_member_enter(reading, type, bytes, "__i_", &inner, &inside) &&
           tr_read_libcxx_node_iterator(reading, &inner, &inside, node);
}

bool tr_read_libcxx_deque_iterator(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                                   struct tr_variable *node)
{
    Dwarf_Die pointer, element;
    uint64_t at;
    if (!tr_member_word(reading, type, bytes, "__ptr_", &pointer, &at) || !tr_pointee(reading, &pointer, &element))
        return false;
    tr_read_target(reading, &element, at, node);
    if (node->children.count && !node->reason)
        node->reason = "if it is the end of its deque, there is no element";
    return true;
}
