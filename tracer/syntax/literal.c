#include "syntax/literal.h"

#include "base/cleanup.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

const struct basic_type basic_types[BASIC_COUNT] = {
    [BASIC_BOOL] = {"bool", 1, false, false},
    [BASIC_CHAR] = {"char", 1, true, false},
    [BASIC_SIGNED_CHAR] = {"signed char", 1, true, false},
    [BASIC_UNSIGNED_CHAR] = {"unsigned char", 1, false, false},
    [BASIC_SHORT] = {"short", 2, true, false},
    [BASIC_UNSIGNED_SHORT] = {"unsigned short", 2, false, false},
    [BASIC_INT] = {"int", 4, true, false},
    [BASIC_UNSIGNED] = {"unsigned int", 4, false, false},
    [BASIC_LONG] = {"long", 8, true, false},
    [BASIC_UNSIGNED_LONG] = {"unsigned long", 8, false, false},
    [BASIC_LONG_LONG] = {"long long", 8, true, false},
    [BASIC_UNSIGNED_LONG_LONG] = {"unsigned long long", 8, false, false},
    [BASIC_FLOAT] = {"float", 4, true, true},
    [BASIC_DOUBLE] = {"double", 8, true, true},
    [BASIC_LONG_DOUBLE] = {"long double", 16, true, true},
};

enum { LONGEST = 80 }; /* of a number; no compiler takes a longer one for an integer */

/* u, l, ll, z in any order and case. */
static bool integer_suffix(const char *suffix, bool *ret_unsigned, unsigned *ret_longs)
{
    *ret_unsigned = false;
    *ret_longs = 0;
    for (; *suffix; suffix++) {
        char c = (char)tolower((unsigned char)*suffix);
        if (c == 'u')
            *ret_unsigned = true;
        else if (c == 'l' || c == 'z')
            (*ret_longs)++;
        else
            return false;
    }
    return *ret_longs <= 2;
}

/* The first type that holds the value: C17 6.4.4.1, table of types. */
static enum basic integer_type(uint64_t value, bool is_decimal, bool is_unsigned, unsigned longs)
{
    if (!longs) {
        if (!is_unsigned && value <= INT32_MAX)
            return BASIC_INT;
        if ((is_unsigned || !is_decimal) && value <= UINT32_MAX)
            return BASIC_UNSIGNED;
    }
    bool fits = value <= INT64_MAX && !is_unsigned;
    if (longs == 2)
        return fits ? BASIC_LONG_LONG : BASIC_UNSIGNED_LONG_LONG;
    return fits ? BASIC_LONG : BASIC_UNSIGNED_LONG;
}

