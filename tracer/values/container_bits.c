/* vector<bool> and bitset: elements that are bits. */
#include "values/container_internal.h"
#include "values/fold.h"

#include "base/fatal.h"

#include <inttypes.h>
#include <stdlib.h>

static bool add_bits(struct tr_reading *reading, const unsigned char *bits, struct tr_run run, size_t siblings,
                     struct tr_variable *node)
{
    struct tr_arena *arena = reading->values->arena;
    const char *name = run.count > 1
                           ? tr_arena_printf(arena, "[%" PRIu64 "..%" PRIu64 "]", run.first, run.first + run.count - 1)
                           : tr_arena_printf(arena, "[%" PRIu64 "]", run.first);
    size_t rest;
    struct tr_variable *child = tr_child_begin(reading, node, name, "bool", siblings, &rest);
    if (!child)
        return false;
    child->kind = TR_VALUE_BOOLEAN;
    child->value = bits[run.first] ? "true" : "false";
    tr_child_end(reading, rest);
    return true;
}

/* @param bits  one byte for each. */
static void add_all(struct tr_reading *reading, const unsigned char *bits, uint64_t known, uint64_t count,
                    struct tr_variable *node)
{
    struct tr_run runs[TR_LIMIT_CHILDREN];
    uint64_t shown = 0;
    size_t entries = tr_fold(bits, 1, known, TR_LIMIT_ELEMENTS_RUN, runs, TR_COUNT(runs));
    for (size_t i = 0; i < entries && add_bits(reading, bits, runs[i], entries - i, node); i++)
        shown += runs[i].count;
    if (shown < count)
        node->omitted_children = tr_number((int64_t)(count - shown));
}

void tr_read_booleans(struct tr_reading *reading, const struct tr_bytes *bytes, unsigned first, uint64_t count,
                      struct tr_variable *node)
{
    enum { MOST = TR_LIMIT_ARRAY_BYTES / 8 };
    size_t known = count < MOST ? (size_t)count : MOST, size = (known + first + 7) / 8;
    node->kind = TR_VALUE_CONTAINER;
    node->size = tr_number((int64_t)count);
    if (!count)
        return;
    tr_auto_free unsigned char *buffer = malloc(size + known);
    if (!buffer)
        tr_fatal("out of memory");
    if (!tr_bytes_read(reading, bytes, buffer, size, node))
        return;
    unsigned char *bits = buffer + size;
    for (size_t i = 0; i < known; i++)
        bits[i] = buffer[(i + first) / 8] >> ((i + first) % 8) & 1;
    add_all(reading, bits, known, count, node);
}

bool tr_read_bitset(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes, struct tr_variable *node)
{
    Dwarf_Die words;
    struct tr_bytes inside;
    uint64_t count, size;
    if (!tr_template_number(type, &count) || count >> TR_SIZE_BITS)
        return false;
    if (count && (!tr_find_member(reading, type, bytes, "_M_w|__first_", &words, &inside) ||
                  !tr_value_size(reading, &words, &size) || size < (count + 7) / 8))
        return false;
    tr_read_booleans(reading, count ? &inside : bytes, 0, count, node);
    return true;
}

/* Add the child "*", a bit of the word at @p address. */
static void add_target(struct tr_reading *reading, uint64_t address, uint64_t bit, struct tr_variable *node)
{
    uint64_t word;
    if (tr_memory_read_u64(reading->values->memory, address, &word))
        tr_add_fact(reading, node, "*", "bool", TR_VALUE_BOOLEAN, word >> bit & 1 ? "true" : "false");
}

/* An iterator of vector<bool>: {word, number of the bit}. */
bool tr_read_bit_iterator(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                          struct tr_variable *node)
{
    uint64_t address, bit;
    if (!tr_member_word(reading, type, bytes, "_M_p|__seg_", NULL, &address) ||
        !tr_member_number(reading, type, bytes, "_M_offset|__ctz_", &bit) || bit > 63)
        return false;
    node->kind = TR_VALUE_CONTAINER;
    node->value = tr_arena_printf(reading->values->arena, "0x%" PRIx64, address + bit / 8);
    add_target(reading, address, bit, node);
    if (node->children.count)
        node->reason = "at the end of its container it has no element";
    return true;
}

/* What operator[] of vector<bool> and of bitset returns: {word, mask} and {word, number of the bit}. */
bool tr_read_bit_reference(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                           struct tr_variable *node)
{
    uint64_t address, bit, word;
    if (tr_member_word(reading, type, bytes, "_M_p|__seg_", NULL, &address) &&
        tr_member_word(reading, type, bytes, "_M_mask|__mask_", NULL, &bit) && bit && !(bit & (bit - 1)))
        bit = (uint64_t)__builtin_ctzll(bit);
    else if (!tr_member_word(reading, type, bytes, "_M_wp", NULL, &address) ||
             !tr_member_word(reading, type, bytes, "_M_bpos", NULL, &bit) || bit > 63)
        return false;
    node->kind = TR_VALUE_BOOLEAN;
    if (tr_memory_read_u64(reading->values->memory, address, &word))
        node->value = word >> bit & 1 ? "true" : "false";
    else
        tr_set_state(node, TR_STATE_UNREADABLE, "its word lies in memory that cannot be read");
    return true;
}
