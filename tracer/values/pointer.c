#include "values/format.h"
#include "values/values_internal.h"

#include "symbols/symbol.h"
#include "symbols/type.h"

#include <inttypes.h>
#include <string.h>

enum { WORD = 8 };

bool tr_format_code(struct tr_values *values, struct tr_str *out, uint64_t address)
{
    struct tr_symbol symbol;
    struct tr_image *image = address ? tr_images_find(values->images, address) : NULL;
    tr_str_printf(out, "0x%" PRIx64, address);
    if (!image || !tr_symbol_at(image, address, &symbol) || !symbol.is_function)
        return false;
    uint64_t offset = address - symbol.address;
    if (offset)
        tr_str_printf(out, " <%s+%" PRIu64 ">", symbol.demangled, offset);
    else
        tr_str_printf(out, " <%s>", symbol.demangled);
    return true;
}

void tr_set_code(struct tr_reading *reading, struct tr_variable *node, uint64_t address)
{
    tr_auto_str struct tr_str text = {0};
    bool named = tr_format_code(reading->values, &text, address);
    node->value = tr_arena_strdup(reading->values->arena, tr_str_text(&text));
    const struct tr_mapping *mapping = tr_maps_find(reading->values->maps, address);
    if (!named && address)
        node->reason = !mapping ? "unmapped" : mapping->executable ? NULL : "not executable memory";
}

void tr_add_link(struct tr_reading *reading, struct tr_variable *node, uint64_t address, Dwarf_Die *pointee, bool weak)
{
    struct tr_values *values = reading->values;
    struct tr_link *link = tr_list_new(values->arena, &values->links, struct tr_link);
    link->variable = node;
    link->address = address;
    link->has_pointee = pointee != NULL;
    if (pointee)
        link->pointee = *pointee;
    link->dwarf = reading->dwarf;
    link->weak = weak;
    link->secret = reading->secret;
}

static bool read_word(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                      struct tr_variable *node, uint64_t *ret)
{
    unsigned char buffer[WORD] = {0};
    uint64_t size = WORD;
    if (tr_die_unsigned(type, DW_AT_byte_size, &size) && (!size || size > sizeof(buffer))) {
        tr_set_state(node, TR_STATE_UNAVAILABLE, "pointers of this size are not known");
        return false;
    }
    if (!tr_bytes_read(reading, bytes, buffer, size, node))
        return false;
    *ret = tr_load_unsigned(buffer, WORD);
    return true;
}

void tr_read_pointer(struct tr_reading *reading, Dwarf_Die *type, Dwarf_Die *written, const struct tr_bytes *bytes,
                     struct tr_variable *node)
{
    (void)written;
    uint64_t address;
    if (!read_word(reading, type, bytes, node, &address))
        return;
    Dwarf_Die pointee, stripped;
    bool typed = tr_type_of(type, &pointee), stripped_ok = typed && tr_type_strip(&pointee, &stripped);
    if (stripped_ok && dwarf_tag(&stripped) == DW_TAG_subroutine_type) {
        tr_set_code(reading, node, address);
        return;
    }
    const struct tr_mapping *mapping = address ? tr_maps_find(reading->values->maps, address) : NULL;
    if (mapping && mapping->executable && !stripped_ok) {
        tr_set_code(reading, node, address);
        return;
    }
    node->value = tr_arena_printf(reading->values->arena, "0x%" PRIx64, address);
    if (!address)
        return;
    struct tr_bytes target = tr_bytes_in_memory(address);
    struct tr_encoding encoding;
    bool text = mapping && stripped_ok && tr_encoding_of(&pointee, &encoding) &&
                tr_read_string(reading, &target, UINT64_MAX, &encoding, node);
    if (!mapping)
        node->reason = "unmapped";
    /* What is unmapped may still be one past the end of a variable. */
    tr_add_link(reading, node, address, stripped_ok ? &pointee : NULL, text);
}

void tr_read_reference(struct tr_reading *reading, Dwarf_Die *type, Dwarf_Die *written, const struct tr_bytes *bytes,
                       struct tr_variable *node)
{
    (void)written;
    uint64_t address;
    Dwarf_Die referent;
    if (!read_word(reading, type, bytes, node, &address))
        return;
    if (!tr_maps_find(reading->values->maps, address) || !tr_type_of(type, &referent)) {
        node->value = tr_arena_printf(reading->values->arena, "0x%" PRIx64, address);
        tr_set_state(node, TR_STATE_UNREADABLE, "the reference leads to unmapped memory");
        return;
    }
    struct tr_bytes target = tr_bytes_in_memory(address);
    switch (tr_is_string_class(reading, &referent) ? TR_VALUE_STRING : tr_value_kind(&referent)) {
    case TR_VALUE_ARRAY:
    case TR_VALUE_STRUCT:
    case TR_VALUE_UNION:
    case TR_VALUE_CLASS:
        tr_add_link(reading, node, address, &referent, false);
        break;
    case TR_VALUE_REFERENCE:
        tr_set_state(node, TR_STATE_UNAVAILABLE, "a reference to a reference");
        break;
    default:
        /* A reference stands for the variable: its value is the variable's. */
        tr_read_value(reading, &referent, &target, node);
        break;
    }
    if (node->kind != TR_VALUE_STRING)
        node->kind = TR_VALUE_REFERENCE;
    if (!node->address.known)
        node->address = tr_word(address);
}

/* std::nullptr_t has one value, and its bytes are not looked at. */
void tr_read_null(struct tr_reading *reading, Dwarf_Die *type, Dwarf_Die *written, const struct tr_bytes *bytes,
                  struct tr_variable *node)
{
    const char *name = dwarf_diename(type);
    (void)reading;
    (void)written;
    (void)bytes;
    if (name && strcmp(name, "decltype(nullptr)") == 0)
        node->value = "0x0";
    else
        tr_set_state(node, TR_STATE_UNAVAILABLE, "values of such a type are not read");
}

void tr_read_function(struct tr_reading *reading, Dwarf_Die *type, Dwarf_Die *written, const struct tr_bytes *bytes,
                      struct tr_variable *node)
{
    (void)type;
    (void)written;
    if (bytes->in_memory)
        tr_set_code(reading, node, bytes->address);
    else
        tr_set_state(node, TR_STATE_UNAVAILABLE, "a function without an address");
}
