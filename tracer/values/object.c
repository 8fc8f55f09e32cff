#include "values/name.h"
#include "values/values_internal.h"

#include "symbols/type.h"

#include <string.h>

/* An entry of memory.objects in the making. */
struct tr_target {
    uint64_t start, size;
    const char *name; /* of the variable that it is; NULL otherwise */
    const char *type_name;
    const char *identity; /* name of the type without typedefs and qualifiers */
    struct tr_object *object;
    struct tr_variable *content; /* NULL when the report shows it elsewhere */
    struct tr_target *within;    /* the larger object that this turned out to be a part of; NULL otherwise */
};

struct graph {
    struct tr_values *values;
    struct tr_list targets;
    struct tr_list omitted; /* uint64_t: addresses of objects left out, each once */
};

struct tr_named *tr_named_find(const struct tr_values *values, uint64_t start, const char *name)
{
    TR_EACH(struct tr_named, named, &values->named)
    if (named->start == start && strcmp(named->name, name) == 0)
        return named;
    return NULL;
}

static struct tr_target *make_target(struct graph *graph, uint64_t start, uint64_t size, const char *type_name,
                                     const char *identity)
{
    struct tr_arena *arena = graph->values->arena;
    struct tr_target *target = tr_list_new(arena, &graph->targets, struct tr_target);
    *target = (struct tr_target){.start = start,
                                 .size = size,
                                 .type_name = type_name,
                                 .identity = identity,
                                 .object = tr_arena_new(arena, struct tr_object)};
    target->object->address = tr_word(start);
    target->object->type = type_name;
    target->object->region = tr_region_name(graph->values, start);
    return target;
}

/* Whether a variable of @p type is or begins with one, or an array, of @p pointee: as far as the names tell. */
static bool fits(const char *type, const char *pointee)
{
    size_t length = strlen(pointee);
    return strncmp(type, pointee, length) == 0 && (!type[length] || type[length] == '[');
}

/*
 * The variable that @p address lies in, or just behind. Behind the end of one often lies the start of another; then the
 * pointer's type decides.
 */
static struct tr_named *named_at(const struct tr_values *values, uint64_t address, const char *pointee)
{
    struct tr_named *inside = NULL, *behind = NULL;
    TR_EACH(struct tr_named, named, &values->named)
    {
        if (!inside && address - named->start < named->size)
            inside = named;
        if (!behind && address == named->start + named->size && pointee && fits(named->type_name, pointee))
            behind = named;
    }
    if (inside && behind && address == inside->start && !fits(inside->type_name, pointee))
        return behind;
    return inside ? inside : behind;
}

static void link_to_named(struct graph *graph, struct tr_link *link, struct tr_named *named)
{
    if (!named->target) {
        named->target = make_target(graph, named->start, named->size, named->type_name, named->type_name);
        named->target->name = named->name;
        named->target->object->variable = named->pointer;
    }
    link->target = named->target;
    if (link->address == named->start + named->size)
        link->variable->reason = tr_arena_printf(graph->values->arena, "one past the end of %s", named->name);
}

/* The object that contains all @p size bytes at @p address; of equal size only with the same type. */
static struct tr_target *target_at(const struct graph *graph, uint64_t address, uint64_t size, const char *identity)
{
    TR_EACH(struct tr_target, target, &graph->targets)
    {
        uint64_t offset = address - target->start;
        if (offset >= target->size || size > target->size - offset)
            continue;
        if (!target->name && identity && size == target->size && strcmp(identity, target->identity) != 0)
            continue;
        return target;
    }
    return NULL;
}

static void read_target(struct graph *graph, struct tr_target *target, Dwarf_Die *type, struct tr_dwarf *dwarf,
                        bool secret)
{
    struct tr_values *values = graph->values;
    struct tr_reading reading = tr_reading_begin(values, dwarf, target->name, TR_LIMIT_VALUE_NODES);
    reading.secret |= secret;
    reading.in_object = true;
    struct tr_bytes bytes = tr_bytes_in_memory(target->start);
    target->content = tr_variable_make(values, "[0]", target->type_name);
    tr_read_whole(&reading, type, &bytes, target->content);
}

static void fill_object(struct tr_arena *arena, const struct tr_target *target)
{
    struct tr_object *object = target->object;
    struct tr_variable *content = target->content;
    if (!content)
        return;
    if (content->state != TR_STATE_OK)
        object->state = content->state;
    /* What a pointer in turn points to is told of a variable: of the first element. */
    if (content->kind == TR_VALUE_POINTER && content->state == TR_STATE_OK) {
        tr_list_add(arena, &object->children, content);
        return;
    }
    object->reason = content->reason;
    object->kind = content->kind;
    object->value = content->value;
    object->size = content->size;
    object->children = content->children;
    object->omitted_children = content->omitted_children;
}

/* A static variable that the report does not show among globals or locals. */
static bool link_to_static(struct graph *graph, struct tr_link *link)
{
    struct tr_values *values = graph->values;
    Dwarf_Die die, type;
    uint64_t start, size;
    struct tr_image *image = tr_images_find(values->images, link->address);
    if (!image || image->is_system || !tr_static_at(values->images, link->address, &die, &start) ||
        !tr_type_of(&die, &type))
        return false;
    struct tr_dwarf *dwarf = tr_image_dwarf(image);
    struct tr_reading reading = tr_reading_begin(values, dwarf, NULL, 0);
    const char *name = dwarf_diename(&die);
    if (!name || !tr_value_size(&reading, &type, &size) || link->address - start >= size)
        return false;
    link->target = make_target(graph, start, size, tr_cached_name(values, &type), tr_cached_name(values, &type));
    link->target->name = name;
    read_target(graph, link->target, &type, dwarf, link->secret);
    return true;
}

