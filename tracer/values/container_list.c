/* list and forward_list, and their iterators. */
#include "values/container_internal.h"

enum { WORD = 8 };

/* A node is two links and the element; the container's own, which ends the ring, has the links only. */
static bool next_of_ring(struct tr_walk *walk, uint64_t *ret_node)
{
    struct tr_memory *memory = walk->reading->values->memory;
    const uint64_t next = walk->next_word * WORD, previous = WORD - next;
    uint64_t node, back;
    if (!tr_memory_read_u64(memory, walk->at + next, &node)) {
        walk->broken = "a link leads to memory that cannot be read";
        return false;
    }
    if (!tr_memory_read_u64(memory, node + previous, &back))
        walk->broken = "a link leads to memory that cannot be read";
    else if (back != walk->at)
        walk->broken = "the next one does not link back";
    if (walk->broken || node == walk->head)
        return false;
    *ret_node = walk->at = node;
    return true;
}

void tr_read_ring(struct tr_reading *reading, Dwarf_Die *element, uint64_t head, unsigned next, uint64_t count,
                  struct tr_variable *node)
{
    struct tr_walk walk = {.reading = reading, .next = next_of_ring, .at = head, .head = head, .next_word = next};
    tr_read_nodes(reading, &walk, count, tr_node_offset(reading, element, 2 * WORD), NULL, element, node);
}

bool tr_read_list(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes, struct tr_variable *node)
{
    Dwarf_Die implementation, header, element;
    struct tr_bytes whole, inside;
    uint64_t count = UINT64_MAX;
    if (!tr_member_enter(reading, type, bytes, "_M_impl", &implementation, &whole) ||
        !tr_member_enter(reading, &implementation, &whole, "_M_node", &header, &inside) || !inside.in_memory ||
        !tr_template_type(type, 0, "value_type", &element))
        return false;
    /* The older ABI does not count. */
    (void)tr_member_word(reading, &header, &inside, "_M_size", NULL, &count);
    tr_read_ring(reading, &element, inside.address, 0, count, node);
    return true;
}

/* A node is {next, element}; NULL ends the chain. */
static bool next_in_chain(struct tr_walk *walk, uint64_t *ret_node)
{
    uint64_t node;
    if (!tr_memory_read_u64(walk->reading->values->memory, walk->at, &node))
        walk->broken = "a link leads to memory that cannot be read";
    if (walk->broken || !node)
        return false;
    if (!tr_maps_find(walk->reading->values->maps, node)) {
        walk->broken = "a link leads to unmapped memory";
        return false;
    }
    *ret_node = walk->at = node;
    return true;
}

void tr_read_chain(struct tr_reading *reading, Dwarf_Die *element, uint64_t head, struct tr_variable *node)
{
    struct tr_walk walk = {.reading = reading, .next = next_in_chain, .at = head};
    tr_read_nodes(reading, &walk, UINT64_MAX, tr_node_offset(reading, element, WORD), NULL, element, node);
}

bool tr_read_forward_list(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                          struct tr_variable *node)
{
    Dwarf_Die implementation, head, element;
    struct tr_bytes whole, inside;
    if (!tr_member_enter(reading, type, bytes, "_M_impl", &implementation, &whole) ||
        !tr_member_enter(reading, &implementation, &whole, "_M_head", &head, &inside) || !inside.in_memory ||
        !tr_template_type(type, 0, "value_type", &element))
        return false;
    tr_read_chain(reading, &element, inside.address, node);
    return true;
}

static bool read_iterator(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes, uint64_t header,
                          struct tr_variable *node)
{
    Dwarf_Die element;
    uint64_t at;
    if (!tr_member_word(reading, type, bytes, "_M_node", NULL, &at) ||
        !tr_template_type(type, 0, "reference", &element))
        return false;
    tr_read_target(reading, &element, at ? at + tr_node_offset(reading, &element, header) : 0, node);
    return true;
}

/* The end of a list is a node without an element, inside the container: what lies there is not known from the iterator.
 */
bool tr_read_list_iterator(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                           struct tr_variable *node)
{
    if (!read_iterator(reading, type, bytes, 2 * WORD, node))
        return false;
    if (node->children.count && !node->reason)
        node->reason = "at the end of its list it has no element";
    return true;
}

bool tr_before_in_list(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                       struct tr_position *ret)
{
    uint64_t at;
    if (!tr_member_word(reading, type, bytes, "_M_node", NULL, &at) ||
        !tr_template_type(type, 0, "reference", &ret->element) ||
        !tr_memory_read_u64(reading->values->memory, at + WORD, &at))
        return false;
    ret->address = at + tr_node_offset(reading, &ret->element, 2 * WORD);
    return true;
}

bool tr_read_forward_iterator(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                              struct tr_variable *node)
{
    return read_iterator(reading, type, bytes, WORD, node);
}
