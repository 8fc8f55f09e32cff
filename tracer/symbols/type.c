#include "symbols/type.h"

#include "base/limits.h"
#include "symbols/dwarf_internal.h"

bool tr_type_of(Dwarf_Die *die, Dwarf_Die *ret)
{
    Dwarf_Attribute found;
    return dwarf_attr_integrate(die, DW_AT_type, &found) && dwarf_formref_die(&found, ret);
}

static bool is_transparent(int tag)
{
    switch (tag) {
    case DW_TAG_typedef:
    case DW_TAG_template_alias:
    case DW_TAG_const_type:
    case DW_TAG_volatile_type:
    case DW_TAG_restrict_type:
    case DW_TAG_atomic_type:
    case DW_TAG_immutable_type:
        return true;
    default:
        return false;
    }
}

bool tr_type_strip(Dwarf_Die *type, Dwarf_Die *ret)
{
    Dwarf_Die current = *type;
    for (unsigned depth = 0; depth < TR_LIMIT_DIE_DEPTH; depth++) {
        if (!is_transparent(dwarf_tag(&current))) {
            /* A type that lives in a unit of its own (-fdebug-types-section) is named by its signature. */
            Dwarf_Die whole;
            *ret = die_reference(&current, DW_AT_signature, &whole) ? whole : current;
            return true;
        }
        Dwarf_Die next;
        if (!tr_type_of(&current, &next))
            return false;
        current = next;
    }
    return false;
}

bool type_dimension(Dwarf_Die *subrange, uint64_t *ret)
{
    uint64_t upper, lower = 0;
    if (die_number(subrange, DW_AT_count, ret))
        return true;
    if (!die_number(subrange, DW_AT_upper_bound, &upper))
        return false;
    die_number(subrange, DW_AT_lower_bound, &lower);
    /* An upper bound of -1, as gcc writes for [0], makes 0. */
    *ret = upper - lower + 1;
    return upper + 1 >= lower || upper == UINT64_MAX;
}

static bool array_size(Dwarf_Die *array, uint64_t element, uint64_t *ret)
{
    struct die_budget budget = {TR_LIMIT_DIE_DEPTH};
    Dwarf_Die child;
    uint64_t size = element;
    bool bounded = false;
    DIE_CHILDREN(array, child, &budget) {
        uint64_t count;
        if (dwarf_tag(&child) != DW_TAG_subrange_type)
            continue;
        if (!type_dimension(&child, &count) || __builtin_mul_overflow(size, count, &size))
            return false;
        bounded = true;
    }
    *ret = size;
    return bounded;
}

static bool size_at_depth(Dwarf_Die *type, unsigned depth, uint64_t *ret)
{
    Dwarf_Die stripped, element;
    uint64_t element_size;
    if (depth > TR_LIMIT_DIE_DEPTH || !tr_type_strip(type, &stripped))
        return false;
    if (die_number(&stripped, DW_AT_byte_size, ret))
        return true;
    switch (dwarf_tag(&stripped)) {
    case DW_TAG_pointer_type:
    case DW_TAG_reference_type:
    case DW_TAG_rvalue_reference_type:
        *ret = sizeof(uint64_t);
        return true;
    case DW_TAG_ptr_to_member_type:
        /* Itanium C++ ABI 2.3: a member function pointer is a pair. */
        *ret = sizeof(uint64_t);
        if (tr_type_of(&stripped, &element) && dwarf_tag(&element) == DW_TAG_subroutine_type)
            *ret *= 2;
        return true;
    case DW_TAG_enumeration_type:
        return tr_type_of(&stripped, &element) && size_at_depth(&element, depth + 1, ret);
    case DW_TAG_array_type:
        return tr_type_of(&stripped, &element) && size_at_depth(&element, depth + 1, &element_size)
               && array_size(&stripped, element_size, ret);
    default:
        return false;
    }
}

bool tr_type_size(Dwarf_Die *type, uint64_t *ret)
{
    uint64_t size;
    if (!size_at_depth(type, 0, &size))
        return false;
    *ret = size;
    return true;
}
