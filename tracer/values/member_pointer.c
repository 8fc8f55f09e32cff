/* Pointers to members: "&Point::y". Source: Itanium C++ ABI 2.3. */
#include "values/format.h"
#include "values/values_internal.h"

#include "symbols/type.h"

#include <inttypes.h>
#include <string.h>

enum { WORD = 8 };

/* The class whose members the pointer may lead to, stripped. */
static bool class_of(const struct tr_reading *reading, Dwarf_Die *type, Dwarf_Die *ret)
{
    Dwarf_Attribute found;
    Dwarf_Die class;
    return dwarf_attr_integrate(type, DW_AT_containing_type, &found) && dwarf_formref_die(&found, &class) &&
           tr_strip(reading, &class, ret);
}

static const char *name_of_member(const struct tr_reading *reading, Dwarf_Die *class, uint64_t offset)
{
    const struct tr_members *members = tr_members_of(reading->values, class);
    for (size_t i = 0; i < members->count; i++) {
        const struct tr_member *member = &members->items[i];
        if (!member->is_base && member->name && member->is_fixed && member->offset == offset)
            return member->name;
    }
    return NULL;
}

static bool is_in_slot(Dwarf_Die *function, uint64_t slot)
{
    Dwarf_Attribute found;
    Dwarf_Op *ops;
    size_t count;
    return dwarf_attr(function, DW_AT_vtable_elem_location, &found) && dwarf_getlocation(&found, &ops, &count) == 0 &&
           count == 1 && (ops[0].atom == DW_OP_constu ? ops[0].number == slot : ops[0].atom == DW_OP_lit0 + slot);
}

static const char *name_of_virtual(Dwarf_Die *class, uint64_t slot)
{
    Dwarf_Die child;
    size_t seen = 0;
    if (dwarf_child(class, &child) != 0)
        return NULL;
    do {
        if (dwarf_tag(&child) == DW_TAG_subprogram && is_in_slot(&child, slot))
            return dwarf_diename(&child);
    } while (++seen < TR_LIMIT_TYPE_ENTRIES && dwarf_siblingof(&child, &child) == 0);
    return NULL;
}

static void read_data(struct tr_reading *reading, Dwarf_Die *type, uint64_t offset, struct tr_variable *node)
{
    Dwarf_Die class;
    struct tr_arena *arena = reading->values->arena;
    const char *name = class_of(reading, type, &class) ? name_of_member(reading, &class, offset) : NULL;
    if (offset == UINT64_MAX)
        node->value = "0x0"; /* null: an offset of 0 is the first member */
    else if (name)
        node->value = tr_arena_printf(arena, "&%s::%s", tr_cached_name(reading->values, &class), name);
    else
        node->value = tr_arena_printf(arena, "%" PRId64, (int64_t)offset);
}

static void read_function(struct tr_reading *reading, Dwarf_Die *type, uint64_t value, struct tr_variable *node)
{
    Dwarf_Die class;
    struct tr_arena *arena = reading->values->arena;
    if (!(value & 1)) {
        tr_set_code(reading, node, value);
        return;
    }
    /* A virtual function: one more than its offset in the virtual table. */
    uint64_t slot = value / WORD;
    const char *name = class_of(reading, type, &class) ? name_of_virtual(&class, slot) : NULL;
    if (name)
        node->value = tr_arena_printf(arena, "&%s::%s", tr_cached_name(reading->values, &class), name);
    else
        node->value = tr_arena_printf(arena, "virtual function %" PRIu64, slot);
}

void tr_read_member_pointer(struct tr_reading *reading, Dwarf_Die *type, Dwarf_Die *written,
                            const struct tr_bytes *bytes, struct tr_variable *node)
{
    (void)written;
    Dwarf_Die pointee, stripped;
    unsigned char buffer[WORD];
    if (!tr_bytes_read(reading, bytes, buffer, sizeof(buffer), node))
        return;
    uint64_t value = tr_load_unsigned(buffer, WORD);
    if (tr_type_of(type, &pointee) && tr_type_strip(&pointee, &stripped) &&
        dwarf_tag(&stripped) == DW_TAG_subroutine_type)
        read_function(reading, type, value, node);
    else
        read_data(reading, type, value, node);
}