static void omit(struct graph *graph, uint64_t address)
{
    TR_EACH(const uint64_t, known, &graph->omitted)
    if (*known == address)
        return;
    *tr_list_new(graph->values->arena, &graph->omitted, uint64_t) = address;
}

/* What can be linked to without knowing more: variables and objects that are there. */
static bool link_to_known(struct graph *graph, struct tr_link *link, uint64_t start, uint64_t size,
                          const char *identity)
{
    struct tr_named *named = named_at(graph->values, link->address, identity);
    if (named) {
        link_to_named(graph, link, named);
        return true;
    }
    link->target = target_at(graph, start, size, identity);
    return link->target != NULL;
}

/* An object is not const because a pointer to it is. */
static Dwarf_Die unqualified(Dwarf_Die type)
{
    Dwarf_Die next;
    for (unsigned i = 0; i < TR_LIMIT_DIE_DEPTH; i++) {
        int tag = dwarf_tag(&type);
        if ((tag != DW_TAG_const_type && tag != DW_TAG_volatile_type) || !tr_type_of(&type, &next))
            break;
        type = next;
    }
    return type;
}

static void follow(struct graph *graph, struct tr_link *link)
{
    struct tr_values *values = graph->values;
    struct tr_reading reading = tr_reading_begin(values, link->dwarf, NULL, 0);
    Dwarf_Die type = link->pointee;
    uint64_t size = 0;
    bool sized = link->has_pointee && tr_strip(&reading, &type, &type) && tr_value_size(&reading, &type, &size) && size;
    uint64_t start = link->address;
    bool derived = sized && !link->weak && tr_dynamic_type(&reading, &type, &start) &&
                   tr_value_size(&reading, &type, &size) && size;
    const char *identity = sized ? tr_cached_name(values, &type) : NULL;
    if (link_to_known(graph, link, start, sized ? size : 1, identity) || !tr_maps_find(values->maps, link->address))
        return;
    bool full = graph->targets.count >= TR_LIMIT_OBJECTS || values->nodes >= TR_LIMIT_VALUE_NODES;
    if (!full && link_to_static(graph, link))
        return;
    if (!sized || link->weak)
        return;
    if (full) {
        omit(graph, link->address);
        return;
    }
    Dwarf_Die written = derived ? type : unqualified(link->pointee);
    link->target = make_target(graph, start, size, tr_cached_name(values, &written), identity);
    read_target(graph, link->target, &written, link->dwarf, link->secret);
}

/* A pointer to a member may be met before one to the whole: the member's entry then gives way. */
static void merge(struct graph *graph)
{
    TR_EACH(struct tr_target, part, &graph->targets)
    {
        if (part->name)
            continue;
        TR_EACH(struct tr_target, whole, &graph->targets)
        {
            uint64_t offset = part->start - whole->start;
            if (whole->size > part->size && offset < whole->size && part->size <= whole->size - offset &&
                (!part->within || whole->size > part->within->size))
                part->within = whole;
        }
    }
}

static void name_objects(struct graph *graph, struct tr_list *objects)
{
    struct tr_arena *arena = graph->values->arena;
    struct tr_names names = {.counters = {0}};
    TR_EACH(struct tr_target, target, &graph->targets)
    {
        if (target->within)
            continue;
        target->object->id =
            tr_name_object(arena, &names, target->name ? target->name : target->type_name, target->name != NULL);
        fill_object(arena, target);
        tr_list_add(arena, objects, target->object);
    }
}

static void finish_links(struct graph *graph)
{
    struct tr_arena *arena = graph->values->arena;
    TR_EACH(struct tr_link, link, &graph->values->links)
    {
        /* Pointers to void and to text lead to what other pointers have made known. */
        struct tr_target *target = link->target ? link->target : target_at(graph, link->address, 1, NULL);
        if (!target)
            continue;
        uint64_t offset = link->address - target->start;
        for (; target->within; target = target->within)
            offset += target->start - target->within->start;
        struct tr_points_to *points_to = tr_arena_new(arena, struct tr_points_to);
        points_to->object = target->object->id;
        points_to->offset = tr_number((int64_t)offset);
        link->variable->points_to = points_to;
    }
}

static void tell_limits(struct graph *graph, struct tr_report *report)
{
    struct tr_arena *arena = graph->values->arena;
    if (graph->values->cut)
        *tr_list_new(arena, &report->incomplete, struct tr_incomplete) =
            (struct tr_incomplete){.section = "/threads",
                                   .reason = "too many variables: those of outer frames are left out",
                                   .limit = tr_number(TR_LIMIT_VALUE_NODES - TR_LIMIT_OBJECT_NODES)};
    if (!graph->omitted.count)
        return;
    report->memory->omitted_objects = tr_number((int64_t)graph->omitted.count);
    *tr_list_new(arena, &report->incomplete, struct tr_incomplete) =
        (struct tr_incomplete){.section = "/memory/objects",
                               .reason = "too many objects: those farthest from the variables are left out",
                               .limit = tr_number(TR_LIMIT_OBJECTS)};
}

void tr_values_objects(struct tr_values *values, struct tr_report *report)
{
    struct graph graph = {.values = values};
    /* The list grows while it is walked: what an object's pointers lead to comes behind all that is nearer. */
    for (size_t i = 0; i < values->links.count; i++)
        follow(&graph, tr_list_at(&values->links, struct tr_link, i));
    merge(&graph);
    tr_mask_shared_secrets(values);
    if (graph.targets.count && !report->memory)
        report->memory = tr_arena_new(values->arena, struct tr_memory_view);
    if (graph.targets.count)
        name_objects(&graph, &report->memory->objects);
    finish_links(&graph);
    tell_limits(&graph, report);
}
