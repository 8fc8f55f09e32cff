/* std::any: a pointer to the function that manages what it holds tells the type. */
#include "values/container_internal.h"

/*
 * The manager is a function of the class _Manager_internal<T> or _Manager_external<T>, in libc++ _SmallHandler<T> or
 * _LargeHandler<T>: of the second the storage has a pointer to the object.
 */
static bool read_managed(struct tr_reading *reading, uint64_t manager, Dwarf_Die *storage, const struct tr_bytes *bytes,
                         struct tr_variable *node)
{
    Dwarf_Die class, held;
    struct tr_bytes inside = *bytes;
    uint64_t address;
    if (!manager) {
        node->kind = TR_VALUE_CONTAINER;
        node->size = tr_number(0);
        node->value = "empty";
        return true;
    }
    if (!tr_maps_find(reading->values->maps, manager)) {
        node->kind = TR_VALUE_CONTAINER;
        tr_set_state(node, TR_STATE_UNREADABLE, "the function that manages it is not mapped");
        return true;
    }
    if (!tr_class_of_code(reading, manager, &class) || !tr_template_type(&class, 0, NULL, &held))
        return false;
    if (tr_is_named(&class, "_Manager_external") || tr_is_named(&class, "_LargeHandler")) {
        if (!tr_member_word(reading, storage, bytes, "_M_ptr|__ptr", NULL, &address))
            return false;
        inside = tr_bytes_in_memory(address);
    }
    return tr_read_active(reading, &held, &inside, node);
}

bool tr_read_any(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes, struct tr_variable *node)
{
    Dwarf_Die storage;
    struct tr_bytes inside;
    uint64_t manager;
    return tr_member_word(reading, type, bytes, "_M_manager|__h|__h_", NULL, &manager) &&
           tr_member_enter(reading, type, bytes, "_M_storage|__s|__s_", &storage, &inside) &&
           read_managed(reading, manager, &storage, &inside, node);
}
