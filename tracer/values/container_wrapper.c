/* Classes around one thing: stack and queue around a container, atomic, complex, function, reference_wrapper. */
#include "values/container_internal.h"

#include "symbols/symbol.h"

#include <string.h>

enum { WORD = 8 };

bool tr_read_adaptor(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                     struct tr_variable *node)
{
    Dwarf_Die inner;
    struct tr_bytes inside;
    return tr_member_enter(reading, type, bytes, "c", &inner, &inside) &&
           tr_read_container(reading, &inner, &inside, node);
}

bool tr_read_atomic(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes, struct tr_variable *node)
{
    static const char *const names[] = {"_M_i", "_M_p", "_M_fp"};
    Dwarf_Die value, base = *type;
    struct tr_bytes there, inside = *bytes;
    if (!tr_member_enter(reading, type, bytes, "_M_base", &base, &inside) &&
        !tr_member_enter(reading, type, bytes, "_M_b", &base, &inside))
        inside = *bytes;
    for (size_t i = 0; i < TR_COUNT(names); i++) {
        if (!tr_find_member(reading, &base, &inside, names[i], &value, &there))
            continue;
        tr_read_value(reading, &value, &there, node);
        return true;
    }
    return false;
}

bool tr_read_complex(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes, struct tr_variable *node)
{
    Dwarf_Die value;
    struct tr_bytes there;
    if (!tr_find_member(reading, type, bytes, "_M_value", &value, &there))
        return false;
    tr_read_value(reading, &value, &there, node);
    return true;
}

bool tr_read_reference_wrapper(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                               struct tr_variable *node)
{
    Dwarf_Die pointer, target;
    uint64_t address;
    if (!tr_member_word(reading, type, bytes, "_M_data", &pointer, &address) || !tr_pointee(reading, &pointer, &target))
        return false;
    tr_read_target(reading, &target, address, node);
    return true;
}

/*
 * The class that a std::function holds: the second argument of the handler whose _M_invoke it calls, as its demangled
 * name spells it, "std::_Function_handler<int (int), main::{lambda(int)#1}>::_M_invoke(…)". NULL when it is another.
 */
static const char *held_class(struct tr_arena *arena, const char *signature)
{
    static const char handler[] = "_Function_handler<";
    const char *at = strstr(signature, handler), *start = NULL;
    if (!at)
        return NULL;
    int depth = 0;
    for (at += sizeof(handler) - 1; *at; at++) {
        if (strchr("<({[", *at)) {
            depth++;
        } else if (*at == '>' && !depth) {
            return start && at > start ? tr_arena_strndup(arena, start, (size_t)(at - start)) : NULL;
        } else if (strchr(">)}]", *at) && at[-1] != '-') {
            depth--;
        } else if (*at == ',' && !depth && !start) {
            start = at + 1 + (at[1] == ' ');
        }
    }
    return NULL;
}

static const char *target_of(struct tr_reading *reading, uint64_t invoker, const struct tr_bytes *functor)
{
    struct tr_values *values = reading->values;
    struct tr_image *image = tr_images_find(values->images, invoker);
    struct tr_symbol symbol;
    unsigned char word[WORD];
    tr_auto_str struct tr_str text = {0};
    const char *held = NULL;
    if (image && tr_symbol_at(image, invoker, &symbol))
        held = held_class(values->arena, symbol.signature ? symbol.signature : symbol.name);
    bool is_pointer = held && strstr(held, "(*)");
    if (held && !is_pointer)
        return held;
    if (is_pointer && tr_bytes_read_some(reading, functor, word, sizeof(word)) == sizeof(word))
        invoker = tr_load_unsigned(word, WORD);
    (void)tr_format_code(values, &text, invoker);
    return tr_arena_strdup(values->arena, tr_str_text(&text));
}

bool tr_read_function_object(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                             struct tr_variable *node)
{
    Dwarf_Die functor;
    struct tr_bytes inside;
    uint64_t manager, invoker;
    if (!tr_member_word(reading, type, bytes, "_M_manager", NULL, &manager) ||
        !tr_member_word(reading, type, bytes, "_M_invoker", NULL, &invoker) ||
        !tr_find_member(reading, type, bytes, "_M_functor", &functor, &inside))
        return false;
    node->kind = TR_VALUE_FUNCTION;
    node->value = "0x0";
    if (!manager)
        return true;
    if (tr_maps_find(reading->values->maps, invoker))
        node->value = target_of(reading, invoker, &inside);
    else
        tr_set_state(node, TR_STATE_UNREADABLE, "what it calls is not mapped");
    return true;
}
