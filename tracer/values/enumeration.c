#include "values/enumeration.h"

#include "values/format.h"

#include <inttypes.h>

static bool is_bit(uint64_t value)
{
    return value && !(value & (value - 1));
}

static bool are_flags(const struct tr_enumerator *enumerators, size_t count)
{
    size_t singles = 0, combined = 0;
    uint64_t bits = 0;
    for (size_t i = 0; i < count; i++) {
        if (is_bit(enumerators[i].value)) {
            singles += !(bits & enumerators[i].value);
            bits |= enumerators[i].value;
        }
    }
    for (size_t i = 0; i < count; i++) {
        if (enumerators[i].value & ~bits)
            return false;
        combined += enumerators[i].value && !is_bit(enumerators[i].value);
    }
    return singles >= 3 && (!combined || (singles > 3 && combined < singles));
}

static void add_flags(struct tr_str *out, const struct tr_enumerator *enumerators, size_t count, uint64_t value)
{
    const char *separator = "";
    for (size_t i = 0; i < count; i++) {
        if (!is_bit(enumerators[i].value) || !(value & enumerators[i].value))
            continue;
        tr_str_printf(out, "%s%s", separator, enumerators[i].name);
        separator = "|";
        value &= ~enumerators[i].value;
    }
    if (value)
        tr_str_printf(out, "%s0x%" PRIx64, separator, value);
}

void tr_format_enum(struct tr_str *out, const struct tr_enumerator *enumerators, size_t count, uint64_t value,
                    size_t size, bool is_signed)
{
    uint64_t covered = 0;
    for (size_t i = 0; i < count; i++) {
        if (enumerators[i].value == value) {
            tr_str_add_text(out, enumerators[i].name);
            return;
        }
        covered |= enumerators[i].value;
    }
    if (value & covered && are_flags(enumerators, count)) {
        add_flags(out, enumerators, count, value);
        return;
    }
    tr_format_integer(out, (const unsigned char *)&value, size, is_signed);
}
