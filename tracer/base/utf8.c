#include "base/utf8.h"

#include "base/limits.h"

#include <string.h>

size_t tr_utf8_sequence(const char *text, size_t size)
{
    const unsigned char *p = (const unsigned char *)text;
    if (!size)
        return 0;
    if (p[0] < 0x80)
        return 1;
    size_t length = p[0] >= 0xc2 && p[0] <= 0xdf ? 2 : (p[0] & 0xf0) == 0xe0 ? 3 : p[0] >= 0xf0 && p[0] <= 0xf4 ? 4 : 0;
    if (!length || length > size)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((p[i] & 0xc0) != 0x80)
            return 0;
    /* Overlong forms, surrogates, beyond U+10FFFF (RFC 3629, section 4). */
    if ((p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xed && p[1] > 0x9f) || (p[0] == 0xf0 && p[1] < 0x90)
        || (p[0] == 0xf4 && p[1] > 0x8f))
        return 0;
    return length;
}

bool tr_utf8_valid(const char *text, size_t size)
{
    for (size_t i = 0, length; i < size; i += length) {
        length = tr_utf8_sequence(text + i, size - i);
        if (!length)
            return false;
    }
    return true;
}

uint32_t tr_utf8_decode(const char *text, size_t length)
{
    static const unsigned char first_mask[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    const unsigned char *p = (const unsigned char *)text;
    uint32_t point = p[0] & first_mask[length];
    for (size_t i = 1; i < length; i++)
        point = point << 6 | (p[i] & 0x3f);
    return point;
}

/* C1 controls, soft hyphen, line and paragraph separators, zero-width and bidirectional formatting, byte order mark. */
bool tr_utf8_hidden(uint32_t point)
{
    return (point >= 0x80 && point <= 0x9f) || point == 0xad || point == 0x61c
           || (point >= 0x200b && point <= 0x200f) || (point >= 0x2028 && point <= 0x202e)
           || (point >= 0x2060 && point <= 0x206f) || point == 0xfeff || (point >= 0xfff9 && point <= 0xfffb)
           || (point >= 0xe0000 && point <= 0xe007f);
}

static void add_octal(struct tr_str *str, unsigned char byte) { tr_str_printf(str, "\\%03o", byte); }

void tr_str_add_escaped(struct tr_str *str, const char *text, size_t size)
{
    static const char plain[] = "\a\b\t\n\v\f\r\"\\", letters[] = "abtnvfr\"\\";
    for (size_t i = 0, length; i < size; i += length) {
        length = tr_utf8_sequence(text + i, size - i);
        const char *at = length == 1 && text[i] ? strchr(plain, text[i]) : NULL;
        if (at) {
            tr_str_add_char(str, '\\');
            tr_str_add_char(str, letters[at - plain]);
        } else if (!length || (length == 1 && ((unsigned char)text[i] < 0x20 || text[i] == 0x7f))
                   || (length > 1 && tr_utf8_hidden(tr_utf8_decode(text + i, length)))) {
            if (!length)
                length = 1;
            for (size_t k = 0; k < length; k++)
                add_octal(str, (unsigned char)text[i + k]);
        } else {
            tr_str_add(str, text + i, length);
        }
    }
}

void tr_str_add_quoted(struct tr_str *str, const char *text)
{
    size_t size = strlen(text), cut = size;
    if (size > TR_LIMIT_QUOTED) {
        cut = TR_LIMIT_QUOTED;
        while (cut && ((unsigned char)text[cut] & 0xc0) == 0x80)
            cut--;
    }
    tr_str_add_char(str, '"');
    tr_str_add_escaped(str, text, cut);
    tr_str_add_char(str, '"');
    if (cut < size)
        tr_str_add_text(str, "…");
}

static bool is_ordinary(const char *name)
{
    static const char anonymous[] = "(anonymous namespace)";
    static const char marks[] = "_./+-:<>~,*&()[]=!^%|$@#{}";
    for (const char *p = name; *p; p++) {
        if (strncmp(p, anonymous, sizeof(anonymous) - 1) == 0)
            p += sizeof(anonymous) - 2;
        else if (!((*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || (*p >= '0' && *p <= '9') || strchr(marks, *p)))
            return false;
    }
    return true;
}

void tr_str_add_name(struct tr_str *str, const char *name)
{
    size_t size = strlen(name);
    const char *slash = size > TR_LIMIT_QUOTED ? strchr(name + size - TR_LIMIT_QUOTED, '/') : NULL;
    if (!is_ordinary(name) || (size > TR_LIMIT_QUOTED && !slash)) {
        tr_str_add_quoted(str, name);
    } else {
        tr_str_add_text(str, slash ? "…" : "");
        tr_str_add_text(str, slash ? slash : name);
    }
}
