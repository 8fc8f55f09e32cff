/* Classes whose elements lie in a row: vector, array, span, valarray, initializer_list. */
#include "values/container_internal.h"

#include <inttypes.h>

/* Bytes that are mapped from @p address on, as far as @p wanted. */
static uint64_t mapped_bytes(const struct tr_reading *reading, uint64_t address, uint64_t wanted)
{
    enum { MOST_MAPPINGS = 64 };
    uint64_t end = address;
    for (unsigned i = 0; i < MOST_MAPPINGS && end - address < wanted; i++) {
        const struct tr_mapping *mapping = tr_maps_find(reading->values->maps, end);
        if (!mapping)
            break;
        end = mapping->end;
    }
    return end - address;
}

/* The first elements, where not all of them can be. */
static void read_as_far(struct tr_reading *reading, Dwarf_Die *element, uint64_t address, uint64_t count, uint64_t held,
                        struct tr_variable *node)
{
    struct tr_bytes bytes = tr_bytes_in_memory(address);
    uint64_t shown = held < TR_LIMIT_ELEMENTS_HEAD ? held : TR_LIMIT_ELEMENTS_HEAD;
    tr_read_elements(reading, element, shown, &bytes, node);
    node->size = (struct tr_number){.known = false};
    if (count >> TR_SIZE_BITS == 0)
        node->size = tr_number((int64_t)count);
    node->omitted_children = node->size.known ? tr_number((int64_t)(count - shown)) : node->size;
    tr_set_state(node, held ? TR_STATE_PARTIAL : TR_STATE_UNREADABLE,
                 tr_arena_printf(reading->values->arena,
                                 "its size is %" PRIu64 ", but memory ends after %" PRIu64 " elements", count, held));
}

void tr_read_contiguous(struct tr_reading *reading, Dwarf_Die *element, uint64_t address, uint64_t count,
                        struct tr_variable *node)
{
    struct tr_bytes bytes = tr_bytes_in_memory(address);
    uint64_t size, total;
    node->kind = TR_VALUE_CONTAINER;
    if (!count) {
        node->size = tr_number(0);
        return;
    }
    if (!tr_value_size(reading, element, &size) || !size) {
        tr_set_state(node, TR_STATE_UNAVAILABLE, "the size of its elements is not known");
        return;
    }
    if (__builtin_mul_overflow(size, count, &total))
        total = UINT64_MAX;
    uint64_t held = mapped_bytes(reading, address, total);
    if (held < total)
        read_as_far(reading, element, address, count, held / size, node);
    else
        tr_read_elements(reading, element, count, &bytes, node);
}

/* vector<bool> keeps iterators of bits for bounds: {word, number of the bit}. */
static bool read_bits(struct tr_reading *reading, Dwarf_Die *implementation, const struct tr_bytes *bytes,
                      struct tr_variable *node)
{
    Dwarf_Die start, finish;
    struct tr_bytes first, last;
    uint64_t from, to, from_bit, to_bit;
    if (!tr_member_enter(reading, implementation, bytes, "_M_start", &start, &first) ||
        !tr_member_enter(reading, implementation, bytes, "_M_finish", &finish, &last) ||
        !tr_member_word(reading, &start, &first, "_M_p", NULL, &from) ||
        !tr_member_number(reading, &start, &first, "_M_offset", &from_bit) ||
        !tr_member_word(reading, &finish, &last, "_M_p", NULL, &to) ||
        !tr_member_number(reading, &finish, &last, "_M_offset", &to_bit))
        return false;
    node->kind = TR_VALUE_CONTAINER;
    uint64_t count = (to - from) * 8 + to_bit - from_bit;
    if (to < from || from_bit > 63 || to_bit > 63 || count >> TR_SIZE_BITS ||
        (count && !tr_maps_find(reading->values->maps, from))) {
        tr_set_state(node, TR_STATE_UNREADABLE, "its pointers are not those of a vector");
        return true;
    }
    struct tr_bytes bits = tr_bytes_in_memory(from + from_bit / 8);
    tr_read_booleans(reading, &bits, from_bit % 8, count, node);
    return true;
}

