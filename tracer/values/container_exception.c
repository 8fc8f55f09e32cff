/*
 * The library's exceptions, which programs rarely describe: behind the pointer to the virtual table lies the text that
 * what() returns, in the older ABI of strings (libstdc++'s include/std/stdexcept), and behind that an error's number.
 */
#include "values/container_internal.h"

#include <inttypes.h>
#include <string.h>

enum { TEXT = 8, CODE = 16, WORD = 8 };

bool tr_read_exception(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                       struct tr_variable *node)
{
    struct tr_bytes text = tr_bytes_at(bytes, TEXT);
    size_t rest;
    (void)type;
    struct tr_variable *what = tr_child_begin(reading, node, "what", "std::string", 1, &rest);
    if (!what) {
        node->omitted_children = tr_number(1);
        return true;
    }
    tr_read_cow_text(reading, &text, what);
    tr_child_end(reading, rest);
    tr_sum_states(node);
    return true;
}

/* Those that keep nothing: all there is to tell is their type. */
bool tr_read_bare_exception(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                            struct tr_variable *node)
{
    (void)reading;
    (void)type;
    (void)bytes;
    node->kind = TR_VALUE_CLASS;
    return true;
}

/* "generic:2 (ENOENT)": the category as its class is called, since its name() would have to be run. */
static const char *spell_code(struct tr_reading *reading, uint64_t number, uint64_t category)
{
    static const struct {
        const char *class, *name;
        bool is_errno;
    } categories[] = {
        {"generic_error_category", "generic", true}, {"system_error_category", "system", true},
        {"io_error_category", "iostream", false},    {"iostream_category", "iostream", false},
        {"future_error_category", "future", false},
    };
    struct tr_arena *arena = reading->values->arena;
    const char *class = tr_dynamic_class(reading, category), *name = class;
    const char *symbol = NULL;
    for (size_t i = 0; class && i < TR_COUNT(categories); i++) {
        const char *found = strstr(class, categories[i].class);
        if (!found || found[strlen(categories[i].class)])
            continue;
        name = categories[i].name;
        symbol = categories[i].is_errno && number ? strerrorname_np((int)number) : NULL;
    }
    const char *code = tr_arena_printf(arena, "%s:%d", name ? name : "?", (int)number);
    return symbol ? tr_arena_printf(arena, "%s (%s)", code, symbol) : code;
}

bool tr_read_error_code(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                        struct tr_variable *node)
{
    uint64_t number, category;
    if (!tr_member_number(reading, type, bytes, "_M_value|__val_", &number) ||
        !tr_member_word(reading, type, bytes, "_M_cat|__cat_", NULL, &category))
        return false;
    node->kind = TR_VALUE_CLASS;
    node->value = spell_code(reading, number, category);
    return true;
}

bool tr_read_system_error(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                          struct tr_variable *node)
{
    unsigned char code[2 * WORD];
    struct tr_bytes there = tr_bytes_at(bytes, CODE);
    if (!tr_read_exception(reading, type, bytes, node))
        return false;
    if (tr_bytes_read_some(reading, &there, code, sizeof(code)) == sizeof(code))
        tr_add_fact(reading, node, "code", "std::error_code", TR_VALUE_CLASS,
                    spell_code(reading, tr_load_unsigned(code, 4), tr_load_unsigned(code + WORD, WORD)));
    return true;
}

/*
 * exception_ptr is a pointer to the object that was thrown. Before that the runtime keeps what it is: in the header of
 * libsupc++ (unwind-cxx.h) and in that of libc++abi (cxa_exception.h) the type lies equally far off.
 */
bool tr_read_exception_pointer(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                               struct tr_variable *node)
{
    enum { HEADER = 112 };
    Dwarf_Die class;
    uint64_t object, info;
    unsigned char word[WORD];
    struct tr_arena *arena = reading->values->arena;
    (void)type;
    if (tr_bytes_read_some(reading, bytes, word, sizeof(word)) < sizeof(word))
        return false;
    object = tr_load_unsigned(word, sizeof(word));
    node->kind = TR_VALUE_CONTAINER;
    node->value = tr_arena_printf(arena, "0x%" PRIx64, object);
    if (!object || !tr_memory_read_u64(reading->values->memory, object - HEADER, &info))
        return true;
    const char *name = tr_typeinfo_name(reading, info);
    if (name && tr_type_find(reading->dwarf, name, &class))
        tr_read_target(reading, &class, object, node);
    else if (name)
        node->value = tr_arena_printf(arena, "0x%" PRIx64 " (%s)", object, name);
    return true;
}
