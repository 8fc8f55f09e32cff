/* Reading bytes of debug information one after the other. Private to symbols/. */
#ifndef TR_SYMBOLS_CURSOR_H
#define TR_SYMBOLS_CURSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/** A reader that stays at its end once it was asked for more than there is. */
struct cursor {
    const unsigned char *at, *end;
};

/** The next @p size bytes, at most 8, as a little-endian number; 0 beyond the end. */
static inline uint64_t cursor_fixed(struct cursor *cursor, size_t size)
{
    uint64_t value = 0;
    if ((size_t)(cursor->end - cursor->at) < size) {
        cursor->at = cursor->end;
        return 0;
    }
    memcpy(&value, cursor->at, size);
    cursor->at += size;
    return value;
}

/** A number of 7 bits a byte (DWARF 5, 7.6); bits beyond 64 are dropped. */
static inline uint64_t cursor_leb128(struct cursor *cursor, bool is_signed)
{
    uint64_t value = 0;
    unsigned shift = 0;
    unsigned char byte = 0x80;
    while (cursor->at < cursor->end && (byte & 0x80)) {
        byte = *cursor->at++;
        if (shift < 64)
            value |= (uint64_t)(byte & 0x7f) << shift;
        shift += 7;
    }
    if (is_signed && shift < 64 && (byte & 0x40))
        value |= UINT64_MAX << shift;
    return value;
}

#endif
