/*
 * Enumerators: a number as the name, or the names, that it stands for. Pure.
 *
 * May use: base. Used by: values.
 */
#ifndef TR_VALUES_ENUMERATION_H
#define TR_VALUES_ENUMERATION_H

#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct tr_enumerator {
    const char *name;
    uint64_t value; /* as many low bits as the enumeration has */
};

/**
 * Append the enumerator whose value is @p value, else a combination "A|B|0x40" when the enumerators are flags, else the
 * number.
 *
 * Enumerators are flags when at least three of them are single bits and no other non-zero one is more than a
 * combination of these: with fewer, the 1 and 2 of an ordinary enumeration would be taken for flags.
 *
 * @param size       bytes of the enumeration, 1..8; decides how a negative number is written.
 */
void tr_format_enum(struct tr_str *out, const struct tr_enumerator *enumerators, size_t count, uint64_t value,
                    size_t size, bool is_signed);

#endif
