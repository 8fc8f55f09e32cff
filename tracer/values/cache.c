#include "values/enumeration.h"
#include "values/values_internal.h"

#include "base/fatal.h"
#include "symbols/type.h"

#define uthash_fatal(message) tr_fatal("%s", message)
#include <uthash.h>

/* A type is known by the address of its DIE in libdw's mapping, which outlives the stop. */
struct entry {
    const void *type;
    struct tr_type_facts facts;
    UT_hash_handle hh;
};

struct tr_cache {
    struct entry *entries;
};

struct tr_cache *tr_cache_create(void)
{
    struct tr_cache *cache = calloc(1, sizeof(*cache));
    if (!cache)
        tr_fatal("out of memory");
    return cache;
}

void tr_cache_destroy(struct tr_cache *cache)
{
    if (!cache)
        return;
    struct entry *entry, *next;
    HASH_ITER(hh, cache->entries, entry, next)
    {
        HASH_DEL(cache->entries, entry);
        free(entry);
    }
    free(cache);
}

struct tr_type_facts *tr_type_facts(struct tr_values *values, Dwarf_Die *type)
{
    struct tr_cache *cache = values->cache;
    struct entry *entry;
    HASH_FIND_PTR(cache->entries, &type->addr, entry);
    if (entry)
        return &entry->facts;
    entry = calloc(1, sizeof(*entry));
    if (!entry)
        tr_fatal("out of memory");
    entry->type = type->addr;
    HASH_ADD_PTR(cache->entries, type, entry);
    return &entry->facts;
}

const char *tr_cached_name(struct tr_values *values, Dwarf_Die *type)
{
    if (!type)
        return "void";
    struct tr_type_facts *facts = tr_type_facts(values, type);
    if (!facts->name)
        facts->name = tr_type_name(values->arena, type);
    return facts->name;
}

static bool enumerator_value(Dwarf_Die *die, size_t size, uint64_t *ret)
{
    Dwarf_Attribute found;
    Dwarf_Sword number;
    Dwarf_Word word;
    if (!dwarf_attr(die, DW_AT_const_value, &found))
        return false;
    /* data1 and the like do not say whether they are signed: producers use them for what is positive. */
    unsigned form = dwarf_whatform(&found);
    if (form == DW_FORM_sdata || form == DW_FORM_implicit_const) {
        if (dwarf_formsdata(&found, &number) != 0)
            return false;
        word = (Dwarf_Word)number;
    } else if (dwarf_formudata(&found, &word) != 0) {
        return false;
    }
    *ret = size < 8 ? word & ((UINT64_C(1) << (size * 8)) - 1) : word;
    return true;
}

static struct tr_enumerators load_enumerators(struct tr_values *values, Dwarf_Die *type, size_t size)
{
    Dwarf_Die child;
    size_t count = 0, capacity = 0, seen = 0;
    struct tr_enumerator *items = NULL;
    if (dwarf_child(type, &child) != 0)
        return (struct tr_enumerators){0};
    do {
        struct tr_enumerator next = {.name = dwarf_diename(&child)};
        if (dwarf_tag(&child) != DW_TAG_enumerator || !next.name || !enumerator_value(&child, size, &next.value))
            continue;
        if (count == capacity) {
            capacity = capacity ? capacity * 2 : 16;
            struct tr_enumerator *grown = tr_arena_alloc(values->arena, capacity * sizeof(*grown));
            if (count)
                memcpy(grown, items, count * sizeof(*grown));
            items = grown;
        }
        items[count++] = next;
    } while (++seen < TR_LIMIT_ENUMERATORS && dwarf_siblingof(&child, &child) == 0);
    return (struct tr_enumerators){items, count};
}

struct tr_enumerators tr_cached_enumerators(struct tr_values *values, Dwarf_Die *type, size_t size)
{
    struct tr_type_facts *facts = tr_type_facts(values, type);
    if (!facts->enumerators) {
        facts->enumerators = tr_arena_new(values->arena, struct tr_enumerators);
        *facts->enumerators = load_enumerators(values, type, size);
    }
    return *facts->enumerators;
}
