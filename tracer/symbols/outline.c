#include "symbols/dwarf_internal.h"

#include "base/limits.h"

#include <string.h>

/* A Dwarf_Die of libdw takes twice as much, and big units have hundreds of thousands. */
struct entry {
    void *address;
    uint16_t tag, depth;
};

struct outline {
    struct entry *entries;
    size_t count, capacity;
};

struct sink {
    struct tr_arena *arena;
    struct outline *outline;
};

static void add(struct sink *sink, const Dwarf_Die *die, int tag, unsigned depth)
{
    struct outline *outline = sink->outline;
    if (outline->count == outline->capacity) {
        outline->capacity = outline->capacity ? outline->capacity * 2 : 64;
        struct entry *larger = tr_arena_alloc(sink->arena, outline->capacity * sizeof(*larger));
        if (outline->count)
            memcpy(larger, outline->entries, outline->count * sizeof(*larger));
        outline->entries = larger;
    }
    outline->entries[outline->count++] =
        (struct entry){.address = die->addr, .tag = (uint16_t)tag, .depth = (uint16_t)depth};
}

static bool collect(void *arg, Dwarf_Die *die, int tag, unsigned depth)
{
    switch (tag) {
    case DW_TAG_subprogram:
    case DW_TAG_variable:
    case DW_TAG_structure_type:
    case DW_TAG_class_type:
    case DW_TAG_union_type:
    case DW_TAG_enumeration_type:
        add(arg, die, tag, depth);
        return false;
    default:
        return tag == DW_TAG_namespace || tag == DW_TAG_module;
    }
}

static const struct outline *outline_of(struct tr_unit *unit)
{
    if (unit->state->outline)
        return unit->state->outline;
    struct tr_arena *arena = dwarf_arena(unit->dwarf);
    struct outline *outline = unit->state->outline = tr_arena_new(arena, struct outline);
    struct die_budget budget = {TR_LIMIT_UNIT_DIES};
    unit_walk(unit, &budget, collect, &(struct sink){arena, outline});
    return outline;
}

void unit_outline(struct tr_unit *unit, outline_visit_fn *visit, void *arg)
{
    unit_open(unit);
    const struct outline *outline = outline_of(unit);
    for (size_t i = 0; i < outline->count; i++) {
        const struct entry *entry = &outline->entries[i];
        Dwarf_Die die = {.addr = entry->address, .cu = unit->die.cu};
        if (!visit(arg, &die, entry->tag, entry->depth))
            return;
    }
}
