/* Classes around one thing: stack and queue around a container, atomic, complex, reference_wrapper. */
#include "values/container_internal.h"

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
    return tr_read_atomic_shared(reading, type, bytes, node);
}

bool tr_read_complex(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                     struct tr_variable *node)
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
    if (!tr_member_word(reading, type, bytes, "_M_data|__f_", &pointer, &address) ||
        !tr_pointee(reading, &pointer, &target))
        return false;
    tr_read_target(reading, &target, address, node);
    return true;
}
