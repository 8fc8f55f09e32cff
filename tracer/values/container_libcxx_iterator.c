/* Iterators of libc++'s containers of nodes, and of its deque, and what lies before them. */
#include "values/container_internal.h"

enum { WORD = 8 };

/* The class of an iterator, the bytes before the element in its nodes, and whether its first argument is the node. */
static const struct kind {
    const char *name;
    uint64_t header;
    bool is_tree, names_node;
} kinds[] = {
    {"__list_iterator", 2 * WORD, false, false},      {"__list_const_iterator", 2 * WORD, false, false},
    {"__forward_list_iterator", WORD, false, true},   {"__forward_list_const_iterator", WORD, false, true},
    {"__tree_iterator", 3 * WORD + 1, true, false},   {"__tree_const_iterator", 3 * WORD + 1, true, false},
    {"__hash_iterator", 2 * WORD, false, true},       {"__hash_const_iterator", 2 * WORD, false, true},
    {"__hash_local_iterator", 2 * WORD, false, true}, {"__hash_const_local_iterator", 2 * WORD, false, true},
};

static const struct kind *kind_of(Dwarf_Die *type)
{
    for (size_t i = 0; i < TR_COUNT(kinds); i++)
        if (tr_is_named(type, kinds[i].name))
            return &kinds[i];
    return NULL;
}

bool tr_libcxx_unwrap(const struct tr_reading *reading, Dwarf_Die *type)
{
    Dwarf_Die stripped;
    struct tr_bytes nowhere = tr_bytes_in_memory(0), ignored;
    if (!tr_strip(reading, type, &stripped) ||
        (!tr_is_named(&stripped, "__value_type") && !tr_is_named(&stripped, "__hash_value_type")))
        return true;
    return tr_find_member(reading, &stripped, &nowhere, "__cc|__cc_", type, &ignored);
}

static bool element_of(const struct tr_reading *reading, Dwarf_Die *type, const struct kind *kind, Dwarf_Die *ret)
{
    Dwarf_Die stripped;
    if (!tr_template_type(type, 0, NULL, ret))
        return false;
    if (kind->names_node && (!tr_pointee(reading, ret, &stripped) || !tr_strip(reading, &stripped, &stripped) ||
                             !tr_template_type(&stripped, 0, NULL, ret)))
        return false;
    return tr_libcxx_unwrap(reading, ret);
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

/* A node is {previous, next, element}. */
bool tr_before_in_libcxx_list(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                              struct tr_position *ret)
{
    uint64_t at;
    if (!tr_member_word(reading, type, bytes, "__ptr_", NULL, &at) || !tr_template_type(type, 0, NULL, &ret->element) ||
        !tr_memory_read_u64(reading->values->memory, at, &at))
        return false;
    ret->address = at + tr_node_offset(reading, &ret->element, 2 * WORD);
    return true;
}

/* Up to the tree's own node. */
static bool head_above(const struct tr_reading *reading, uint64_t at, uint64_t *ret)
{
    enum { TALLEST = 96, PARENT = 2 * WORD };
    for (unsigned i = 0; i < TALLEST; i++) {
        if (is_end(reading, at)) {
            *ret = at;
            return true;
        }
        if (!tr_memory_read_u64(reading->values->memory, at + PARENT, &at))
            return false;
    }
    return false;
}

bool tr_before_in_libcxx_tree(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                              struct tr_position *ret)
{
    static const struct tr_tree_layout mirrored = {
        .parent = 2, .left = 1, .right = 0, .root = 0, .header = 3 * WORD + 1};
    const struct kind *kind = kind_of(type);
    uint64_t at, head;
    if (!kind || !tr_member_word(reading, type, bytes, "__ptr_", NULL, &at) ||
        !element_of(reading, type, kind, &ret->element) || !head_above(reading, at, &head))
        return false;
    struct tr_walk walk = {.reading = reading, .at = at, .head = head, .layout = &mirrored};
    ret->is_sure = true;
    ret->is_end = !tr_next_of_tree(&walk, &ret->address);
    ret->address += tr_node_offset(reading, &ret->element, mirrored.header);
    return !walk.broken;
}

bool tr_before_in_libcxx_map(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                             struct tr_position *ret)
{
    Dwarf_Die inner;
    struct tr_bytes inside;
    return tr_member_enter(reading, type, bytes, "__i_", &inner, &inside) &&
           tr_before_in_libcxx_tree(reading, &inner, &inside, ret);
}

/* The iterator has its block, too: at its start the element before is the last one of the block before. */
bool tr_before_in_libcxx_deque(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                               struct tr_position *ret)
{
    struct tr_memory *memory = reading->values->memory;
    Dwarf_Die pointer;
    uint64_t at, map, block, size;
    if (!tr_member_word(reading, type, bytes, "__ptr_", &pointer, &at) ||
        !tr_pointee(reading, &pointer, &ret->element) ||
        !tr_member_word(reading, type, bytes, "__m_iter_", NULL, &map) ||
        !tr_value_size(reading, &ret->element, &size) || !size || !tr_memory_read_u64(memory, map, &block))
        return false;
    if (at != block) {
        ret->address = at - size;
        return true;
    }
    if (!tr_memory_read_u64(memory, map - WORD, &block))
        return false;
    ret->address = block + (tr_libcxx_per_block(size) - 1) * size;
    return true;
}
