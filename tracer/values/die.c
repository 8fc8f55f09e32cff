#include "values/values_internal.h"

#include "symbols/type.h"

#include <string.h>

bool tr_die_unsigned(Dwarf_Die *die, unsigned attribute, uint64_t *ret)
{
    Dwarf_Attribute found;
    Dwarf_Word value;
    if (!dwarf_attr_integrate(die, attribute, &found) || dwarf_formudata(&found, &value) != 0)
        return false;
    *ret = value;
    return true;
}

bool tr_die_flag(Dwarf_Die *die, unsigned attribute)
{
    Dwarf_Attribute found;
    bool value = false;
    return dwarf_attr_integrate(die, attribute, &found) && dwarf_formflag(&found, &value) == 0 && value;
}

bool tr_strip(const struct tr_reading *reading, Dwarf_Die *type, Dwarf_Die *ret)
{
    if (!type || !tr_type_strip(type, ret))
        return false;
    if (tr_die_flag(ret, DW_AT_declaration))
        tr_type_complete(reading->dwarf, ret);
    return true;
}

static bool is_prefixed(const char *name, const char **ret_prefix)
{
    static const struct {
        const char *name, *prefix;
    } names[] = {{"char8_t", "u8"}, {"wchar_t", "L"}, {"char16_t", "u"}, {"char32_t", "U"}};
    for (size_t i = 0; name && i < TR_COUNT(names); i++) {
        if (strcmp(name, names[i].name) == 0) {
            *ret_prefix = names[i].prefix;
            return true;
        }
    }
    return false;
}

/*
 * A name on the way from the type as written to the base type that says what characters they are. In C these are
 * typedefs.
 */
static const char *literal_prefix(Dwarf_Die *type)
{
    const char *prefix = NULL;
    Dwarf_Die at = *type;
    for (unsigned i = 0; i < TR_LIMIT_DIE_DEPTH; i++) {
        if (is_prefixed(dwarf_diename(&at), &prefix))
            return prefix;
        Dwarf_Die next;
        if (dwarf_tag(&at) == DW_TAG_base_type || !tr_type_of(&at, &next))
            return NULL;
        at = next;
    }
    return NULL;
}

bool tr_encoding_of(Dwarf_Die *type, struct tr_encoding *ret)
{
    Dwarf_Die base;
    uint64_t encoding, size;
    if (!tr_type_strip(type, &base) || dwarf_tag(&base) != DW_TAG_base_type ||
        !tr_die_unsigned(&base, DW_AT_encoding, &encoding) || !tr_die_unsigned(&base, DW_AT_byte_size, &size))
        return false;
    const char *name = dwarf_diename(&base), *prefix = literal_prefix(type);
    bool is_char = encoding == DW_ATE_signed_char || encoding == DW_ATE_unsigned_char;
    if (size == 1 && (prefix || encoding == DW_ATE_UTF))
        *ret = (struct tr_encoding){1, "u8", false};
    else if (size == 1 && is_char)
        *ret = (struct tr_encoding){1, "", !name || strcmp(name, "char") != 0};
    else if ((size == 2 || size == 4) && (prefix || encoding == DW_ATE_UTF))
        *ret = (struct tr_encoding){(unsigned)size, prefix ? prefix : size == 2 ? "u" : "U", false};
    else
        return false;
    return true;
}
