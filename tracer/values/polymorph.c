#include "values/values_internal.h"

#include "symbols/symbol.h"
#include "symbols/type.h"

#include <string.h>

enum { WORD = 8, FARTHEST_BASE = 1 << 30, LONGEST_NAME = 1024 };

static bool is_polymorphic(const struct tr_reading *reading, Dwarf_Die *type, unsigned depth, size_t *steps)
{
    Dwarf_Die child, base;
    size_t seen = 0;
    uint64_t is_virtual;
    if (depth > TR_LIMIT_VALUE_DEPTH || dwarf_child(type, &child) != 0)
        return false;
    do {
        int tag = dwarf_tag(&child);
        const char *name = tag == DW_TAG_member ? dwarf_diename(&child) : NULL;
        if (name && strncmp(name, "_vptr", 5) == 0)
            return true;
        if (tag != DW_TAG_inheritance || !*steps)
            continue;
        --*steps;
        if ((tr_die_unsigned(&child, DW_AT_virtuality, &is_virtual) && is_virtual) ||
            (tr_type_of(&child, &base) && tr_strip(reading, &base, &base) &&
             is_polymorphic(reading, &base, depth + 1, steps)))
            return true;
    } while (++seen < TR_LIMIT_TYPE_ENTRIES && dwarf_siblingof(&child, &child) == 0);
    return false;
}

bool tr_is_polymorphic(const struct tr_reading *reading, Dwarf_Die *type)
{
    struct tr_type_facts *facts = tr_type_facts(reading->values, type);
    size_t steps = TR_LIMIT_MEMBERS_SEARCHED;
    if (facts->polymorphic == TR_POLYMORPHIC_UNKNOWN) {
        int tag = dwarf_tag(type);
        bool is =
            (tag == DW_TAG_class_type || tag == DW_TAG_structure_type) && is_polymorphic(reading, type, 0, &steps);
        facts->polymorphic = is ? TR_POLYMORPHIC_YES : TR_POLYMORPHIC_NO;
    }
    return facts->polymorphic == TR_POLYMORPHIC_YES;
}

/* "vtable for geo::Circle": the class; NULL for anything else. */
static const char *class_of_symbol(const char *demangled)
{
    static const char prefix[] = "vtable for ";
    return strncmp(demangled, prefix, sizeof(prefix) - 1) == 0 ? demangled + sizeof(prefix) - 1 : NULL;
}

const char *tr_typeinfo_name(const struct tr_reading *reading, uint64_t info)
{
    struct tr_values *values = reading->values;
    uint64_t text;
    size_t size;
    bool terminated;
    if (!info || !tr_memory_read_u64(values->memory, info + WORD, &text) || !tr_images_find(values->images, text))
        return NULL;
    const char *name = tr_memory_read_string(values->memory, values->arena, text, LONGEST_NAME, &size, &terminated);
    if (!name || !terminated || !size)
        return NULL;
    /* A star before it says that the class is known in one file only. */
    name += *name == '*';
    return class_of_symbol(tr_demangle(values->arena, tr_arena_printf(values->arena, "_ZTV%s", name)));
}

/* Where no symbol is left, the type's own name, mangled, stands behind the table's pointer to it. */
static const char *class_of_typeinfo(const struct tr_reading *reading, uint64_t table)
{
    uint64_t info;
    return tr_memory_read_u64(reading->values->memory, table - WORD, &info) ? tr_typeinfo_name(reading, info) : NULL;
}

/* Itanium C++ ABI 2.5.2: an object begins with a pointer into its table, {offset to top, type, | functions}. */
static const char *class_at(const struct tr_reading *reading, uint64_t address, int64_t *ret_to_top)
{
    struct tr_values *values = reading->values;
    struct tr_symbol symbol;
    uint64_t table, to_top;
    if (!tr_memory_read_u64(values->memory, address, &table) || table % WORD)
        return NULL;
    struct tr_image *image = tr_images_find(values->images, table);
    if (!image || !tr_memory_read_u64(values->memory, table - 2 * WORD, &to_top))
        return NULL;
    *ret_to_top = (int64_t)to_top;
    if (*ret_to_top > 0 || *ret_to_top < -FARTHEST_BASE)
        return NULL;
    if (tr_symbol_at(image, table, &symbol) && strncmp(symbol.name, "_ZTV", 4) == 0)
        return class_of_symbol(symbol.demangled);
    return class_of_typeinfo(reading, table);
}

const char *tr_dynamic_class(const struct tr_reading *reading, uint64_t address)
{
    int64_t to_top;
    return class_at(reading, address, &to_top);
}

bool tr_dynamic_type(const struct tr_reading *reading, Dwarf_Die *type, uint64_t *address)
{
    Dwarf_Die class;
    int64_t to_top;
    if (!tr_is_polymorphic(reading, type))
        return false;
    const char *name = class_at(reading, *address, &to_top);
    if (!name || !tr_type_find(reading->dwarf, name, &class) || class.addr == type->addr ||
        !tr_maps_find(reading->values->maps, *address + (uint64_t)to_top))
        return false;
    *type = class;
    *address += (uint64_t)to_top;
    return true;
}