static bool read_integer(const char *digits, struct literal *ret)
{
    int base = 10;
    const char *from = digits;
    if (digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X'))
        base = 16;
    else if (digits[0] == '0' && (digits[1] == 'b' || digits[1] == 'B'))
        base = 2;
    else if (digits[0] == '0')
        base = 8;
    if (base == 2)
        from += 2;
    char *end;
    bool is_unsigned;
    unsigned longs;
    ret->word = strtoull(from, &end, base);
    if (end == from || !integer_suffix(end, &is_unsigned, &longs))
        return false;
    ret->type = integer_type(ret->word, base == 10, is_unsigned, longs);
    return true;
}

static bool read_real(const char *digits, struct literal *ret)
{
    char *end;
    ret->real = strtold(digits, &end);
    if (end == digits || (*end && end[1]))
        return false;
    char suffix = (char)tolower((unsigned char)*end);
    ret->type = suffix == 'f' ? BASIC_FLOAT : suffix == 'l' ? BASIC_LONG_DOUBLE : BASIC_DOUBLE;
    if (ret->type == BASIC_FLOAT)
        ret->real = (float)ret->real;
    else if (ret->type == BASIC_DOUBLE)
        ret->real = (double)ret->real;
    return !suffix || suffix == 'f' || suffix == 'l';
}

/* The grammar of C makes the sign a part of the literal. What is not signed wraps. */
static bool negate(struct literal *literal)
{
    literal->real = -literal->real;
    literal->word = -literal->word;
    if (literal->type == BASIC_UNSIGNED)
        literal->word &= UINT32_MAX;
    return true;
}

bool literal_number(const char *text, size_t size, struct literal *ret)
{
    char digits[LONGEST + 1];
    size_t length = 0;
    for (size_t i = 0; i < size; i++) {
        if (text[i] == '\'')
            continue;
        if (length == LONGEST || !text[i])
            return false;
        digits[length++] = text[i];
    }
    digits[length] = '\0';
    *ret = (struct literal){.type = BASIC_INT};
    if (digits[0] == '-' || digits[0] == '+')
        return literal_number(text + 1, size - 1, ret) && (digits[0] == '+' || negate(ret));
    bool is_hex = digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X');
    bool is_real = strchr(digits, '.') || (is_hex ? strpbrk(digits, "pP") : strpbrk(digits, "eE"));
    return is_real ? read_real(digits, ret) : read_integer(digits, ret);
}

/* The bytes between the quotes, and the width that the prefix says. */
static bool unquote(const char **text, size_t *size, char quote, unsigned *ret_width)
{
    const char *open = memchr(*text, quote, *size), *end = *text + *size;
    size_t prefix = open ? (size_t)(open - *text) : 0;
    if (!open || prefix > 2 || end - open < 2 || end[-1] != quote)
        return false;
    *ret_width = !prefix || prefix == 2 ? 1 : **text == 'u' ? 2 : 4;
    *text = open + 1;
    *size = (size_t)(end - open) - 2;
    return true;
}

static bool simple_escape(char c, uint64_t *ret)
{
    static const char letters[] = "abefnrtv\\'\"?", values[] = "\a\b\033\f\n\r\t\v\\'\"?";
    const char *found = c ? strchr(letters, c) : NULL;
    if (found)
        *ret = (unsigned char)values[found - letters];
    return found != NULL;
}

/* Digits of an escape: at most @p most of them. */
static uint64_t escape_digits(const char **at, const char *end, int base, unsigned most)
{
    char digits[10] = {0};
    unsigned count = 0;
    while (*at < end && count < most && count < sizeof(digits) - 1 &&
           (base == 16 ? isxdigit((unsigned char)**at) : **at >= '0' && **at <= '7'))
        digits[count++] = *(*at)++;
    return strtoull(digits, NULL, base);
}

/* One character of a literal. @return false at a backslash that escapes nothing known. */
static bool next_character(const char **at, const char *end, unsigned width, uint64_t *ret)
{
    char c = *(*at)++;
    *ret = (unsigned char)c;
    if (c != '\\')
        return true;
    if (*at == end)
        return false;
    c = **at;
    if (c >= '0' && c <= '7') {
        *ret = escape_digits(at, end, 8, 3);
        return true;
    }
    ++*at;
    if (simple_escape(c, ret))
        return true;
    if (c != 'x' && c != 'u' && c != 'U')
        return false;
    *ret = escape_digits(at, end, 16, c == 'x' ? 2 * width : c == 'u' ? 4 : 8);
    return true;
}

bool literal_character(const char *text, size_t size, bool is_cxx, struct literal *ret)
{
    unsigned width, count = 0;
    uint64_t value = 0, next;
    if (!unquote(&text, &size, '\'', &width))
        return false;
    const char *end = text + size;
    for (const char *at = text; at < end; count++) {
        if (!next_character(&at, end, width, &next))
            return false;
        value = width == 1 ? value << 8 | (next & 0xff) : next;
    }
    if (!count || count > 4 || (width > 1 && count > 1))
        return false;
    *ret = (struct literal){.type = is_cxx && width == 1 && count == 1 ? BASIC_CHAR : BASIC_INT, .word = value};
    /* char is signed on x86-64. */
    if (width == 1)
        ret->word = count == 1 ? (uint64_t)(int64_t)(int8_t)value : (uint64_t)(int64_t)(int32_t)value;
    return true;
}

bool literal_string_length(const char *text, size_t size, size_t *ret_length, unsigned *ret_width)
{
    size_t length = 0;
    uint64_t next;
    if (!unquote(&text, &size, '"', ret_width))
        return false;
    const char *end = text + size;
    for (const char *at = text; at < end; length++)
        if (!next_character(&at, end, *ret_width, &next))
            return false;
    *ret_length = length;
    return true;
}
