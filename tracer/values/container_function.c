/* std::function, and which class has the code behind such a type: it tells what is held. */
#include "values/container_internal.h"

#include "symbols/symbol.h"

#include <string.h>

enum { WORD = 8 };

bool tr_class_of_code(const struct tr_reading *reading, uint64_t address, Dwarf_Die *ret)
{
    enum { MOST_INLINED = 16 };
    struct tr_function functions[MOST_INLINED];
    struct tr_image *image = tr_images_find(reading->values->images, address);
    struct tr_dwarf *dwarf = image ? tr_image_dwarf(image) : NULL;
    /* The types of another file's debug information are not those of this reading. */
    size_t count = dwarf == reading->dwarf ? tr_functions_at(dwarf, address, functions, MOST_INLINED) : 0;
    return count && !functions[count - 1].inlined && tr_type_around(dwarf, &functions[count - 1].die, ret);
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

/* What is called, by the symbols alone. */
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

/* Whether what is held lies inside of the function object: a constant of the handler's base class, _Base_manager. */
static bool is_stored_locally(const struct tr_reading *reading, Dwarf_Die *handler, bool *ret)
{
    const struct tr_members *bases = tr_members_of(reading->values, handler);
    Dwarf_Die base, child;
    size_t seen = 0;
    uint64_t value;
    if (!bases->count || !bases->items[0].is_base || !tr_strip(reading, &bases->items[0].type, &base) ||
        dwarf_child(&base, &child) != 0)
        return false;
    do {
        const char *name = dwarf_diename(&child);
        if (name && strcmp(name, "__stored_locally") == 0 && tr_die_unsigned(&child, DW_AT_const_value, &value)) {
            *ret = value != 0;
            return true;
        }
    } while (++seen < TR_LIMIT_TYPE_ENTRIES && dwarf_siblingof(&child, &child) == 0);
    return false;
}

/* The object that is called, where its class is described: a lambda has its captures there. */
static bool find_held(struct tr_reading *reading, uint64_t invoker, const struct tr_bytes *functor, Dwarf_Die *ret_type,
                      struct tr_bytes *ret)
{
    Dwarf_Die handler, stripped;
    bool is_local;
    unsigned char word[WORD];
    if (!tr_class_of_code(reading, invoker, &handler) || !tr_is_named(&handler, "_Function_handler") ||
        !tr_template_type(&handler, 1, NULL, ret_type) || !tr_strip(reading, ret_type, &stripped) ||
        !is_stored_locally(reading, &handler, &is_local) ||
        (dwarf_tag(&stripped) != DW_TAG_class_type && dwarf_tag(&stripped) != DW_TAG_structure_type))
        return false;
    *ret = *functor;
    if (is_local)
        return true;
    if (tr_bytes_read_some(reading, functor, word, sizeof(word)) < sizeof(word))
        return false;
    *ret = tr_bytes_in_memory(tr_load_unsigned(word, WORD));
    return true;
}

void tr_read_held(struct tr_reading *reading, Dwarf_Die *held, const struct tr_bytes *bytes, struct tr_variable *node)
{
    Dwarf_Die stripped;
    node->value = tr_cached_name(reading->values, held);
    if (!tr_strip(reading, held, &stripped) || !tr_members_of(reading->values, &stripped)->count)
        return;
    if (!tr_read_child(reading, node, "*", held, bytes, 1))
        node->omitted_children = tr_number(1);
    tr_sum_states(node);
}

static void read_call(struct tr_reading *reading, uint64_t invoker, const struct tr_bytes *functor,
                      struct tr_variable *node)
{
    Dwarf_Die held;
    struct tr_bytes there;
    if (find_held(reading, invoker, functor, &held, &there))
        tr_read_held(reading, &held, &there, node);
    else
        node->value = target_of(reading, invoker, functor);
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
    if (!manager)
        node->value = "0x0";
    else if (tr_maps_find(reading->values->maps, invoker))
        read_call(reading, invoker, &inside, node);
    else
        tr_set_state(node, TR_STATE_UNREADABLE, "what it calls is not mapped");
    return true;
}
