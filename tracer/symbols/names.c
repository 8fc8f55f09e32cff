/*
 * Qualified names. libdw cannot tell a DIE's parent, and searching the unit's tree for each name is slow; here the
 * children of a scope are listed once, when a name leads through it, and found by binary search afterwards.
 */
#include "symbols/dwarf_internal.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "base/str.h"
#include "symbols/symbol.h"
#include "symbols/type.h"

#include <string.h>

#define uthash_fatal(message) tr_fatal("%s", message)
#include <uthash.h>

struct scope {
    void *key; /* address of the DIE in libdw's section data */
    Dwarf_Die die;
    void **children; /* addresses, ascending */
    size_t count;
    UT_hash_handle hh;
};

struct known_name {
    void *key;
    const char *name;
    UT_hash_handle hh;
};

struct names {
    struct scope *scopes;
    struct known_name *known;
    unsigned depth; /* of names that need another one */
};

static struct names *names_of(struct tr_dwarf *dwarf)
{
    if (!dwarf->state->names)
        dwarf->state->names = tr_arena_new(dwarf_arena(dwarf), struct names);
    return dwarf->state->names;
}

void names_close(struct tr_dwarf *dwarf)
{
    if (!dwarf->state->names)
        return;
    HASH_CLEAR(hh, dwarf->state->names->scopes);
    HASH_CLEAR(hh, dwarf->state->names->known);
    dwarf->state->names = NULL;
}

static void list_children(struct tr_arena *arena, struct scope *scope)
{
    struct die_budget budget = {TR_LIMIT_UNIT_DIES};
    size_t capacity = 0;
    Dwarf_Die child;
    DIE_CHILDREN(&scope->die, child, &budget) {
        /* A damaged tree whose siblings lead backwards ends here. */
        if (scope->count && (char *)child.addr <= (char *)scope->children[scope->count - 1])
            return;
        if (scope->count == capacity) {
            capacity = capacity ? capacity * 2 : 16;
            void **children = tr_arena_alloc(arena, capacity * sizeof(*children));
            if (scope->count)
                memcpy(children, scope->children, scope->count * sizeof(*children));
            scope->children = children;
        }
        scope->children[scope->count++] = child.addr;
    }
}

static struct scope *scope_of(struct tr_dwarf *dwarf, Dwarf_Die *die)
{
    struct names *names = names_of(dwarf);
    struct scope *scope;
    HASH_FIND_PTR(names->scopes, &die->addr, scope);
    if (scope)
        return scope;
    scope = tr_arena_new(dwarf_arena(dwarf), struct scope);
    scope->key = die->addr;
    scope->die = *die;
    list_children(dwarf_arena(dwarf), scope);
    HASH_ADD_PTR(names->scopes, key, scope);
    return scope;
}

/* The child of @p scope that is, or may hold, the DIE at @p address. */
static bool child_towards(const struct scope *scope, void *address, Dwarf_Die *ret)
{
    size_t low = 0, high = scope->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if ((char *)scope->children[middle] <= (char *)address)
            low = middle + 1;
        else
            high = middle;
    }
    Dwarf *handle = dwarf_cu_getdwarf(scope->die.cu);
    return low > 0 && dwarf_die_addr_die(handle, scope->children[low - 1], ret);
}

/* A closure has no name of its own: "{lambda(int)}", as a demangled name spells it. */
static const char *closure_name(struct tr_dwarf *dwarf, Dwarf_Die *type)
{
    struct die_budget budget = {TR_LIMIT_TYPE_DIES};
    Dwarf_Die member, parameter, parameter_type;
    DIE_CHILDREN(type, member, &budget) {
        const char *name = dwarf_tag(&member) == DW_TAG_subprogram ? die_name(&member) : NULL;
        if (!name || strcmp(name, "operator()") != 0)
            continue;
        tr_auto_str struct tr_str text = {0};
        size_t count = 0;
        DIE_CHILDREN(&member, parameter, &budget) {
            if (text.size > TR_LIMIT_TYPE_NAME)
                break;
            if (dwarf_tag(&parameter) != DW_TAG_formal_parameter || die_flag(&parameter, DW_AT_artificial))
                continue;
            tr_str_add_text(&text, count++ ? ", " : "");
            tr_str_add_text(&text, tr_type_name(dwarf_arena(dwarf),
                                                tr_type_of(&parameter, &parameter_type) ? &parameter_type : NULL));
        }
        return tr_arena_printf(dwarf_arena(dwarf), "{lambda(%s)}", tr_str_text(&text));
    }
    return NULL;
}

static const char *component(struct tr_dwarf *dwarf, Dwarf_Die *die)
{
    const char *name = die_name(die);
    if (name)
        return name;
    switch (dwarf_tag(die)) {
    case DW_TAG_namespace:
        return "(anonymous namespace)";
    case DW_TAG_class_type:
    case DW_TAG_structure_type:
        name = closure_name(dwarf, die);
        return name ? name : "(anonymous class)";
    default:
        return "(anonymous union)";
    }
}

static void add_component(struct tr_str *text, const char *name)
{
    if (text->size)
        tr_str_add_text(text, "::");
    tr_str_add_text(text, name);
}

static bool is_qualifying(int tag)
{
    return tag == DW_TAG_namespace || tag == DW_TAG_class_type || tag == DW_TAG_structure_type
           || tag == DW_TAG_union_type || tag == DW_TAG_subprogram || tag == DW_TAG_module;
}

