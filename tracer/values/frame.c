#include "values/values_internal.h"

#include "base/secret.h"
#include "symbols/type.h"

#include <inttypes.h>

struct visit {
    struct tr_values *values;
    const struct tr_function *function;
    const struct tr_frame_context *context;
    const char *pointer;
    struct tr_reached reached;
    struct tr_frame *frame;
    size_t omitted;
};

struct tr_reading tr_reading_begin(struct tr_values *values, struct tr_dwarf *dwarf, const char *name, size_t limit)
{
    size_t left = values->nodes < limit ? limit - values->nodes : 0;
    size_t share = (left + TR_LIMIT_VARIABLE_SHARE - 1) / TR_LIMIT_VARIABLE_SHARE;
    return (struct tr_reading){
        .values = values,
        .dwarf = dwarf,
        .left = share < TR_LIMIT_VARIABLE_NODES ? share : TR_LIMIT_VARIABLE_NODES,
        .secret = tr_secret_name(name),
    };
}

bool tr_values_full(struct tr_values *values)
{
    if (values->nodes < TR_LIMIT_VALUE_NODES - TR_LIMIT_OBJECT_NODES)
        return false;
    values->cut = true;
    return true;
}

static void add_named(struct tr_reading *reading, Dwarf_Die *type, uint64_t start, const char *pointer,
                      const struct tr_variable *node)
{
    struct tr_values *values = reading->values;
    uint64_t size;
    if (!tr_value_size(reading, type, &size) || !size)
        return;
    struct tr_named *named = tr_list_new(values->arena, &values->named, struct tr_named);
    *named = (struct tr_named){
        .start = start, .size = size, .name = node->name, .type_name = node->type, .pointer = pointer};
}

/* The compiler removed a pointer but knows the variable that it would point to (DWARF 5, 2.6.1.1.4). */
static void read_implicit_pointer(struct tr_reading *reading, const struct tr_place *place, Dwarf_Die *type,
                                  struct tr_variable *node)
{
    Dwarf_Die target = place->target, pointer_type, pointee;
    struct tr_place there = {.type = TR_PLACE_NONE};
    tr_set_state(node, TR_STATE_OPTIMIZED_OUT, "the pointer is optimized out; what it would point to is known");
    if (!reading->function || !reading->frame || !tr_strip(reading, type, &pointer_type) ||
        !tr_type_of(&pointer_type, &pointee))
        return;
    tr_locate_variable(&target, reading->function, reading->frame, &there);
    struct tr_bytes bytes = there.type == TR_PLACE_MEMORY
                                ? tr_bytes_in_memory(there.address)
                                : (struct tr_bytes){.copy = there.bytes, .size = there.size, .missing = there.missing};
    if (there.type != TR_PLACE_MEMORY && there.type != TR_PLACE_VALUE && there.type != TR_PLACE_PIECES)
        return;
    bytes = tr_bytes_at(&bytes, (uint64_t)place->offset);
    (void)tr_read_child(reading, node, "*", &pointee, &bytes, 1);
}

void tr_read_place(struct tr_reading *reading, Dwarf_Die *variable, const struct tr_place *place, const char *pointer,
                   struct tr_variable *node)
{
    Dwarf_Die type;
    if (!tr_type_of(variable, &type)) {
        tr_set_state(node, TR_STATE_UNAVAILABLE, "the debug information gives it no type");
        return;
    }
    struct tr_bytes bytes = {.copy = place->bytes, .size = place->size, .missing = place->missing};
    switch (place->type) {
    case TR_PLACE_MEMORY:
        bytes = tr_bytes_in_memory(place->address);
        tr_read_whole(reading, &type, &bytes, node);
        /* Of text behind a pointer and of a referenced variable the reader told the address already. */
        if (!node->address.known)
            node->address = tr_word(place->address);
        add_named(reading, &type, place->address, pointer, node);
        break;
    case TR_PLACE_VALUE:
    case TR_PLACE_PIECES:
        tr_read_whole(reading, &type, &bytes, node);
        break;
    case TR_PLACE_POINTER:
        read_implicit_pointer(reading, place, &type, node);
        break;
    case TR_PLACE_NONE:
        tr_set_state(node, place->state ? place->state : TR_STATE_UNAVAILABLE,
                     place->reason ? place->reason : "where it lies is not known");
        break;
    }
}

static struct tr_variable *make_node(struct visit *visit, const struct tr_scope_variable *variable)
{
    Dwarf_Die die = variable->die, type;
    bool typed = tr_type_of(&die, &type);
    struct tr_variable *node =
        tr_variable_make(visit->values, variable->name, tr_cached_name(visit->values, typed ? &type : NULL));
    if (typed)
        node->kind = tr_value_kind(&type);
    if (variable->declared_line > 0)
        node->line = tr_number(variable->declared_line);
    return node;
}

static bool add_variable(void *arg, const struct tr_scope_variable *variable)
{
    struct visit *visit = arg;
    struct tr_values *values = visit->values;
    struct tr_list *list = variable->is_parameter ? &visit->frame->arguments : &visit->frame->locals;
    if (visit->frame->arguments.count + visit->frame->locals.count >= TR_LIMIT_VARIABLES || tr_values_full(values)) {
        visit->omitted++;
        return true;
    }
    struct tr_reading reading = tr_reading_begin(values, visit->function->unit->dwarf, variable->name,
                                                 TR_LIMIT_VALUE_NODES - TR_LIMIT_OBJECT_NODES);
    reading.function = visit->function;
    reading.frame = visit->context;
    struct tr_variable *node = make_node(visit, variable);
    const char *pointer = tr_arena_printf(values->arena, "%s/%s/%zu", visit->pointer,
                                          variable->is_parameter ? "arguments" : "locals", list->count);
    tr_list_add(values->arena, list, node);
    Dwarf_Die die = variable->die, type;
    struct tr_place place = {.type = TR_PLACE_NONE};
    tr_locate_variable(&die, visit->function, visit->context, &place);
    const char *reason;
    if (tr_not_set_yet(&visit->reached, values, variable, &place, &reason)) {
        tr_set_state(node, TR_STATE_UNINITIALIZED, reason);
        node->address = tr_word(place.address);
        if (tr_type_of(&die, &type))
            add_named(&reading, &type, place.address, pointer, node);
        return true;
    }
    tr_read_place(&reading, &die, &place, pointer, node);
    if (!node->reason)
        node->reason = reason ? reason : place.reason;
    return true;
}

void tr_values_frame(struct tr_values *values, const struct tr_function *function,
                     const struct tr_frame_context *context, int position, const char *pointer, struct tr_frame *frame)
{
    struct visit visit = {
        .values = values,
        .function = function,
        .context = context,
        .pointer = pointer,
        .reached = {.function = function, .frame = context, .position = position},
        .frame = frame,
    };
    const struct tr_mapping *stack = context->cfa ? tr_maps_find(values->maps, context->cfa) : NULL;
    if (stack && stack->writable)
        tr_list_add(values->arena, &values->stacks, (void *)stack);
    tr_scope_variables(function, context->lookup_pc, add_variable, &visit);
    tr_reached_deinit(&visit.reached);
    if (visit.omitted)
        frame->omitted_variables = tr_number((int64_t)visit.omitted);
}
