#include "symbols/die.h"

#include "base/limits.h"

bool die_first(Dwarf_Die *die, Dwarf_Die *ret, struct die_budget *budget)
{
    if (budget->left == 0)
        return false;
    budget->left--;
    return dwarf_child(die, ret) == 0;
}

bool die_next(Dwarf_Die *die, struct die_budget *budget)
{
    if (budget->left == 0)
        return false;
    budget->left--;
    return dwarf_siblingof(die, die) == 0;
}

const char *die_string(Dwarf_Die *die, unsigned attribute)
{
    Dwarf_Attribute found;
    return dwarf_attr(die, attribute, &found) ? dwarf_formstring(&found) : NULL;
}

bool die_number(Dwarf_Die *die, unsigned attribute, uint64_t *ret)
{
    Dwarf_Attribute found;
    Dwarf_Word value;
    if (!dwarf_attr_integrate(die, attribute, &found) || dwarf_formudata(&found, &value) != 0)
        return false;
    *ret = value;
    return true;
}

bool die_flag(Dwarf_Die *die, unsigned attribute)
{
    Dwarf_Attribute found;
    bool value = false;
    return dwarf_attr_integrate(die, attribute, &found) && dwarf_formflag(&found, &value) == 0 && value;
}

bool die_reference(Dwarf_Die *die, unsigned attribute, Dwarf_Die *ret)
{
    Dwarf_Attribute found;
    return dwarf_attr(die, attribute, &found) && dwarf_formref_die(&found, ret);
}

bool die_origin(Dwarf_Die *die, Dwarf_Die *ret)
{
    return die_reference(die, DW_AT_abstract_origin, ret) || die_reference(die, DW_AT_specification, ret);
}

const char *die_name(Dwarf_Die *die)
{
    Dwarf_Attribute found;
    const char *name = dwarf_attr_integrate(die, DW_AT_name, &found) ? dwarf_formstring(&found) : NULL;
    return name && *name ? name : NULL;
}

bool die_unit(Dwarf_Die *die, Dwarf_Die *ret) { return dwarf_diecu(die, ret, NULL, NULL) != NULL; }

int die_language(Dwarf_Die *die)
{
    Dwarf_Die unit;
    int language = die_unit(die, &unit) ? dwarf_srclang(&unit) : -1;
    return language < 0 ? 0 : language;
}

enum { LANG_C17 = 0x2c }; /* assigned after DWARF 5; newer than this dwarf.h */

bool die_is_cxx(Dwarf_Die *die)
{
    switch (die_language(die)) {
    case DW_LANG_C:
    case DW_LANG_C89:
    case DW_LANG_C99:
    case DW_LANG_C11:
    case LANG_C17:
    case DW_LANG_ObjC:
    case DW_LANG_Mips_Assembler:
    case 0:
        return false;
    default:
        return true;
    }
}

void die_ranges(Dwarf_Die *die, size_t limit, die_range_fn *visit, void *arg)
{
    Dwarf_Addr base = 0, low, high;
    ptrdiff_t offset = 0;
    for (size_t i = 0; i < limit; i++) {
        offset = dwarf_ranges(die, offset, &base, &low, &high);
        if (offset <= 0 || !visit(arg, low, high))
            return;
    }
}

struct containing {
    uint64_t address, low, high;
    enum die_position position;
};

static bool find_containing(void *arg, uint64_t low, uint64_t high)
{
    struct containing *search = arg;
    search->position = DIE_OUTSIDE;
    if (search->address < low || search->address >= high)
        return true;
    search->low = low;
    search->high = high;
    search->position = DIE_INSIDE;
    return false;
}

enum die_position die_contains(Dwarf_Die *die, uint64_t address, uint64_t *ret_low, uint64_t *ret_high)
{
    struct containing search = {.address = address, .position = DIE_WITHOUT_RANGES};
    die_ranges(die, TR_LIMIT_RANGES, find_containing, &search);
    if (search.position == DIE_INSIDE && ret_low) {
        *ret_low = search.low;
        *ret_high = search.high;
    }
    return search.position;
}

static bool take_first(void *arg, uint64_t low, uint64_t high)
{
    (void)high;
    *(uint64_t *)arg = low;
    return false;
}

uint64_t die_entry(Dwarf_Die *die)
{
    uint64_t entry = 0;
    die_ranges(die, 1, take_first, &entry);
    return entry;
}
