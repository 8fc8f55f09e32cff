/* std::any: a pointer to the function that manages what it holds tells the type. */
#include "values/container_internal.h"

bool tr_read_any(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes, struct tr_variable *node)
{
    Dwarf_Die storage, class, held;
    struct tr_bytes inside;
    uint64_t manager, address;
    if (!tr_member_word(reading, type, bytes, "_M_manager", NULL, &manager) ||
        !tr_member_enter(reading, type, bytes, "_M_storage", &storage, &inside))
        return false;
    /* _Manager_internal<T> or _Manager_external<T>. */
    if (manager && (!tr_class_of_code(reading, manager, &class) || !tr_template_type(&class, 0, NULL, &held)))
        return false;
    node->kind = TR_VALUE_CONTAINER;
    node->size = tr_number(manager != 0);
    if (!manager) {
        node->value = "empty";
        return true;
    }
    if (tr_is_named(&class, "_Manager_external")) {
        if (!tr_member_word(reading, &storage, &inside, "_M_ptr", NULL, &address))
            return false;
        inside = tr_bytes_in_memory(address);
    }
    if (!tr_read_child(reading, node, "*", &held, &inside, 1))
        node->omitted_children = tr_number(1);
    tr_sum_states(node);
    return true;
}
