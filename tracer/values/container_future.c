/* future, shared_future, promise: the value that they share, once it is there (include/std/future). */
#include "values/container_internal.h"

/* A result is {virtual table, exception_ptr, value}; of a class that the library defines, so that programs need not. */
enum { WORD = 8, ERROR = WORD, VALUE = 2 * WORD };

static bool state_of(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes, Dwarf_Die *ret_class,
                     uint64_t *ret)
{
    Dwarf_Die owner, pointer, class;
    struct tr_bytes inside;
    return tr_member_enter(reading, type, bytes, "_M_state|_M_future", &owner, &inside) &&
           tr_member_word(reading, &owner, &inside, "_M_ptr", &pointer, ret) && tr_pointee(reading, &pointer, &class) &&
           tr_strip(reading, &class, ret_class);
}

static void read_error(struct tr_reading *reading, uint64_t address, struct tr_variable *node)
{
    struct tr_bytes bytes = tr_bytes_in_memory(address);
    size_t rest;
    struct tr_variable *error = tr_child_begin(reading, node, "exception", "std::exception_ptr", 1, &rest);
    if (!error)
        return;
    (void)tr_read_exception_pointer(reading, NULL, &bytes, error);
    tr_child_end(reading, rest);
}

static void read_result(struct tr_reading *reading, Dwarf_Die *type, uint64_t result, struct tr_variable *node)
{
    Dwarf_Die value;
    uint64_t error;
    if (!tr_memory_read_u64(reading->values->memory, result + ERROR, &error)) {
        tr_set_state(node, TR_STATE_UNREADABLE, "its result lies in memory that cannot be read");
        return;
    }
    node->value = error ? "ready, with an exception" : "ready";
    if (error) {
        read_error(reading, result + ERROR, node);
    } else if (tr_template_type(type, 0, NULL, &value) && dwarf_tag(&value) != DW_TAG_reference_type) {
        struct tr_bytes bytes = tr_bytes_in_memory(result + tr_node_offset(reading, &value, VALUE));
        if (!tr_read_child(reading, node, "*", &value, &bytes, 1))
            node->omitted_children = tr_number(1);
    }
}

bool tr_read_future(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes, struct tr_variable *node)
{
    Dwarf_Die class, owner;
    struct tr_bytes inside;
    uint64_t state, result;
    if (!state_of(reading, type, bytes, &class, &state))
        return false;
    struct tr_bytes object = tr_bytes_in_memory(state);
    if (state && !tr_member_enter(reading, &class, &object, "_M_result", &owner, &inside))
        return false;
    node->kind = TR_VALUE_CONTAINER;
    if (!state)
        node->value = "empty";
    else if (!tr_memory_read_u64(reading->values->memory, inside.address, &result))
        tr_set_state(node, TR_STATE_UNREADABLE, "what it shares lies in memory that cannot be read");
    else if (!result)
        node->value = "not ready";
    else
        read_result(reading, type, result, node);
    tr_sum_states(node);
    return true;
}
