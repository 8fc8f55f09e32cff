#include "values/format.h"
#include "values/values_internal.h"

#include "base/secret.h"
#include "symbols/type.h"

#include <string.h>

/*
 * Where a bit-field lies, in bits from the start of the structure, the lowest bit of a byte first. DW_AT_bit_offset
 * (before DWARF 4) counts from the highest bit of a unit of DW_AT_byte_size bytes. @return false when the member is
 * none.
 */
static bool bit_field(const struct tr_reading *reading, Dwarf_Die *member, Dwarf_Die *type, uint64_t offset,
                      uint64_t *ret_at, uint64_t *ret_size)
{
    uint64_t from_top, unit;
    if (!tr_die_unsigned(member, DW_AT_bit_size, ret_size))
        return false;
    if (tr_die_unsigned(member, DW_AT_data_bit_offset, ret_at))
        return true;
    *ret_at = offset * 8;
    if (tr_die_unsigned(member, DW_AT_bit_offset, &from_top) &&
        (tr_die_unsigned(member, DW_AT_byte_size, &unit) || tr_value_size(reading, type, &unit)))
        *ret_at += unit * 8 - from_top - *ret_size;
    return true;
}

/* gcc calls what a lambda captures "__count" and "__this". @p class is the type that has the member. */
static const char *captured_name(struct tr_reading *reading, Dwarf_Die *class, const char *name)
{
    if (strncmp(name, "__", 2) != 0 || !name[2] || !strstr(tr_cached_name(reading->values, class), "{lambda("))
        return name;
    return name + 2;
}

static const char *member_name(struct tr_reading *reading, Dwarf_Die *class, const struct tr_member *member,
                               const char *type)
{
    if (member->is_base)
        return tr_arena_printf(reading->values->arena, "<%s>", type);
    return member->name ? captured_name(reading, class, member->name) : "<anonymous>";
}

/* @return false when no record is left. */
static bool read_member(struct tr_reading *reading, Dwarf_Die *class, struct tr_member *member,
                        const struct tr_bytes *bytes, size_t siblings, struct tr_variable *node)
{
    uint64_t offset, bits_at, bits;
    bool placed = tr_member_offset(reading, member, bytes, &offset);
    const char *type = tr_cached_name(reading->values, member->is_typed ? &member->type : NULL);
    const char *name = member_name(reading, class, member, type);
    size_t rest;
    struct tr_variable *child = tr_child_begin(reading, node, name, type, siblings, &rest);
    if (!child)
        return false;
    bool was_secret = reading->secret;
    reading->secret = was_secret || tr_secret_name(name);
    struct tr_bytes part = tr_bytes_at(bytes, offset);
    if (!placed || !member->is_typed)
        tr_set_state(child, TR_STATE_UNAVAILABLE, "where the member lies is not known");
    else if (bit_field(reading, &member->die, &member->type, offset, &bits_at, &bits))
        tr_read_bits(reading, &member->type, bytes, bits_at, bits, child);
    else
        tr_read_value(reading, &member->type, &part, child);
    reading->secret = was_secret;
    tr_child_end(reading, rest);
    return true;
}

/* A union is whole when one of its readings is: the others need not make sense. */
static void sum_alternatives(struct tr_variable *node)
{
    TR_EACH(const struct tr_variable, child, &node->children)
    if (child->state == TR_STATE_OK)
        return;
    tr_sum_states(node);
}

void tr_read_structure(struct tr_reading *reading, Dwarf_Die *type, Dwarf_Die *written, const struct tr_bytes *bytes,
                       struct tr_variable *node)
{
    (void)written;
    if (tr_read_container(reading, type, bytes, node))
        return;
    if (tr_die_flag(type, DW_AT_declaration)) {
        tr_set_state(node, TR_STATE_UNAVAILABLE, "the program's debug information does not define the type");
        return;
    }
    const struct tr_members *members = tr_members_of(reading->values, type);
    size_t shown = 0;
    bool deep = members->count && reading->depth >= TR_LIMIT_VALUE_DEPTH;
    while (!deep && shown < members->count &&
           read_member(reading, type, &members->items[shown], bytes, members->count - shown, node))
        shown++;
    if (shown < members->total)
        node->omitted_children = tr_number((int64_t)(members->total - shown));
    if (deep || members->endless)
        tr_set_state(node, TR_STATE_PARTIAL, deep ? "nested too deeply to be shown" : "its type has too many entries");
    if (dwarf_tag(type) == DW_TAG_union_type)
        sum_alternatives(node);
    else
        tr_sum_states(node);
}
