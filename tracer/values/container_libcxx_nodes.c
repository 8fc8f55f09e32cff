/* deque, forward_list and the hash tables of libc++. */
#include "values/container_internal.h"

enum { WORD = 8 };

/* A deque has blocks of 4096 bytes, or of 16 elements that are larger (include/deque, __deque_block_size). */
uint64_t tr_libcxx_per_block(uint64_t size)
{
    enum { BLOCK = 4096, SMALL = 256, FEW = 16 };
    return size < SMALL ? BLOCK / size : FEW;
}

/* The number that is the first part of a pair, or, in later versions, a member. */
static bool counter(const struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes, const char *names,
                    uint64_t *ret)
{
    Dwarf_Die number;
    struct tr_bytes there;
    return tr_libcxx_first(reading, type, bytes, names, &number, &there) && there.in_memory &&
           tr_memory_read_u64(reading->values->memory, there.address, ret);
}

/* Whether the numbers can be those of a deque: each element lies in a block of the map. */
static bool is_sound(const struct tr_reading *reading, const struct tr_blocks *blocks, uint64_t end, uint64_t count)
{
    return blocks->start >> TR_SIZE_BITS == 0 && end >= blocks->map &&
           tr_maps_find(reading->values->maps, blocks->map) &&
           (end - blocks->map) / WORD >= (blocks->start + count + blocks->per_block - 1) / blocks->per_block;
}

bool tr_read_libcxx_deque(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                          struct tr_variable *node)
{
    Dwarf_Die map, element;
    struct tr_bytes inside;
    uint64_t end, count;
    struct tr_blocks blocks = {.per_block = 1};
    if (!tr_member_enter(reading, type, bytes, "__map_", &map, &inside) ||
        !tr_member_word(reading, &map, &inside, "__begin_", NULL, &blocks.map) ||
        !tr_member_word(reading, &map, &inside, "__end_", NULL, &end) ||
        !tr_member_word(reading, type, bytes, "__start_", NULL, &blocks.start) ||
        !counter(reading, type, bytes, "__size_", &count) || !tr_template_type(type, 0, "value_type", &element))
        return false;
    node->kind = TR_VALUE_CONTAINER;
    bool is_sized = tr_value_size(reading, &element, &blocks.size) && blocks.size;
    if (is_sized)
        blocks.per_block = tr_libcxx_per_block(blocks.size);
    if (!count)
        node->size = tr_number(0);
    else if (!is_sized)
        tr_set_state(node, TR_STATE_UNAVAILABLE, "the size of its elements is not known");
    else if (count >> TR_SIZE_BITS)
        tr_set_state(node, TR_STATE_UNREADABLE, tr_impossible_size(reading, count));
    else if (!is_sound(reading, &blocks, end, count))
        tr_set_state(node, TR_STATE_UNREADABLE, "its pointers are not those of a deque");
    else
        tr_read_blocks(reading, &blocks, &element, count, node);
    return true;
}

bool tr_read_libcxx_forward_list(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                                 struct tr_variable *node)
{
    Dwarf_Die head, element;
    struct tr_bytes inside;
    if (!tr_libcxx_first(reading, type, bytes, "__before_begin_", &head, &inside) || !inside.in_memory ||
        !tr_template_type(type, 0, "value_type", &element))
        return false;
    tr_read_chain(reading, &element, inside.address, node);
    return true;
}

/* A node is {next, hash, element}. */
static bool read_table(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes, bool is_map,
                       struct tr_variable *node)
{
    Dwarf_Die whole, first;
    struct tr_bytes inside, before;
    struct tr_table table = {.header = 2 * WORD};
    if (!tr_member_enter(reading, type, bytes, "__table_", &whole, &inside) ||
        !tr_libcxx_first(reading, &whole, &inside, "__p1_|__first_node_", &first, &before) || !before.in_memory ||
        !counter(reading, &whole, &inside, "__p2_|__size_", &table.count))
        return false;
    table.before = before.address;
    return tr_read_table(reading, type, is_map, &table, node);
}

bool tr_read_libcxx_hash_set(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                             struct tr_variable *node)
{
    return read_table(reading, type, bytes, false, node);
}

bool tr_read_libcxx_hash_map(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                             struct tr_variable *node)
{
    return read_table(reading, type, bytes, true, node);
}
