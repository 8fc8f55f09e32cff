/*
 * The same classes in libc++, whose layouts are fixed by its ABI, too. Its members have their own names, and most lie
 * in a __compressed_pair, whose parts are base classes with a __value_.
 */
#include "values/container_internal.h"

enum { WORD = 8 };

bool tr_libcxx_first(const struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes, const char *name,
                     Dwarf_Die *ret_type, struct tr_bytes *ret_bytes)
{
    Dwarf_Die pair;
    struct tr_bytes inside;
    if (!tr_find_member(reading, type, bytes, name, ret_type, ret_bytes))
        return false;
    inside = *ret_bytes;
    if (!tr_strip(reading, ret_type, &pair) || !tr_is_named(&pair, "__compressed_pair"))
        return true;
    return tr_find_member(reading, &pair, &inside, "__value_", ret_type, ret_bytes);
}

/*
 * 24 bytes: {capacity, length, pointer} with the lowest bit set, or the length, doubled, in the first byte, and the
 * characters.
 */
void tr_read_libcxx_text(struct tr_reading *reading, uint64_t address, const unsigned char *raw,
                         const struct tr_encoding *encoding, struct tr_variable *node)
{
    if (raw[0] & 1)
        tr_read_characters(reading, tr_load_unsigned(raw + 2 * WORD, WORD), encoding,
                           tr_load_unsigned(raw + WORD, WORD), node);
    else
        tr_read_characters(reading, address + encoding->width, encoding, raw[0] >> 1, node);
}

bool tr_read_libcxx_string(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                           struct tr_variable *node)
{
    enum { WORDS = 3 };
    Dwarf_Die character, member;
    struct tr_bytes there;
    unsigned char raw[WORDS * WORD];
    struct tr_encoding encoding;
    uint64_t size;
    if (!tr_find_member(reading, type, bytes, "__r_", &member, &there) &&
        !tr_find_member(reading, type, bytes, "__rep_", &member, &there))
        return false;
    if (!bytes->in_memory || !tr_value_size(reading, type, &size) || size != sizeof(raw) ||
        !tr_template_type(type, 0, "value_type", &character) || !tr_encoding_of(&character, &encoding) ||
        tr_bytes_read_some(reading, bytes, raw, sizeof(raw)) < sizeof(raw))
        return false;
    encoding.strict = false;
    tr_read_libcxx_text(reading, bytes->address, raw, &encoding, node);
    return true;
}

bool tr_read_libcxx_string_view(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                                struct tr_variable *node)
{
    Dwarf_Die pointer, character;
    uint64_t address, length;
    return (tr_member_word(reading, type, bytes, "__data_", &pointer, &address) ||
            tr_member_word(reading, type, bytes, "__data", &pointer, &address)) &&
           (tr_member_word(reading, type, bytes, "__size_", NULL, &length) ||
            tr_member_word(reading, type, bytes, "__size", NULL, &length)) &&
           tr_pointee(reading, &pointer, &character) && tr_read_text(reading, &character, address, length, node);
}

static void read_bits(struct tr_reading *reading, uint64_t start, uint64_t count, struct tr_variable *node)
{
    struct tr_bytes bits = tr_bytes_in_memory(start);
    node->kind = TR_VALUE_CONTAINER;
    if (count >> TR_SIZE_BITS)
        tr_set_state(node, TR_STATE_UNREADABLE, tr_impossible_size(reading, count));
    else if (count && !tr_maps_find(reading->values->maps, start))
        tr_set_state(node, TR_STATE_UNREADABLE, "its pointers are not those of a vector");
    else
        tr_read_booleans(reading, &bits, 0, count, node);
}

bool tr_read_libcxx_vector(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                           struct tr_variable *node)
{
    Dwarf_Die pointer, element;
    uint64_t start, finish, count;
    if (!tr_member_word(reading, type, bytes, "__begin_", &pointer, &start) || !tr_pointee(reading, &pointer, &element))
        return false;
    if (tr_member_word(reading, type, bytes, "__end_", NULL, &finish))
        tr_read_between(reading, &element, start, finish, node);
    else if (tr_member_word(reading, type, bytes, "__size_", NULL, &count))
        read_bits(reading, start, count, node);
    else
        return false;
    return true;
}

bool tr_read_libcxx_array(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                          struct tr_variable *node)
{
    Dwarf_Die elements;
    struct tr_bytes inside;
    uint64_t count;
    if (!tr_member_enter(reading, type, bytes, "__elems_", &elements, &inside) ||
        dwarf_tag(&elements) != DW_TAG_array_type)
        return false;
    /* array<T, 0> has bytes there, so that it is not empty. */
    if (tr_template_number(type, &count) && !count)
        node->size = tr_number(0);
    else
        tr_read_value(reading, &elements, &inside, node);
    if (node->kind != TR_VALUE_STRING)
        node->kind = TR_VALUE_CONTAINER;
    return true;
}

