#include "values/format.h"

#include "base/cleanup.h"
#include "base/utf8.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__extension__ typedef unsigned __int128 wide;

uint64_t tr_load_unsigned(const unsigned char *bytes, size_t size)
{
    uint64_t value = 0;
    memcpy(&value, bytes, size < sizeof(value) ? size : sizeof(value));
    return value;
}

int64_t tr_load_signed(const unsigned char *bytes, size_t size)
{
    uint64_t value = tr_load_unsigned(bytes, size);
    if (!size || size >= sizeof(value))
        return (int64_t)value;
    uint64_t sign = UINT64_C(1) << (size * 8 - 1);
    return (int64_t)((value ^ sign) - sign);
}

static void add_wide(struct tr_str *out, wide value)
{
    char digits[40]; /* 2^128 has 39 */
    size_t at = sizeof(digits);
    do {
        digits[--at] = (char)('0' + (int)(value % 10));
        value /= 10;
    } while (value);
    tr_str_add(out, digits + at, sizeof(digits) - at);
}

void tr_format_integer(struct tr_str *out, const unsigned char *bytes, size_t size, bool is_signed)
{
    wide value = 0;
    if (size > sizeof(value))
        size = sizeof(value);
    memcpy(&value, bytes, size);
    if (is_signed && size && (bytes[size - 1] & 0x80)) {
        if (size < sizeof(value))
            value |= ~(wide)0 << (size * 8);
        tr_str_add_char(out, '-');
        value = -value;
    }
    add_wide(out, value);
}

enum tr_float_type tr_float_type(const char *name, uint64_t size)
{
    if (!name)
        name = "";
    switch (size) {
    case 2:
        return strstr(name, "bf16") || strstr(name, "bfloat") ? TR_FLOAT_BRAIN : TR_FLOAT_HALF;
    case 4:
        return TR_FLOAT_SINGLE;
    case 8:
        return TR_FLOAT_DOUBLE;
    case 10:
    case 12:
        return TR_FLOAT_X87;
    case 16:
        return strstr(name, "128") ? TR_FLOAT_QUAD : TR_FLOAT_X87;
    default:
        return TR_FLOAT_NONE;
    }
}

size_t tr_float_size(enum tr_float_type type)
{
    static const size_t sizes[] = {
        [TR_FLOAT_HALF] = 2, [TR_FLOAT_BRAIN] = 2, [TR_FLOAT_SINGLE] = 4, [TR_FLOAT_DOUBLE] = 8,
        [TR_FLOAT_X87] = 10, [TR_FLOAT_QUAD] = 16, [TR_FLOAT_NONE] = 0,
    };
    return sizes[type];
}

static double load_half(uint16_t bits)
{
    int exponent = bits >> 10 & 0x1f, fraction = bits & 0x3ff;
    double value = exponent == 0x1f ? (fraction ? (double)NAN : (double)INFINITY)
                   : exponent       ? ldexp(fraction + 1024, exponent - 25)
                                    : ldexp(fraction, -24);
    return bits & 0x8000 ? -value : value;
}

static bool reads_back(const char *text, enum tr_float_type type, long double value)
{
    switch (type) {
    case TR_FLOAT_X87:
    case TR_FLOAT_QUAD:
        return strtold(text, NULL) == value;
    case TR_FLOAT_DOUBLE:
        return strtod(text, NULL) == (double)value;
    case TR_FLOAT_HALF: {
        /* Nearer than halfway to the neighbours: reads back. Below 2^-14 they are 2^-24 apart. */
        int exponent;
        frexp((double)value, &exponent);
        double step = ldexp(1, value == 0 || exponent < -13 ? -24 : exponent - 11);
        return fabs(strtod(text, NULL) - (double)value) < step / 2;
    }
    case TR_FLOAT_BRAIN:
        return fabs(strtod(text, NULL) - (double)value) <= fabs((double)value) / 1024;
    default:
        return strtof(text, NULL) == (float)value;
    }
}

static void add_shortest(struct tr_str *out, long double value, enum tr_float_type type)
{
    /* A long double needs 21 digits at most. Between the exponents the number is written without one, as people do. */
    enum { MOST_DIGITS = 21, PLAIN_LOWEST = -5, PLAIN_HIGHEST = 15 };
    char text[64];
    int digits = 1;
    for (;; digits++) {
        snprintf(text, sizeof(text), "%.*Le", digits - 1, value);
        if (digits == MOST_DIGITS || reads_back(text, type, value))
            break;
    }
    const char *mark = strchr(text, 'e');
    long exponent = mark ? strtol(mark + 1, NULL, 10) : 0;
    if (exponent >= PLAIN_LOWEST && exponent <= PLAIN_HIGHEST)
        tr_str_printf(out, "%.*Lf", digits - 1 > exponent ? (int)(digits - 1 - exponent) : 0, value);
    else
        tr_str_add_text(out, text);
}

/* Unnormals, pseudo-infinities and the like: the integer bit (63) is clear although the exponent is not zero. */
static bool is_x87_number(const unsigned char *bytes)
{
    uint64_t exponent = tr_load_unsigned(bytes + 8, 2) & 0x7fff, significand = tr_load_unsigned(bytes, 8);
    return (exponent != 0) == (significand >> 63 != 0);
}

static bool load(const unsigned char *bytes, enum tr_float_type type, long double *ret)
{
    union {
        float single;
        double precise;
        long double x87;
        __float128 quad;
        unsigned char bytes[16];
    } number = {.bytes = {0}};
    switch (type) {
    case TR_FLOAT_HALF:
        *ret = load_half((uint16_t)tr_load_unsigned(bytes, 2));
        return true;
    case TR_FLOAT_BRAIN:
        memcpy(number.bytes + 2, bytes, 2);
        *ret = number.single;
        return true;
    case TR_FLOAT_NONE:
        return false;
    default:
        break;
    }
    memcpy(number.bytes, bytes, tr_float_size(type));
    if (type == TR_FLOAT_X87 && !is_x87_number(bytes))
        return false;
    *ret = type == TR_FLOAT_SINGLE   ? number.single
           : type == TR_FLOAT_DOUBLE ? number.precise
           : type == TR_FLOAT_X87    ? number.x87
                                     : (long double)number.quad;
    return true;
}

bool tr_format_float(struct tr_str *out, const unsigned char *bytes, enum tr_float_type type)
{
    long double value;
    if (!load(bytes, type, &value))
        return false;
    if (isnan(value) || isinf(value))
        tr_str_printf(out, "%s%s", signbit(value) ? "-" : "", isnan(value) ? "nan" : "inf");
    else
        add_shortest(out, value, type);
    return true;
}

void tr_format_character(struct tr_str *out, unsigned char byte)
{
    const char c = (char)byte;
    tr_str_add_char(out, '\'');
    if (c == '\0')
        tr_str_add_text(out, "\\0");
    else if (c == '\'')
        tr_str_add_text(out, "\\'");
    else if (c == '"')
        tr_str_add_char(out, c);
    else
        tr_str_add_escaped(out, &c, 1);
    tr_str_add_char(out, '\'');
}

bool tr_str_add_point(struct tr_str *out, uint32_t point)
{
    if (point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff))
        return false;
    if (point < 0x80) {
        tr_str_add_char(out, (char)point);
        return true;
    }
    unsigned tail = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
    static const unsigned char lead[] = {0, 0xc0, 0xe0, 0xf0};
    tr_str_add_char(out, (char)(lead[tail] | point >> (6 * tail)));
    while (tail-- > 0)
        tr_str_add_char(out, (char)(0x80 | (point >> (6 * tail) & 0x3f)));
    return true;
}
