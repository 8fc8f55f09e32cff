#include "base/base64.h"

char *tr_base64(struct tr_arena *arena, const void *bytes, size_t size)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const unsigned char *from = bytes;
    char *result = tr_arena_alloc(arena, (size + 2) / 3 * 4 + 1), *out = result;
    for (size_t i = 0; i < size; i += 3) {
        size_t left = size - i;
        unsigned word = (unsigned)from[i] << 16;
        word |= left > 1 ? (unsigned)from[i + 1] << 8 : 0;
        word |= left > 2 ? from[i + 2] : 0;
        *out++ = digits[word >> 18];
        *out++ = digits[word >> 12 & 63];
        *out++ = left > 1 ? digits[word >> 6 & 63] : '=';
        *out++ = left > 2 ? digits[word & 63] : '=';
    }
    return result;
}
