#include "values/show.h"

#include "values/values_internal.h"

#include "symbols/type.h"

#include <inttypes.h>

static struct tr_reading begin(struct tr_values *values, const struct tr_shown *shown)
{
    struct tr_reading reading = tr_reading_begin(values, shown->dwarf, shown->name, 0);
    reading.function = shown->function;
    reading.frame = shown->frame;
    reading.secret |= shown->is_secret;
    return reading;
}

/* What only an expression leads to is no object of the report: its pointers refer to what variables have made known. */
static void weaken(struct tr_values *values, size_t first)
{
    for (size_t i = first; i < values->links.count; i++)
        tr_list_at(&values->links, struct tr_link, i)->weak = true;
}

static struct tr_variable *show(struct tr_values *values, Dwarf_Die *type, const struct tr_shown *shown,
                                struct tr_lead *lead)
{
    struct tr_reading reading = begin(values, shown);
    reading.lead = lead;
    struct tr_variable *node = tr_variable_make(values, "", tr_cached_name(values, type));
    struct tr_bytes bytes = {.copy = shown->bytes, .size = shown->size, .missing = shown->missing};
    size_t links = values->links.count;
    if (shown->in_memory)
        bytes = tr_bytes_in_memory(shown->address);
    if (shown->bit_size)
        tr_read_bits(&reading, type, &bytes, shown->bit_offset, shown->bit_size, node);
    else
        tr_read_value(&reading, type, &bytes, node);
    weaken(values, links);
    return node;
}

struct tr_variable *tr_show_value(struct tr_values *values, Dwarf_Die *type, const struct tr_shown *shown)
{
    return show(values, type, shown, NULL);
}

bool tr_show_lead(struct tr_values *values, Dwarf_Die *type, const struct tr_shown *shown, const char *key,
                  Dwarf_Die *ret_type, uint64_t *ret_address)
{
    struct tr_lead lead = {.key = key ? tr_arena_printf(values->arena, "[%s]", key) : NULL};
    (void)show(values, type, shown, &lead);
    if (!lead.is_found)
        return false;
    *ret_type = lead.type;
    *ret_address = lead.address;
    return true;
}

static bool read_text(struct tr_reading *reading, Dwarf_Die *pointee, uint64_t address, struct tr_variable *node)
{
    struct tr_encoding encoding;
    struct tr_bytes target = tr_bytes_in_memory(address);
    return tr_maps_find(reading->values->maps, address) && tr_encoding_of(pointee, &encoding) &&
           tr_read_string(reading, &target, UINT64_MAX, &encoding, node);
}

struct tr_variable *tr_show_pointer(struct tr_values *values, Dwarf_Die *pointee, uint64_t address,
                                    const struct tr_shown *shown)
{
    struct tr_reading reading = begin(values, shown);
    struct tr_variable *node = tr_variable_make(values, "", "");
    node->kind = TR_VALUE_POINTER;
    node->value = tr_arena_printf(values->arena, "0x%" PRIx64, address);
    if (!address || (pointee && read_text(&reading, pointee, address, node)))
        return node;
    struct tr_link *link = tr_list_new(values->arena, &values->links, struct tr_link);
    *link = (struct tr_link){.variable = node,
                             .address = address,
                             .dwarf = shown->dwarf,
                             .has_pointee = pointee != NULL,
                             .weak = true,
                             .secret = reading.secret};
    if (pointee)
        link->pointee = *pointee;
    return node;
}

const char *tr_show_type(struct tr_values *values, Dwarf_Die *type)
{
    return tr_cached_name(values, type);
}
