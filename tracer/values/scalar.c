#include "values/enumeration.h"
#include "values/format.h"
#include "values/values_internal.h"

#include "base/utf8.h"
#include "symbols/type.h"

#include <string.h>

enum { LARGEST = 32 /* _Complex long double */, X87_BYTES = 10 };

static void set_value(struct tr_reading *reading, struct tr_variable *node, const struct tr_str *text)
{
    node->value = tr_arena_strdup(reading->values->arena, tr_str_text(text));
}

static bool add_boolean(struct tr_str *out, const unsigned char *bytes, size_t size, struct tr_variable *node)
{
    uint64_t value = tr_load_unsigned(bytes, size);
    if (value <= 1) {
        tr_str_add_text(out, value ? "true" : "false");
    } else {
        tr_format_integer(out, bytes, size, false);
        node->reason = "neither true nor false: the program's memory is not what its type says";
    }
    return true;
}

static bool add_float(struct tr_str *out, Dwarf_Die *type, const unsigned char *bytes, size_t size,
                      struct tr_variable *node)
{
    enum tr_float_type layout = tr_float_type(dwarf_diename(type), size);
    if (layout == TR_FLOAT_NONE || !tr_format_float(out, bytes, layout)) {
        tr_set_state(node, TR_STATE_UNAVAILABLE,
                     layout == TR_FLOAT_NONE ? "a floating-point type of this size is not known"
                                             : "the bytes are no number of this type");
        return false;
    }
    if (layout == TR_FLOAT_QUAD)
        node->reason = "rounded to a long double";
    return true;
}

static bool add_complex(struct tr_str *out, Dwarf_Die *type, const unsigned char *bytes, size_t size,
                        struct tr_variable *node)
{
    size_t half = size / 2;
    tr_auto_str struct tr_str imaginary = {0};
    if (!add_float(out, type, bytes, half, node) || !add_float(&imaginary, type, bytes + half, half, node))
        return false;
    tr_str_printf(out, "%s%si", tr_str_text(&imaginary)[0] == '-' ? "" : "+", tr_str_text(&imaginary));
    return true;
}

static bool add_wide_character(struct tr_str *out, const unsigned char *bytes, const struct tr_encoding *encoding)
{
    tr_auto_str struct tr_str text = {0};
    uint32_t point = (uint32_t)tr_load_unsigned(bytes, encoding->width);
    if (!tr_str_add_point(&text, point)) {
        tr_format_integer(out, bytes, encoding->width, false);
        return true;
    }
    tr_str_add_text(out, encoding->prefix);
    if (point < 0x80) {
        tr_format_character(out, (unsigned char)point);
        return true;
    }
    tr_str_add_char(out, '\'');
    tr_str_add_escaped(out, tr_str_text(&text), text.size);
    tr_str_add_char(out, '\'');
    return true;
}

static bool add_base(struct tr_str *out, Dwarf_Die *type, Dwarf_Die *written, uint64_t encoding,
                     const unsigned char *bytes, size_t size, struct tr_variable *node)
{
    struct tr_encoding characters;
    if (tr_encoding_of(written, &characters) && !characters.strict) {
        node->kind = TR_VALUE_CHARACTER;
        if (characters.width > 1)
            return add_wide_character(out, bytes, &characters);
        tr_str_add_text(out, characters.prefix);
        tr_format_character(out, bytes[0]);
        return true;
    }
    switch (encoding) {
    case DW_ATE_boolean:
        return add_boolean(out, bytes, size, node);
    case DW_ATE_float:
        return add_float(out, type, bytes, size, node);
    case DW_ATE_complex_float:
        return add_complex(out, type, bytes, size, node);
    case DW_ATE_signed:
    case DW_ATE_signed_char:
    case DW_ATE_unsigned:
    case DW_ATE_unsigned_char:
    case DW_ATE_address:
    case DW_ATE_UTF:
        if (size <= 16) {
            tr_format_integer(out, bytes, size, encoding == DW_ATE_signed || encoding == DW_ATE_signed_char);
            return true;
        }
        break;
    default:
        break;
    }
    tr_set_state(node, TR_STATE_UNAVAILABLE, "numbers of such a type are not read");
    return false;
}

