/* Definitions by name, for types that one unit only declares ("struct node;"). Made when the first one is asked for. */
#include "symbols/type.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "symbols/dwarf_internal.h"

#include <string.h>

#define uthash_fatal(message) tr_fatal("%s", message)
#include <uthash.h>

struct definition {
    const char *name; /* unqualified, of libdw */
    Dwarf_Die die;
    struct definition *next; /* others of the same name */
    UT_hash_handle hh;
};

struct type_index {
    struct definition *by_name;
    struct tr_arena *arena;
    size_t budget; /* entries of outlines still to be looked at */
};

static bool is_compound(int tag)
{
    return tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type ||
           tag == DW_TAG_enumeration_type;
}

static void add_definition(struct type_index *index, Dwarf_Die *die, int tag)
{
    const char *name = is_compound(tag) && !dwarf_hasattr(die, DW_AT_declaration) ? die_string(die, DW_AT_name) : NULL;
    if (!name)
        return;
    struct definition *first, *definition = tr_arena_new(index->arena, struct definition);
    definition->name = name;
    definition->die = *die;
    HASH_FIND_STR(index->by_name, name, first);
    if (first) {
        definition->next = first->next;
        first->next = definition;
    } else {
        HASH_ADD_KEYPTR(hh, index->by_name, definition->name, strlen(definition->name), definition);
    }
}

static bool visit_outer(void *arg, Dwarf_Die *die, int tag, unsigned depth)
{
    struct type_index *index = arg;
    (void)depth;
    add_definition(index, die, tag);
    return index->budget && --index->budget;
}

static bool visit_all(void *arg, Dwarf_Die *die, int tag, unsigned depth)
{
    (void)depth;
    add_definition(arg, die, tag);
    return is_compound(tag) || tag == DW_TAG_namespace || tag == DW_TAG_subprogram || tag == DW_TAG_lexical_block;
}

static struct type_index *make_index(struct tr_dwarf *dwarf, bool with_local)
{
    struct type_index *index = tr_arena_new(dwarf_arena(dwarf), struct type_index);
    index->arena = dwarf_arena(dwarf);
    index->budget = TR_LIMIT_INDEX_DIES;
    struct die_budget budget = {TR_LIMIT_INDEX_DIES};
    for (size_t i = 0; i < dwarf->unit_count; i++) {
        unit_open(&dwarf->units[i]);
        if (with_local)
            unit_walk(&dwarf->units[i], &budget, visit_all, index);
        else
            unit_outline(&dwarf->units[i], visit_outer, index);
    }
    return index;
}

static struct type_index *index_of(struct tr_dwarf *dwarf)
{
    if (!dwarf->state->types)
        dwarf->state->types = make_index(dwarf, false);
    return dwarf->state->types;
}

/* Walking every function costs: only done when a type is not found otherwise. */
static struct type_index *whole_index_of(struct tr_dwarf *dwarf)
{
    if (!dwarf->state->all_types)
        dwarf->state->all_types = make_index(dwarf, true);
    return dwarf->state->all_types;
}

static void close_index(struct type_index **index)
{
    if (*index)
        HASH_CLEAR(hh, (*index)->by_name);
    *index = NULL;
}

void type_index_close(struct tr_dwarf *dwarf)
{
    close_index(&dwarf->state->types);
    close_index(&dwarf->state->all_types);
}

static bool same_kind(int a, int b)
{
    return a == b || (is_compound(a) && is_compound(b) && a != DW_TAG_union_type && b != DW_TAG_union_type &&
                      a != DW_TAG_enumeration_type && b != DW_TAG_enumeration_type);
}

void tr_type_complete(struct tr_dwarf *dwarf, Dwarf_Die *type)
{
    Dwarf_Die whole;
    if (!is_compound(dwarf_tag(type)) || !die_flag(type, DW_AT_declaration))
        return;
    if (die_reference(type, DW_AT_signature, &whole)) {
        *type = whole;
        return;
    }
    const char *name = die_name(type), *qualified = name ? die_qualified_name(dwarf, type) : NULL;
    struct definition *definition = NULL;
    if (qualified)
        HASH_FIND_STR(index_of(dwarf)->by_name, name, definition);
    for (; definition; definition = definition->next) {
        const char *other = die_qualified_name(dwarf, &definition->die);
        if (same_kind(dwarf_tag(type), dwarf_tag(&definition->die)) && other && strcmp(other, qualified) == 0) {
            *type = definition->die;
            return;
        }
    }
}

/* "std::vector<int, std::allocator<int> >" and "std::vector<int,std::allocator<int>>" are one. */
static bool same_but_blanks(const char *a, const char *b)
{
    for (;; a++, b++) {
        while (*a == ' ')
            a++;
        while (*b == ' ')
            b++;
        if (*a != *b || !*a)
            return *a == *b;
    }
}

const char *tr_last_component(const char *name)
{
    const char *start = name;
    unsigned depth = 0;
    for (const char *p = name; *p; p++) {
        depth += *p == '<' || *p == '(' || *p == '{';
        if (depth && (*p == '>' || *p == ')' || *p == '}'))
            depth--;
        else if (!depth && p[0] == ':' && p[1] == ':')
            start = p + 2;
    }
    return start;
}

/* Names with template arguments may be spelled with other blanks than the index has: then all of them are looked at. */
static bool find_in(struct tr_dwarf *dwarf, struct type_index *index, const char *name, Dwarf_Die *ret)
{
    const char *last = tr_last_component(name);
    struct definition *definition = NULL, *next;
    HASH_FIND_STR(index->by_name, last, definition);
    if (!definition && strchr(last, '<'))
        HASH_ITER(hh, index->by_name, definition, next)
    if (same_but_blanks(definition->name, last))
        break;
    for (; definition; definition = definition->next) {
        const char *other = die_qualified_name(dwarf, &definition->die);
        if (other && same_but_blanks(other, name)) {
            *ret = definition->die;
            return true;
        }
    }
    return false;
}

bool tr_type_find(struct tr_dwarf *dwarf, const char *name, Dwarf_Die *ret)
{
    return find_in(dwarf, index_of(dwarf), name, ret) ||
           (strstr(name, "::") && find_in(dwarf, whole_index_of(dwarf), name, ret));
}
