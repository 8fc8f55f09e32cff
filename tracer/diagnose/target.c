#include "diagnose/target.h"

#include "diagnose/address.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const struct tr_object *object_of(const struct tr_facts *facts, const struct tr_evaluated *expression)
{
    if (!expression->points_to || !facts->report->memory)
        return NULL;
    TR_EACH(const struct tr_object, object, &facts->report->memory->objects)
    {
        if (strcmp(object->id, expression->points_to->object) == 0)
            return object;
    }
    return NULL;
}

/* The frame of the primary thread whose variable @p object is, or NULL. */
static const struct tr_frame *frame_of(const struct tr_facts *facts, const struct tr_object *object)
{
    int number;
    if (!object->variable || sscanf(object->variable, "/threads/0/frames/%d/", &number) != 1)
        return NULL;
    TR_EACH(const struct tr_frame, frame, &tr_facts_thread(facts)->frames)
    {
        if (frame->index.known && frame->index.value == number)
            return frame;
    }
    return NULL;
}

const char *tr_target_variable(const struct tr_facts *facts, const struct tr_evaluated *expression)
{
    const struct tr_object *object = object_of(facts, expression);
    if (!object || !object->region || strcmp(object->region, "stack") != 0)
        return NULL;
    const struct tr_frame *frame = frame_of(facts, object);
    if (!frame || !frame->function)
        return NULL;
    int64_t offset = expression->points_to->offset.value;
    const char *where = offset ? tr_arena_printf(facts->arena, "%" PRId64 " bytes into", offset) : "the address of";
    return tr_arena_printf(facts->arena, "%s %s, a local variable of %s", where, tr_facts_name(facts, object->id),
                           tr_facts_name(facts, frame->function));
}

const struct tr_region *tr_target_region(const struct tr_facts *facts, uint64_t address)
{
    if (!facts->report->memory)
        return NULL;
    TR_EACH(const struct tr_region, region, &facts->report->memory->regions)
    {
        if (address >= region->start.value && address < region->end.value)
            return region;
    }
    return NULL;
}

const char *tr_target_not_allocated(const struct tr_facts *facts, const struct tr_evaluated *expression)
{
    const char *variable = tr_target_variable(facts, expression);
    if (variable || !expression->word.known)
        return variable;
    const struct tr_region *region = tr_target_region(facts, expression->word.value);
    struct tr_word stack = tr_facts_register(facts, "rsp");
    if (!region)
        return NULL;
    if (stack.known && region == tr_target_region(facts, stack.value))
        return "memory of the stack";
    /* The mapping of a file; the allocator's are "[heap]" or have no name. */
    if (!region->name || region->name[0] != '/' || !region->permissions)
        return NULL;
    if (region->permissions[1] == 'w')
        return "static memory of the program";
    const char *literal = tr_address_literal(facts, expression->word.value);
    return literal ? tr_arena_printf(facts->arena, "the string literal %s", literal) : "read-only memory of the program";
}