/* Spell the scopes around @p die into @p text. */
static void add_scopes(struct tr_dwarf *dwarf, Dwarf_Die *die, struct tr_str *text)
{
    Dwarf_Die scope;
    if (!die_unit(die, &scope))
        return;
    for (unsigned depth = 0; depth < TR_LIMIT_DIE_DEPTH; depth++) {
        Dwarf_Die child;
        if (!child_towards(scope_of(dwarf, &scope), die->addr, &child) || child.addr == die->addr)
            return;
        int tag = dwarf_tag(&child);
        /* Only scopes have children that are named through them; a variable's or an enum's end the search. */
        if (is_qualifying(tag))
            add_component(text, component(dwarf, &child));
        else if (tag != DW_TAG_lexical_block && tag != DW_TAG_inlined_subroutine)
            return;
        scope = child;
    }
}

/* Follow origins to the DIE that has the name: its place in the tree, not the concrete instance's, is the scope. */
static Dwarf_Die declaration_of(Dwarf_Die *die)
{
    Dwarf_Die result = *die, origin;
    for (unsigned depth = 0; depth < TR_LIMIT_DIE_DEPTH && die_origin(&result, &origin); depth++)
        result = origin;
    return result;
}

/* From the unit down to what declares @p die, or to the first namespace called @p namespace_name, when it is given. */
static bool find_scope(struct tr_dwarf *dwarf, Dwarf_Die *die, const char *namespace_name, Dwarf_Die *ret)
{
    Dwarf_Die declaration = declaration_of(die), child;
    if (!die_unit(&declaration, ret))
        return false;
    for (unsigned depth = 0; depth < TR_LIMIT_DIE_DEPTH; depth++) {
        if (!child_towards(scope_of(dwarf, ret), declaration.addr, &child))
            return false;
        if (child.addr == declaration.addr)
            return !namespace_name;
        *ret = child;
        const char *name = namespace_name && dwarf_tag(&child) == DW_TAG_namespace ? die_name(&child) : NULL;
        if (name && strcmp(name, namespace_name) == 0)
            return true;
    }
    return false;
}

bool tr_type_around(struct tr_dwarf *dwarf, Dwarf_Die *die, Dwarf_Die *ret)
{
    return find_scope(dwarf, die, NULL, ret) &&
           (dwarf_tag(ret) == DW_TAG_class_type || dwarf_tag(ret) == DW_TAG_structure_type);
}

bool tr_type_is_inside(struct tr_dwarf *dwarf, Dwarf_Die *die, const char *namespace_name)
{
    Dwarf_Die scope;
    return find_scope(dwarf, die, namespace_name, &scope);
}

static const char *linkage_name(Dwarf_Die *die)
{
    Dwarf_Attribute found;
    const char *name = NULL;
    if (dwarf_attr_integrate(die, DW_AT_linkage_name, &found)
        || dwarf_attr_integrate(die, DW_AT_MIPS_linkage_name, &found))
        name = dwarf_formstring(&found);
    return name && strncmp(name, "_Z", 2) == 0 ? name : NULL;
}

/* clang numbers closures, "$_0", where a demangled name should say what is called. */
static const char *demangled_name(struct tr_arena *arena, Dwarf_Die *die)
{
    const char *linkage = linkage_name(die);
    const char *demangled = linkage ? tr_function_name(arena, linkage) : NULL;
    return demangled && strncmp(demangled, "_Z", 2) != 0 && !strstr(demangled, "::$_") ? demangled : NULL;
}

static const char *make_name(struct tr_dwarf *dwarf, Dwarf_Die *die)
{
    struct tr_arena *arena = dwarf_arena(dwarf);
    const char *name = demangled_name(arena, die);
    if (name)
        return name;
    int tag = dwarf_tag(die);
    bool is_class = tag == DW_TAG_class_type || tag == DW_TAG_structure_type;
    name = die_name(die);
    if (!die_is_cxx(die))
        return name ? tr_arena_strndup(arena, name, strnlen(name, TR_LIMIT_DEMANGLED_BYTES)) : NULL;
    if (!name && is_class)
        name = closure_name(dwarf, die);
    if (!name)
        return NULL;
    tr_auto_str struct tr_str text = {0};
    Dwarf_Die declaration = declaration_of(die);
    add_scopes(dwarf, &declaration, &text);
    add_component(&text, name);
    return tr_arena_strndup(arena, text.bytes,
                            text.size < TR_LIMIT_DEMANGLED_BYTES ? text.size : TR_LIMIT_DEMANGLED_BYTES);
}

const char *die_qualified_name(struct tr_dwarf *dwarf, Dwarf_Die *die)
{
    struct names *names = names_of(dwarf);
    struct known_name *known;
    HASH_FIND_PTR(names->known, &die->addr, known);
    if (known || names->depth == TR_LIMIT_NAME_DEPTH)
        return known ? known->name : NULL;
    /* Known before it is made: the name of a closure asks for its parameters' types, which may lead back here. */
    known = tr_arena_new(dwarf_arena(dwarf), struct known_name);
    known->key = die->addr;
    HASH_ADD_PTR(names->known, key, known);
    names->depth++;
    known->name = make_name(dwarf, die);
    names->depth--;
    return known->name;
}
