/* std::string of both ABIs, string_view, filesystem::path. */
#include "values/container_internal.h"

#include <string.h>

enum { WORD = 8 };

void tr_read_characters(struct tr_reading *reading, uint64_t address, const struct tr_encoding *encoding,
                        uint64_t length, struct tr_variable *node)
{
    struct tr_bytes text = tr_bytes_in_memory(address);
    node->kind = TR_VALUE_STRING;
    if (length && !tr_maps_find(reading->values->maps, address)) {
        tr_set_state(node, TR_STATE_UNREADABLE, "its pointer and length are not those of a string");
    } else if (length >> TR_SIZE_BITS) {
        if (tr_read_string(reading, &text, UINT64_MAX, encoding, node))
            tr_set_state(node, TR_STATE_PARTIAL, tr_impossible_size(reading, length));
        else
            tr_set_state(node, TR_STATE_UNREADABLE, tr_impossible_size(reading, length));
    } else {
        node->size = tr_number((int64_t)length);
        tr_read_counted_string(reading, &text, length * encoding->width, encoding, node);
    }
}

static bool encoding_of(Dwarf_Die *character, struct tr_encoding *ret)
{
    if (!tr_encoding_of(character, ret))
        return false;
    ret->strict = false;
    return true;
}

/*
 * The pointer to the characters. Clang leaves the class around it undefined unless told -fstandalone-debug: it is then
 * the first thing there, and the class is a template of its characters. An allocator that is not empty comes first.
 */
static bool string_data(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                        struct tr_encoding *ret_encoding, uint64_t *ret)
{
    Dwarf_Die plus, character;
    struct tr_bytes inside;
    unsigned char word[WORD];
    if (!tr_member_enter(reading, type, bytes, "_M_dataplus", &plus, &inside) ||
        !tr_template_type(type, 0, "value_type", &character) || !encoding_of(&character, ret_encoding))
        return false;
    if (tr_member_word(reading, &plus, &inside, "_M_p", NULL, ret))
        return true;
    if (tr_bytes_read_some(reading, &inside, word, sizeof(word)) < sizeof(word))
        return false;
    *ret = tr_load_unsigned(word, sizeof(word));
    return true;
}

/* The older ABI keeps {length, capacity, references} before the characters (bits/cow_string.h). */
static bool read_cow(struct tr_reading *reading, uint64_t address, const struct tr_encoding *encoding,
                     struct tr_variable *node)
{
    enum { HEADER = 3 * WORD };
    uint64_t length;
    if (!tr_memory_read_u64(reading->values->memory, address - HEADER, &length)) {
        node->kind = TR_VALUE_STRING;
        tr_set_state(node, TR_STATE_UNREADABLE, "its pointer is not that of a string");
        return true;
    }
    tr_read_characters(reading, address, encoding, length, node);
    return true;
}

bool tr_named_encoding(Dwarf_Die *type, struct tr_encoding *ret)
{
    static const struct {
        const char *argument;
        struct tr_encoding encoding;
    } encodings[] = {
        {"<char,", {1, "", false}},      {"<wchar_t,", {4, "L", false}},  {"<char8_t,", {1, "u8", false}},
        {"<char16_t,", {2, "u", false}}, {"<char32_t,", {4, "U", false}},
    };
    const char *name = dwarf_diename(type), *arguments = name ? strchr(name, '<') : NULL;
    for (size_t i = 0; arguments && i < TR_COUNT(encodings); i++) {
        if (strncmp(arguments, encodings[i].argument, strlen(encodings[i].argument)) != 0)
            continue;
        *ret = encodings[i].encoding;
        return true;
    }
    return false;
}

/*
 * Clang leaves the definition of std::string to the library, which is built without debug information. Its layout is
 * fixed by the ABI: {characters, length, …}, in the older one {characters}, in libc++ 3 words of its own.
 */
static const struct abi {
    const char *namespace_name;
    uint64_t words;
} abis[] = {{"__cxx11", 4}, {"__1", 3}, {"std", 1}};