void tr_read_base(struct tr_reading *reading, Dwarf_Die *type, Dwarf_Die *written, const struct tr_bytes *bytes,
                  struct tr_variable *node)
{
    uint64_t size, encoding;
    unsigned char buffer[LARGEST] = {0};
    if (!tr_die_unsigned(type, DW_AT_byte_size, &size) || !tr_die_unsigned(type, DW_AT_encoding, &encoding) || !size ||
        size > sizeof(buffer)) {
        tr_set_state(node, TR_STATE_UNAVAILABLE, "the debug information describes its type badly");
        return;
    }
    /* Of a long double, 6 bytes are padding, which constants in debug information lack. */
    bool is_padded = encoding == DW_ATE_float && tr_float_type(dwarf_diename(type), size) == TR_FLOAT_X87;
    if (!tr_bytes_read(reading, bytes, buffer, is_padded ? X87_BYTES : size, node))
        return;
    tr_auto_str struct tr_str text = {0};
    if (add_base(&text, type, written, encoding, buffer, size, node))
        set_value(reading, node, &text);
}

static bool enum_is_signed(Dwarf_Die *type)
{
    Dwarf_Die base, stripped;
    uint64_t encoding;
    return tr_type_of(type, &base) && tr_type_strip(&base, &stripped) &&
           tr_die_unsigned(&stripped, DW_AT_encoding, &encoding) &&
           (encoding == DW_ATE_signed || encoding == DW_ATE_signed_char);
}

static bool is_enumerator(const struct tr_enumerators *enumerators, uint64_t value)
{
    for (size_t i = 0; i < enumerators->count; i++)
        if (enumerators->items[i].value == value)
            return true;
    return false;
}

void tr_read_enum(struct tr_reading *reading, Dwarf_Die *type, Dwarf_Die *written, const struct tr_bytes *bytes,
                  struct tr_variable *node)
{
    (void)written;
    uint64_t size;
    unsigned char buffer[8] = {0};
    if (!tr_type_size(type, &size) || !size || size > sizeof(buffer)) {
        tr_set_state(node, TR_STATE_UNAVAILABLE, "the enumeration has no known size");
        return;
    }
    if (!tr_bytes_read(reading, bytes, buffer, size, node))
        return;
    struct tr_enumerators enumerators = tr_cached_enumerators(reading->values, type, size);
    tr_auto_str struct tr_str text = {0};
    uint64_t value = tr_load_unsigned(buffer, size);
    if (tr_die_flag(type, DW_AT_enum_class) && is_enumerator(&enumerators, value))
        tr_str_printf(&text, "%s::", tr_cached_name(reading->values, type));
    tr_format_enum(&text, enumerators.items, enumerators.count, value, size, enum_is_signed(type));
    set_value(reading, node, &text);
}

static bool is_signed(Dwarf_Die *type)
{
    uint64_t encoding;
    if (dwarf_tag(type) == DW_TAG_enumeration_type)
        return enum_is_signed(type);
    return tr_die_unsigned(type, DW_AT_encoding, &encoding) &&
           (encoding == DW_ATE_signed || encoding == DW_ATE_signed_char);
}

void tr_read_bits(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes, uint64_t offset,
                  uint64_t size, struct tr_variable *node)
{
    unsigned char buffer[9] = {0};
    Dwarf_Die stripped;
    node->kind = tr_value_kind(type);
    if (!tr_strip(reading, type, &stripped) || !size || size > 64) {
        tr_set_state(node, TR_STATE_UNAVAILABLE, "the debug information describes the bit-field badly");
        return;
    }
    struct tr_bytes first = tr_bytes_at(bytes, offset / 8);
    unsigned shift = offset % 8;
    if (!tr_bytes_read(reading, &first, buffer, (shift + size + 7) / 8, node))
        return;
    uint64_t value = tr_load_unsigned(buffer, 8) >> shift;
    if (shift)
        value |= (uint64_t)buffer[8] << (64 - shift);
    if (size < 64) {
        value &= (UINT64_C(1) << size) - 1;
        if (is_signed(&stripped) && value >> (size - 1))
            value |= UINT64_MAX << size;
    }
    /* 128-bit types may have bit-fields, too: the sign goes on. */
    unsigned char whole[16];
    memset(whole, is_signed(&stripped) && value >> 63 ? 0xff : 0, sizeof(whole));
    memcpy(whole, &value, sizeof(value));
    struct tr_bytes copy = {.copy = whole, .size = sizeof(whole)};
    tr_read_value(reading, type, &copy, node);
}
