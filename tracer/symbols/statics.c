/* What global or static variable lies at an address: all variables of an image with a fixed address, listed once. */
#include "symbols/dwarf_internal.h"

#include "base/limits.h"
#include "symbols/type.h"

#include <string.h>

struct statics {
    struct intervals ranges; /* file addresses -> variables[] */
    Dwarf_Die *variables;
    size_t count, capacity;
};

struct sink {
    struct tr_dwarf *dwarf;
    struct statics *statics;
};

/* Only the plain form "DW_OP_addr A": anything else is no fixed address. */
static bool fixed_address(Dwarf_Die *die, uint64_t *ret)
{
    Dwarf_Attribute location, indexed;
    Dwarf_Op *operations;
    Dwarf_Addr address;
    size_t count;
    if (!dwarf_attr(die, DW_AT_location, &location) || !dwarf_hasform(&location, DW_FORM_exprloc)
        || dwarf_getlocation(&location, &operations, &count) != 0 || count != 1)
        return false;
    if (operations[0].atom == DW_OP_addr) {
        *ret = operations[0].number;
        return true;
    }
    bool is_indexed = operations[0].atom == DW_OP_addrx || operations[0].atom == DW_OP_GNU_addr_index;
    if (!is_indexed || dwarf_getlocation_attr(&location, &operations[0], &indexed) != 0
        || dwarf_formaddr(&indexed, &address) != 0)
        return false;
    *ret = address;
    return true;
}

static void add_variable(struct sink *sink, Dwarf_Die *die)
{
    struct statics *statics = sink->statics;
    struct tr_arena *arena = dwarf_arena(sink->dwarf);
    Dwarf_Die type;
    uint64_t address, size;
    if (!fixed_address(die, &address) || address == 0 || !tr_type_of(die, &type) || !tr_type_size(&type, &size)
        || size > UINT64_MAX - address)
        return;
    if (statics->count == statics->capacity) {
        size_t capacity = statics->capacity ? statics->capacity * 2 : 32;
        Dwarf_Die *variables = tr_arena_alloc(arena, capacity * sizeof(*variables));
        if (statics->count)
            memcpy(variables, statics->variables, statics->count * sizeof(*variables));
        statics->variables = variables;
        statics->capacity = capacity;
    }
    intervals_add(arena, &statics->ranges, address, address + size, statics->count);
    statics->variables[statics->count++] = *die;
}

static bool visit(void *arg, Dwarf_Die *die, int tag, unsigned depth)
{
    (void)depth;
    switch (tag) {
    case DW_TAG_variable:
        add_variable(arg, die);
        return false;
    case DW_TAG_namespace:
    case DW_TAG_module:
    case DW_TAG_subprogram:
    case DW_TAG_lexical_block:
        return true;
    default:
        return false;
    }
}

static struct statics *statics_of(struct tr_dwarf *dwarf)
{
    if (dwarf->state->statics)
        return dwarf->state->statics;
    struct statics *statics = dwarf->state->statics = tr_arena_new(dwarf_arena(dwarf), struct statics);
    struct die_budget budget = {TR_LIMIT_INDEX_DIES};
    for (size_t i = 0; i < dwarf->unit_count; i++) {
        unit_open(&dwarf->units[i]);
        unit_walk(&dwarf->units[i], &budget, visit, &(struct sink){dwarf, statics});
    }
    intervals_sort(&statics->ranges);
    return statics;
}

bool tr_static_at(const struct tr_images *images, uint64_t address, Dwarf_Die *ret_die, uint64_t *ret_start)
{
    struct tr_image *image = tr_images_find(images, address);
    struct tr_dwarf *dwarf = image && !image->is_system ? tr_image_dwarf(image) : NULL;
    if (!dwarf || !dwarf->handle)
        return false;
    struct statics *statics = statics_of(dwarf);
    const struct interval *found = intervals_find(&statics->ranges, address - dwarf->bias);
    if (!found)
        return false;
    *ret_die = statics->variables[found->item];
    *ret_start = found->low + dwarf->bias;
    return true;
}
