/* Classes of libc++ around one thing, or around one of several. */
#include "values/container_internal.h"

#include <inttypes.h>

enum { WORD = 8 };

/* The elements are base classes, __tuple_leaf<N, T>; one without members is itself a base class there. */
static bool leaf_at(const struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes, unsigned index,
                    Dwarf_Die *ret_type, struct tr_bytes *ret_bytes)
{
    Dwarf_Die base, leaf;
    struct tr_bytes inside;
    uint64_t offset;
    if (!tr_member_enter(reading, type, bytes, "__base_", &base, &inside))
        return false;
    const struct tr_members *leaves = tr_members_of(reading->values, &base);
    if (index >= leaves->count || !leaves->items[index].is_base || !leaves->items[index].is_typed ||
        !tr_strip(reading, &leaves->items[index].type, &leaf) || !tr_is_named(&leaf, "__tuple_leaf") ||
        !tr_member_offset(reading, &leaves->items[index], &inside, &offset))
        return false;
    inside = tr_bytes_at(&inside, offset);
    if (tr_find_member(reading, &leaf, &inside, "__value_", ret_type, ret_bytes))
        return true;
    *ret_bytes = inside;
    return tr_template_type(&leaf, 0, NULL, ret_type);
}

bool tr_read_libcxx_tuple(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                          struct tr_variable *node)
{
    return tr_read_elements_of_tuple(reading, type, bytes, leaf_at, node);
}

/* Into the base classes of a variant, each of which does one thing for it, down to that with the storage. */
static bool enter_storage(const struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes)
{
    enum { DEEPEST = 16 };
    Dwarf_Die ignored;
    struct tr_bytes there;
    for (unsigned i = 0; i < DEEPEST; i++) {
        if (tr_find_member(reading, type, bytes, "__index|__index_", &ignored, &there))
            return true;
        const struct tr_members *members = tr_members_of(reading->values, type);
        if (!members->count || !members->items[0].is_base || !members->items[0].is_typed ||
            !tr_strip(reading, &members->items[0].type, type))
            return false;
    }
    return false;
}

bool tr_read_libcxx_variant(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                            struct tr_variable *node)
{
    Dwarf_Die inner, storage, value, member;
    struct tr_bytes inside, there, ignored;
    uint64_t index, size;
    if (!tr_member_enter(reading, type, bytes, "__impl|__impl_", &inner, &inside) ||
        !enter_storage(reading, &inner, &inside) ||
        !tr_member_enter(reading, &inner, &inside, "__data|__data_", &storage, &there) ||
        !tr_find_member(reading, &inner, &inside, "__index|__index_", &member, &ignored) ||
        !tr_value_size(reading, &member, &size) || !size || size > 8 ||
        !tr_member_number(reading, &inner, &inside, "__index|__index_", &index))
        return false;
    if (index <= UINT16_MAX && tr_template_type(type, (unsigned)index, NULL, &value))
        return tr_read_active(reading, &value, &there, node);
    node->kind = TR_VALUE_CONTAINER;
    if (index == UINT64_MAX >> (64 - 8 * size)) {
        node->size = tr_number(0);
        node->value = "valueless";
    } else {
        tr_set_state(node, TR_STATE_UNREADABLE,
                     tr_arena_printf(reading->values->arena, "it has no alternative %" PRIu64, index));
    }
    return true;
}

/*
 * What a function holds lies in an object of the class __func<T, …>, {virtual table, T}. Which it is the code of one of
 * its virtual functions tells: those that make copies are its own.
 */
static bool class_of_held(const struct tr_reading *reading, uint64_t object, Dwarf_Die *ret)
{
    enum { CLONE = 2 };
    uint64_t table, code;
    return tr_memory_read_u64(reading->values->memory, object, &table) &&
           tr_memory_read_u64(reading->values->memory, table + CLONE * WORD, &code) &&
           tr_class_of_code(reading, code, ret) && tr_is_named(ret, "__func");
}

/* A pointer to a function is told as one. */
static void read_code(struct tr_reading *reading, uint64_t address, struct tr_variable *node)
{
    uint64_t code;
    tr_auto_str struct tr_str text = {0};
    if (!tr_memory_read_u64(reading->values->memory, address, &code)) {
        tr_set_state(node, TR_STATE_UNREADABLE, "what it calls lies in memory that cannot be read");
        return;
    }
    (void)tr_format_code(reading->values, &text, code);
    node->value = tr_arena_strdup(reading->values->arena, tr_str_text(&text));
}

bool tr_read_libcxx_function(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                             struct tr_variable *node)
{
    Dwarf_Die inner, class, held, stripped;
    struct tr_bytes inside;
    uint64_t object;
    if (!tr_member_enter(reading, type, bytes, "__f_", &inner, &inside) ||
        !tr_member_word(reading, &inner, &inside, "__f_", NULL, &object))
        return false;
    if (object && (!class_of_held(reading, object, &class) || !tr_template_type(&class, 0, NULL, &held) ||
                   !tr_strip(reading, &held, &stripped)))
        return false;
    node->kind = TR_VALUE_FUNCTION;
    inside = tr_bytes_in_memory(object + WORD);
    if (!object)
        node->value = "0x0";
    else if (dwarf_tag(&stripped) == DW_TAG_pointer_type)
        read_code(reading, object + WORD, node);
    else
        tr_read_held(reading, &held, &inside, node);
    return true;
}

bool tr_read_libcxx_atomic(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                           struct tr_variable *node)
{
    Dwarf_Die inner, value;
    struct tr_bytes inside, there;
    if (!tr_member_enter(reading, type, bytes, "__a_", &inner, &inside) ||
        !tr_find_member(reading, &inner, &inside, "__a_value", &value, &there))
        return false;
    tr_read_value(reading, &value, &there, node);
    return true;
}

bool tr_read_libcxx_complex(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                            struct tr_variable *node)
{
    Dwarf_Die real, imaginary;
    struct tr_bytes first, second;
    struct tr_variable parts[2] = {*node, *node};
    if (!tr_find_member(reading, type, bytes, "__re_", &real, &first) ||
        !tr_find_member(reading, type, bytes, "__im_", &imaginary, &second))
        return false;
    tr_read_value(reading, &real, &first, &parts[0]);
    tr_read_value(reading, &imaginary, &second, &parts[1]);
    *node = parts[parts[0].state == TR_STATE_OK];
    node->kind = TR_VALUE_FLOAT;
    if (parts[0].value && parts[1].value)
        node->value = tr_arena_printf(reading->values->arena, "%s%s%si", parts[0].value,
                                      *parts[1].value == '-' ? "" : "+", parts[1].value);
    return true;
}
