#include "formats/markdown/names.h"

#include "model/visit.h"

#include <inttypes.h>

static bool name(struct tr_arena *arena, const struct tr_points_to *to, const char **value)
{
    if (!to || !to->object || !*value)
        return false;
    *value = to->offset.known && to->offset.value
                 ? tr_arena_printf(arena, "&%s%+" PRId64, to->object, to->offset.value)
                 : tr_arena_printf(arena, "&%s", to->object);
    return true;
}

static bool name_variable(void *arena, void *object)
{
    struct tr_variable *variable = object;
    return variable->kind == TR_VALUE_POINTER && name(arena, variable->points_to, &variable->value);
}

/* The text of a string is worth more than the name of the array that holds it. */
static bool name_operand(void *arena, void *object)
{
    struct tr_operand *operand = object;
    return operand->value && operand->value[0] == '0' && name(arena, operand->points_to, &operand->value);
}

struct tr_report *tr_markdown_named(struct tr_arena *arena, const struct tr_report *report)
{
    struct tr_report *copy = tr_record_copy(&tr_record_report, arena, report);
    tr_record_each(&tr_record_report, copy, &tr_record_variable, name_variable, arena);
    tr_record_each(&tr_record_report, copy, &tr_record_operand, name_operand, arena);
    return copy;
}