static const struct abi *abi_of(const struct tr_reading *reading, Dwarf_Die *type)
{
    const char *name = dwarf_diename(type);
    struct tr_encoding encoding;
    /* Another allocator may have a size of its own. */
    if (!tr_die_flag(type, DW_AT_declaration) || !tr_is_named(type, "basic_string") ||
        !strstr(name, "std::allocator<") || !tr_named_encoding(type, &encoding))
        return NULL;
    for (size_t i = 0; i < TR_COUNT(abis); i++)
        if (tr_type_is_inside(reading->dwarf, type, abis[i].namespace_name))
            return &abis[i];
    return NULL;
}

bool tr_declared_string_size(const struct tr_reading *reading, Dwarf_Die *type, uint64_t *ret)
{
    const struct abi *abi = abi_of(reading, type);
    *ret = abi ? abi->words * WORD : 0;
    return abi != NULL;
}

static bool read_declared(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                          struct tr_variable *node)
{
    const struct abi *abi = abi_of(reading, type);
    unsigned char raw[4 * WORD];
    struct tr_encoding encoding;
    /* What libc++ has inside of the object has no address where that is in registers. */
    if (!abi || !tr_named_encoding(type, &encoding) || !bytes->in_memory)
        return false;
    node->kind = TR_VALUE_STRING;
    if (!tr_bytes_read(reading, bytes, raw, abi->words * WORD, node))
        return true;
    if (abi->words == 1)
        return read_cow(reading, tr_load_unsigned(raw, WORD), &encoding, node);
    if (abi->words == 3)
        tr_read_libcxx_text(reading, bytes->address, raw, &encoding, node);
    else
        tr_read_characters(reading, tr_load_unsigned(raw, WORD), &encoding, tr_load_unsigned(raw + WORD, WORD), node);
    return true;
}

bool tr_read_std_string(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                        struct tr_variable *node)
{
    struct tr_encoding encoding;
    uint64_t address, length, size;
    if (!string_data(reading, type, bytes, &encoding, &address))
        return read_declared(reading, type, bytes, node);
    if (tr_value_size(reading, type, &size) && size == WORD)
        return read_cow(reading, address, &encoding, node);
    if (!tr_member_word(reading, type, bytes, "_M_string_length", NULL, &length))
        return false;
    tr_read_characters(reading, address, &encoding, length, node);
    return true;
}

bool tr_read_text(struct tr_reading *reading, Dwarf_Die *character, uint64_t address, uint64_t length,
                  struct tr_variable *node)
{
    struct tr_encoding encoding;
    if (!encoding_of(character, &encoding))
        return false;
    tr_read_characters(reading, address, &encoding, length, node);
    return true;
}

void tr_read_cow_text(struct tr_reading *reading, const struct tr_bytes *bytes, struct tr_variable *node)
{
    static const struct tr_encoding encoding = {1, "", false};
    unsigned char word[WORD];
    if (tr_bytes_read(reading, bytes, word, sizeof(word), node))
        (void)read_cow(reading, tr_load_unsigned(word, WORD), &encoding, node);
}

/* The text of std::runtime_error and others, which keep the older ABI. */
bool tr_read_cow_string(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                        struct tr_variable *node)
{
    Dwarf_Die pointer;
    struct tr_bytes there;
    if (!tr_find_member(reading, type, bytes, "_M_p", &pointer, &there))
        return false;
    tr_read_cow_text(reading, &there, node);
    return true;
}

bool tr_read_string_view(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                         struct tr_variable *node)
{
    Dwarf_Die pointer, character;
    struct tr_encoding encoding;
    uint64_t address, length;
    if (!tr_member_word(reading, type, bytes, "_M_str", &pointer, &address) ||
        !tr_pointee(reading, &pointer, &character) || !encoding_of(&character, &encoding) ||
        !tr_member_word(reading, type, bytes, "_M_len", NULL, &length))
        return false;
    tr_read_characters(reading, address, &encoding, length, node);
    return true;
}

bool tr_read_path(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes, struct tr_variable *node)
{
    Dwarf_Die string;
    struct tr_bytes there;
    return tr_member_enter(reading, type, bytes, "_M_pathname|__pn_", &string, &there) &&
           tr_read_container(reading, &string, &there, node);
}
