#include "values/text.h"

#include "base/secret.h"
#include "base/utf8.h"
#include "values/format.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

static bool is_control(unsigned char byte)
{
    return byte == 0x7f || (byte < 0x20 && !(byte >= '\a' && byte <= '\r') && byte != 0x1b);
}

/* Whether the last @p left bytes begin a UTF-8 sequence that is longer than they are: a cut, and no fault. */
static bool is_split(const unsigned char *bytes, size_t left)
{
    size_t length = bytes[0] >= 0xc2 && bytes[0] <= 0xdf ? 2
                    : (bytes[0] & 0xf0) == 0xe0          ? 3
                    : (bytes[0] & 0xf8) == 0xf0          ? 4
                                                         : 0;
    if (left >= length)
        return false;
    for (size_t i = 1; i < left; i++)
        if ((bytes[i] & 0xc0) != 0x80)
            return false;
    return true;
}

/* Bytes that text would not have. */
static size_t count_odd(const unsigned char *bytes, size_t size)
{
    size_t odd = 0;
    for (size_t i = 0, length; i < size; i += length) {
        length = tr_utf8_sequence((const char *)bytes + i, size - i);
        if (!length && is_split(bytes + i, size - i))
            break;
        if (!length || is_control(bytes[i]))
            odd++;
        if (!length)
            length = 1;
    }
    return odd;
}

static size_t count_odd_units(const unsigned char *bytes, size_t units, unsigned width)
{
    size_t odd = 0;
    for (size_t i = 0; i < units; i++) {
        uint64_t unit = tr_load_unsigned(bytes + i * width, width);
        if (unit > 0x10ffff || (unit < 0x80 && is_control((unsigned char)unit)) ||
            (width == 4 && unit >= 0xd800 && unit < 0xe000))
            odd++;
    }
    return odd;
}

bool tr_text_like(const unsigned char *bytes, size_t size, const struct tr_encoding *encoding)
{
    enum { STRICT_LEAST = 4 };
    if (encoding->width > 1)
        return count_odd_units(bytes, size / encoding->width, encoding->width) == 0;
    size_t odd = count_odd(bytes, size);
    return encoding->strict ? size >= STRICT_LEAST && !odd : odd * 3 <= size;
}

size_t tr_text_length(const unsigned char *bytes, size_t units, unsigned width)
{
    for (size_t i = 0; i < units; i++)
        if (tr_load_unsigned(bytes + i * width, width) == 0)
            return i;
    return units;
}

/* UTF-16 and UTF-32 as UTF-8. Surrogates without their half become U+FFFD. */
static void add_units(struct tr_str *out, const unsigned char *bytes, size_t units, unsigned width)
{
    for (size_t i = 0; i < units; i++) {
        uint32_t point = (uint32_t)tr_load_unsigned(bytes + i * width, width);
        if (width == 2 && point >= 0xd800 && point < 0xdc00 && i + 1 < units) {
            uint32_t low = (uint32_t)tr_load_unsigned(bytes + (i + 1) * width, width);
            if (low >= 0xdc00 && low < 0xe000) {
                point = 0x10000 + ((point - 0xd800) << 10) + (low - 0xdc00);
                i++;
            }
        }
        if (!tr_str_add_point(out, point))
            tr_str_add_point(out, 0xfffd);
    }
}

/* Length without a sequence that the cut split. */
static size_t whole_sequences(const unsigned char *bytes, size_t size)
{
    for (size_t back = 1; back <= 3 && back <= size; back++) {
        unsigned char byte = bytes[size - back];
        if (byte < 0x80)
            break;
        if (byte >= 0xc2)
            return tr_utf8_sequence((const char *)bytes + size - back, back) ? size : size - back;
    }
    return size;
}

void tr_format_text(struct tr_str *out, const unsigned char *bytes, size_t units, const struct tr_encoding *encoding,
                    bool cut)
{
    tr_str_add_text(out, encoding->prefix);
    tr_str_add_char(out, '"');
    if (encoding->width == 1) {
        tr_str_add_escaped(out, (const char *)bytes, cut ? whole_sequences(bytes, units) : units);
    } else {
        tr_auto_str struct tr_str text = {0};
        add_units(&text, bytes, units, encoding->width);
        tr_str_add_escaped(out, tr_str_text(&text), text.size);
    }
    tr_str_add_text(out, cut ? "\"..." : "\"");
}

bool tr_text_secret_setting(const unsigned char *bytes, size_t size, size_t *ret_value)
{
    const unsigned char *equals = memchr(bytes, '=', size);
    if (!equals || equals == bytes)
        return false;
    size_t length = (size_t)(equals - bytes);
    for (size_t i = 0; i < length; i++)
        if (!isalnum(bytes[i]) && bytes[i] != '_')
            return false;
    if (!tr_secret_name_n((const char *)bytes, length))
        return false;
    *ret_value = length + 1;
    return true;
}
