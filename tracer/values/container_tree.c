/* set, multiset, map, multimap: red-black trees (bits/stl_tree.h). */
#include "values/container_internal.h"

/* A node: {color, parent, left, right, element}. The container's own is the parent of the root. */
enum { COLOR, PARENT, LEFT, RIGHT, WORDS, HEADER = WORDS * 8, TALLEST = 96 };

static bool load(struct tr_walk *walk, uint64_t address, uint64_t *ret)
{
    unsigned char bytes[HEADER];
    if (!tr_memory_read(walk->reading->values->memory, address, bytes, sizeof(bytes))) {
        walk->broken = "a link leads to memory that cannot be read";
        return false;
    }
    for (unsigned i = 0; i < WORDS; i++)
        ret[i] = tr_load_unsigned(bytes + i * 8, 8);
    return true;
}

/* Down to the child @p to of @p from, and from there to the left as far as it goes. */
static bool descend(struct tr_walk *walk, uint64_t from, uint64_t to)
{
    const struct tr_tree_layout *layout = walk->layout;
    uint64_t words[WORDS];
    for (unsigned i = 0; i < TALLEST; i++) {
        if (!load(walk, to, words))
            return false;
        if (words[layout->parent] != from) {
            walk->broken = "the next one does not link back";
            return false;
        }
        if (!words[layout->left]) {
            walk->at = to;
            return true;
        }
        from = to;
        to = words[layout->left];
    }
    walk->broken = "the tree is higher than memory allows";
    return false;
}

/* Up from @p node until it is a left child: its parent is the next one. */
static bool ascend(struct tr_walk *walk, uint64_t node)
{
    const struct tr_tree_layout *layout = walk->layout;
    uint64_t words[WORDS], above[WORDS];
    for (unsigned i = 0; i < TALLEST; i++) {
        if (!load(walk, node, words))
            return false;
        if (words[layout->parent] == walk->head) {
            if (!load(walk, walk->head, above))
                return false;
            walk->at = walk->head;
            if (above[layout->root] != node)
                walk->broken = "the way up does not lead to the root";
            return false;
        }
        if (!load(walk, words[layout->parent], above))
            return false;
        if (above[layout->left] == node) {
            walk->at = words[layout->parent];
            return true;
        }
        if (above[layout->right] != node) {
            walk->broken = "its parent does not link to it";
            return false;
        }
        node = words[layout->parent];
    }
    walk->broken = "the tree is higher than memory allows";
    return false;
}

bool tr_next_of_tree(struct tr_walk *walk, uint64_t *ret_node)
{
    const struct tr_tree_layout *layout = walk->layout;
    uint64_t words[WORDS];
    bool found = false;
    if (!load(walk, walk->at, words))
        return false;
    if (walk->at == walk->head)
        found = words[layout->root] && descend(walk, walk->head, words[layout->root]);
    else
        found = words[layout->right] ? descend(walk, walk->at, words[layout->right]) : ascend(walk, walk->at);
    *ret_node = walk->at;
    return found;
}

bool tr_read_tree(struct tr_reading *reading, Dwarf_Die *type, bool is_map, const struct tr_tree_layout *layout,
                  uint64_t head, uint64_t count, struct tr_variable *node)
{
    Dwarf_Die key, mapped;
    if (!tr_template_type(type, 0, "key_type", &key) || (is_map && !tr_template_type(type, 1, "mapped_type", &mapped)))
        return false;
    uint64_t alignment = tr_alignment(reading, &key), other = is_map ? tr_alignment(reading, &mapped) : 1;
    alignment = other > alignment ? other : alignment;
    struct tr_walk walk = {.reading = reading, .next = tr_next_of_tree, .at = head, .head = head, .layout = layout};
    tr_read_nodes(reading, &walk, count, (layout->header + alignment - 1) / alignment * alignment, is_map ? &key : NULL,
                  is_map ? &mapped : &key, node);
    return true;
}

static bool read_tree(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes, bool is_map,
                      struct tr_variable *node)
{
    static const struct tr_tree_layout layout = {PARENT, LEFT, RIGHT, PARENT, HEADER};
    Dwarf_Die header;
    struct tr_bytes inside;
    uint64_t count;
    if (!tr_member_enter(reading, type, bytes, "_M_t", &header, &inside) || !inside.in_memory)
        return false;
    Dwarf_Die tree = header, first;
    struct tr_bytes in_tree = inside;
    if (!tr_member_enter(reading, &tree, &in_tree, "_M_header", &header, &inside) &&
        !(tr_member_enter(reading, &tree, &in_tree, "_M_impl", &first, &in_tree) &&
          tr_member_enter(reading, &first, &in_tree, "_M_header", &header, &inside)))
        return false;
    return tr_memory_read_u64(reading->values->memory, inside.address + HEADER, &count) &&
           tr_read_tree(reading, type, is_map, &layout, inside.address, count, node);
}

bool tr_read_tree_set(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                      struct tr_variable *node)
{
    return read_tree(reading, type, bytes, false, node);
}

bool tr_read_tree_map(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                      struct tr_variable *node)
{
    return read_tree(reading, type, bytes, true, node);
}

/* The container's own node is red and its parent's parent; the root, the only other such, is black. */
static bool is_end(const struct tr_reading *reading, uint64_t at)
{
    uint64_t color, parent, back;
    struct tr_memory *memory = reading->values->memory;
    return tr_memory_read_u64(memory, at, &color) && !(color & 0xffffffff) &&
           tr_memory_read_u64(memory, at + 8 * PARENT, &parent) &&
           (!parent || (tr_memory_read_u64(memory, parent + 8 * PARENT, &back) && back == at));
}

/* Up to the container's own node. */
static bool head_above(const struct tr_reading *reading, uint64_t at, uint64_t *ret)
{
    for (unsigned i = 0; i < TALLEST; i++) {
        if (is_end(reading, at)) {
            *ret = at;
            return true;
        }
        if (!tr_memory_read_u64(reading->values->memory, at + 8 * PARENT, &at))
            return false;
    }
    return false;
}

bool tr_before_in_tree(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                       struct tr_position *ret)
{
    static const struct tr_tree_layout mirrored = {PARENT, RIGHT, LEFT, PARENT, HEADER};
    uint64_t at, head;
    if (!tr_member_word(reading, type, bytes, "_M_node", NULL, &at) ||
        !tr_template_type(type, 0, "reference", &ret->element) || !head_above(reading, at, &head))
        return false;
    struct tr_walk walk = {.reading = reading, .at = at, .head = head, .layout = &mirrored};
    ret->is_sure = true;
    ret->is_end = !tr_next_of_tree(&walk, &ret->address);
    ret->address += tr_node_offset(reading, &ret->element, HEADER);
    return !walk.broken;
}

bool tr_read_tree_iterator(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                           struct tr_variable *node)
{
    Dwarf_Die element;
    uint64_t at;
    if (!tr_member_word(reading, type, bytes, "_M_node", NULL, &at) ||
        !tr_template_type(type, 0, "reference", &element))
        return false;
    if (at && is_end(reading, at)) {
        node->kind = TR_VALUE_CONTAINER;
        node->value = "end()";
        return true;
    }
    tr_read_target(reading, &element, at ? at + tr_node_offset(reading, &element, HEADER) : 0, node);
    return true;
}