bool tr_read_libcxx_valarray(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                             struct tr_variable *node)
{
    Dwarf_Die pointer, element;
    uint64_t start, finish;
    if (!tr_member_word(reading, type, bytes, "__begin_", &pointer, &start) ||
        !tr_member_word(reading, type, bytes, "__end_", NULL, &finish) || !tr_pointee(reading, &pointer, &element))
        return false;
    tr_read_between(reading, &element, start, finish, node);
    return true;
}

bool tr_read_libcxx_list(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                         struct tr_variable *node)
{
    Dwarf_Die head, counter, element;
    struct tr_bytes inside, there;
    uint64_t count;
    if (!tr_member_enter(reading, type, bytes, "__end_", &head, &inside) || !inside.in_memory ||
        !(tr_libcxx_first(reading, type, bytes, "__size_alloc_", &counter, &there) ||
          tr_find_member(reading, type, bytes, "__size_", &counter, &there)) ||
        !there.in_memory || !tr_memory_read_u64(reading->values->memory, there.address, &count) ||
        !tr_template_type(type, 0, "value_type", &element))
        return false;
    tr_read_ring(reading, &element, inside.address, 1, count, node);
    return true;
}

/* A node is {left, right, parent, is_black, element}; the container's own has left only, which leads to the root. */
static bool read_tree(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes, bool is_map,
                      struct tr_variable *node)
{
    static const struct tr_tree_layout layout = {.parent = 2, .left = 0, .right = 1, .root = 0, .header = 3 * WORD + 1};
    Dwarf_Die tree, end, counter;
    struct tr_bytes inside, head, there;
    uint64_t count;
    return tr_member_enter(reading, type, bytes, "__tree_", &tree, &inside) &&
           (tr_libcxx_first(reading, &tree, &inside, "__pair1_", &end, &head) ||
            tr_find_member(reading, &tree, &inside, "__end_node_", &end, &head)) &&
           (tr_libcxx_first(reading, &tree, &inside, "__pair3_", &counter, &there) ||
            tr_find_member(reading, &tree, &inside, "__size_", &counter, &there)) &&
           head.in_memory && tr_memory_read_u64(reading->values->memory, there.address, &count) &&
           tr_read_tree(reading, type, is_map, &layout, head.address, count, node);
}

bool tr_read_libcxx_set(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                        struct tr_variable *node)
{
    return read_tree(reading, type, bytes, false, node);
}

bool tr_read_libcxx_map(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                        struct tr_variable *node)
{
    return read_tree(reading, type, bytes, true, node);
}

bool tr_read_libcxx_optional(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                             struct tr_variable *node)
{
    Dwarf_Die value;
    struct tr_bytes there;
    uint64_t engaged;
    if (!tr_member_number(reading, type, bytes, "__engaged_", &engaged) ||
        !tr_find_member(reading, type, bytes, "__val_", &value, &there) ||
        !tr_template_type(type, 0, "value_type", &value))
        return false;
    tr_read_engaged(reading, &value, &there, engaged, node);
    return true;
}

bool tr_read_libcxx_unique_pointer(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                                   struct tr_variable *node)
{
    Dwarf_Die pointer;
    struct tr_bytes inside;
    return tr_libcxx_first(reading, type, bytes, "__ptr_", &pointer, &inside) &&
           tr_read_owner(reading, type, &pointer, &inside, node);
}

/* The counts follow a virtual table, and are one less than what they count. */
bool tr_read_libcxx_shared_pointer(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                                   struct tr_variable *node)
{
    struct tr_memory *memory = reading->values->memory;
    struct tr_shared shared = {.counts = 0};
    Dwarf_Die pointer;
    uint64_t owners, watchers;
    if (!tr_member_word(reading, type, bytes, "__ptr_", &pointer, &shared.address) ||
        !tr_pointee(reading, &pointer, &shared.target) ||
        !tr_member_word(reading, type, bytes, "__cntrl_", NULL, &shared.counts))
        return false;
    shared.has_counts = shared.counts && tr_memory_read_u64(memory, shared.counts + WORD, &owners) &&
                        tr_memory_read_u64(memory, shared.counts + 2 * WORD, &watchers);
    if (shared.has_counts) {
        shared.owners = (int64_t)owners + 1;
        /* All owners together count as one watcher. */
        shared.watchers = (int64_t)watchers + (shared.owners > 0 ? 0 : 1);
    }
    tr_read_shared(reading, type, &shared, node);
    return true;
}
