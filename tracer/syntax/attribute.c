#include "syntax/evaluator.h"

bool attribute_unsigned(Dwarf_Die *die, unsigned attribute, uint64_t *ret)
{
    Dwarf_Attribute found;
    Dwarf_Word value;
    if (!dwarf_attr_integrate(die, attribute, &found) || dwarf_formudata(&found, &value) != 0)
        return false;
    *ret = value;
    return true;
}

bool attribute_flag(Dwarf_Die *die, unsigned attribute)
{
    Dwarf_Attribute found;
    bool value = false;
    return dwarf_attr_integrate(die, attribute, &found) && dwarf_formflag(&found, &value) == 0 && value;
}
