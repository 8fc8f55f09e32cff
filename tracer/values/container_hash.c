/* unordered_set, unordered_map and their multi kin: one chain through all buckets (bits/hashtable.h). */
#include "values/container_internal.h"

enum { WORD = 8 };

/* A node is {next, element}, perhaps with the element's hash behind. */
static bool next_in_table(struct tr_walk *walk, uint64_t *ret_node)
{
    uint64_t node;
    if (!tr_memory_read_u64(walk->reading->values->memory, walk->at, &node)) {
        walk->broken = "a link leads to memory that cannot be read";
        return false;
    }
    if (!node)
        return false;
    if (!tr_maps_find(walk->reading->values->maps, node)) {
        walk->broken = "a link leads to unmapped memory";
        return false;
    }
    *ret_node = walk->at = node;
    return true;
}

bool tr_read_table(struct tr_reading *reading, Dwarf_Die *type, bool is_map, const struct tr_table *table,
                   struct tr_variable *node)
{
    Dwarf_Die key, mapped;
    if (!tr_template_type(type, 0, "key_type", &key) || (is_map && !tr_template_type(type, 1, "mapped_type", &mapped)))
        return false;
    uint64_t offset = tr_node_offset(reading, &key, table->header);
    uint64_t other = is_map ? tr_node_offset(reading, &mapped, table->header) : 0;
    struct tr_walk walk = {.reading = reading, .next = next_in_table, .at = table->before};
    tr_read_nodes(reading, &walk, table->count, other > offset ? other : offset, is_map ? &key : NULL,
                  is_map ? &mapped : &key, node);
    return true;
}

static bool read_table(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes, bool is_map,
                       struct tr_variable *node)
{
    Dwarf_Die whole, first;
    struct tr_bytes inside, before;
    struct tr_table table = {.header = WORD};
    if (!tr_member_enter(reading, type, bytes, "_M_h", &whole, &inside) || !inside.in_memory ||
        !tr_member_enter(reading, &whole, &inside, "_M_before_begin", &first, &before) ||
        !tr_member_word(reading, &whole, &inside, "_M_element_count", NULL, &table.count))
        return false;
    table.before = before.address;
    return tr_read_table(reading, type, is_map, &table, node);
}

bool tr_read_hash_set(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                      struct tr_variable *node)
{
    return read_table(reading, type, bytes, false, node);
}

bool tr_read_hash_map(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                      struct tr_variable *node)
{
    return read_table(reading, type, bytes, true, node);
}

bool tr_read_hash_iterator(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                           struct tr_variable *node)
{
    Dwarf_Die element;
    uint64_t at;
    /* Those of one bucket are templates of the key first. */
    bool is_local = tr_is_named(type, "_Local_iterator") || tr_is_named(type, "_Local_const_iterator");
    if (!tr_member_word(reading, type, bytes, "_M_cur", NULL, &at) ||
        !tr_template_type(type, is_local, "reference", &element))
        return false;
    if (!at) {
        node->kind = TR_VALUE_CONTAINER;
        node->value = "end()";
        return true;
    }
    tr_read_target(reading, &element, at + tr_node_offset(reading, &element, WORD), node);
    return true;
}