void tr_read_between(struct tr_reading *reading, Dwarf_Die *element, uint64_t start, uint64_t finish,
                     struct tr_variable *node)
{
    uint64_t size;
    node->kind = TR_VALUE_CONTAINER;
    /* What clang only declares has no size, and an empty vector needs none. */
    if (finish == start)
        tr_read_contiguous(reading, element, start, 0, node);
    else if (!tr_value_size(reading, element, &size) || !size)
        tr_set_state(node, TR_STATE_UNAVAILABLE, "the size of its elements is not known");
    else if (finish < start || !tr_maps_find(reading->values->maps, start) ||
             ((finish - start) % size && (finish - start) >> TR_SIZE_BITS == 0))
        tr_set_state(node, TR_STATE_UNREADABLE, "its pointers are not those of a vector");
    else
        tr_read_contiguous(reading, element, start, (finish - start) / size, node);
}

bool tr_read_vector(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes, struct tr_variable *node)
{
    Dwarf_Die implementation, pointer, element;
    struct tr_bytes inside;
    uint64_t start, finish;
    if (!tr_member_enter(reading, type, bytes, "_M_impl", &implementation, &inside))
        return false;
    if (!tr_member_word(reading, &implementation, &inside, "_M_start", &pointer, &start) ||
        !tr_member_word(reading, &implementation, &inside, "_M_finish", NULL, &finish))
        return false;
    if (!tr_pointee(reading, &pointer, &element))
        return read_bits(reading, &implementation, &inside, node);
    tr_read_between(reading, &element, start, finish, node);
    return true;
}

bool tr_read_std_array(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                       struct tr_variable *node)
{
    Dwarf_Die elements;
    struct tr_bytes inside;
    if (!tr_member_enter(reading, type, bytes, "_M_elems", &elements, &inside))
        return false;
    if (dwarf_tag(&elements) == DW_TAG_array_type)
        tr_read_value(reading, &elements, &inside, node);
    else
        node->size = tr_number(0); /* array<T, 0> has an empty class there */
    if (node->kind != TR_VALUE_STRING)
        node->kind = TR_VALUE_CONTAINER;
    return true;
}

static bool read_counted(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes, const char *first,
                         uint64_t count, struct tr_variable *node)
{
    Dwarf_Die pointer, element;
    uint64_t address;
    if (!tr_member_word(reading, type, bytes, first, &pointer, &address) || !tr_pointee(reading, &pointer, &element))
        return false;
    tr_read_contiguous(reading, &element, address, count, node);
    return true;
}

bool tr_read_span(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes, struct tr_variable *node)
{
    Dwarf_Die extent;
    struct tr_bytes inside;
    uint64_t count;
    /* A fixed extent is an argument of the template, SIZE_MAX when it is a member. */
    bool is_counted = tr_member_word(reading, type, bytes, "__size|__size_", NULL, &count) ||
                      (tr_member_enter(reading, type, bytes, "_M_extent", &extent, &inside) &&
                       tr_member_word(reading, &extent, &inside, "_M_extent_value", NULL, &count));
    return (is_counted || tr_template_number(type, &count)) &&
           read_counted(reading, type, bytes, "_M_ptr|__data|__data_", count, node);
}

bool tr_read_valarray(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                      struct tr_variable *node)
{
    uint64_t count;
    return tr_member_word(reading, type, bytes, "_M_size", NULL, &count) &&
           read_counted(reading, type, bytes, "_M_data", count, node);
}

bool tr_read_initializer_list(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                              struct tr_variable *node)
{
    uint64_t count;
    return tr_member_word(reading, type, bytes, "_M_len|__size_", NULL, &count) &&
           read_counted(reading, type, bytes, "_M_array|__begin_", count, node);
}
