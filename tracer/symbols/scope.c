#include "symbols/dwarf_internal.h"

#include "base/limits.h"

#include <string.h>

struct scope_walk {
    struct tr_dwarf *dwarf;
    tr_scope_variable_fn *visit;
    void *arg;
    struct die_budget budget;
    bool stopped;
};

static bool is_block(int tag)
{
    return tag == DW_TAG_lexical_block || tag == DW_TAG_try_block || tag == DW_TAG_catch_block
           || tag == DW_TAG_with_stmt;
}

/*
 * Of artificial variables a person would name `this`, and what a lambda captures: gcc makes variables of that name. What
 * compilers make for themselves begins with "__" or has a dot.
 */
static bool is_shown(Dwarf_Die *die, const char *name)
{
    if (!name || die_flag(die, DW_AT_declaration))
        return false;
    if (!die_flag(die, DW_AT_artificial) || strcmp(name, "this") == 0)
        return true;
    return dwarf_tag(die) == DW_TAG_variable && strncmp(name, "__", 2) != 0 && !strchr(name, '.');
}

/* Visit the variables directly in @p scope that have the tag @p tag. */
static void visit_scope(struct scope_walk *walk, Dwarf_Die *scope, int tag, unsigned depth)
{
    Dwarf_Die child;
    uint64_t entry = die_entry(scope), line;
    if (walk->stopped)
        return;
    DIE_CHILDREN(scope, child, &walk->budget) {
        const char *name = dwarf_tag(&child) == tag ? die_name(&child) : NULL;
        if (!is_shown(&child, name))
            continue;
        bool has_line = die_number(&child, DW_AT_decl_line, &line) && line <= INT32_MAX;
        struct tr_scope_variable variable = {
            .die = child,
            .name = name,
            .is_parameter = tag == DW_TAG_formal_parameter,
            .declared_line = has_line ? (int)line : 0,
            .depth = depth,
            .scope_low = entry ? entry + walk->dwarf->bias : 0,
        };
        if (!walk->visit(walk->arg, &variable)) {
            walk->stopped = true;
            return;
        }
    }
}

/* Whether a variable directly in @p scope is an instance of @p abstract. */
static bool has_instance(Dwarf_Die *scope, Dwarf_Die *abstract, struct die_budget *budget)
{
    Dwarf_Die child, origin;
    DIE_CHILDREN(scope, child, budget) {
        if (dwarf_tag(&child) == DW_TAG_variable && die_origin(&child, &origin) && origin.addr == abstract->addr)
            return true;
    }
    return false;
}

/* Function-static variables: one for all instances of a function, which gcc describes only with the abstract one. */
static void visit_statics(struct scope_walk *walk, Dwarf_Die *function)
{
    Dwarf_Die abstract, child;
    if (walk->stopped || !die_origin(function, &abstract))
        return;
    DIE_CHILDREN(&abstract, child, &walk->budget) {
        const char *name = dwarf_tag(&child) == DW_TAG_variable ? die_name(&child) : NULL;
        uint64_t line;
        if (!is_shown(&child, name) || !dwarf_hasattr(&child, DW_AT_location) ||
            has_instance(function, &child, &walk->budget))
            continue;
        bool has_line = die_number(&child, DW_AT_decl_line, &line) && line <= INT32_MAX;
        struct tr_scope_variable variable = {.die = child, .name = name, .declared_line = has_line ? (int)line : 0};
        if (!walk->visit(walk->arg, &variable)) {
            walk->stopped = true;
            return;
        }
    }
}

/* The block directly inside @p scope that contains @p address. */
static bool find_block(Dwarf_Die *scope, uint64_t address, struct die_budget *budget, Dwarf_Die *ret)
{
    Dwarf_Die child;
    DIE_CHILDREN(scope, child, budget) {
        if (is_block(dwarf_tag(&child)) && die_contains(&child, address, NULL, NULL) == DIE_INSIDE) {
            *ret = child;
            return true;
        }
    }
    return false;
}

void tr_scope_variables(const struct tr_function *function, uint64_t address, tr_scope_variable_fn *visit, void *arg)
{
    struct tr_dwarf *dwarf = function->unit->dwarf;
    struct scope_walk walk = {dwarf, visit, arg, {TR_LIMIT_SCOPE_DIES}, false};
    Dwarf_Die scopes[TR_LIMIT_DIE_DEPTH];
    unsigned count = 1;
    scopes[0] = function->die;
    while (count < TR_LIMIT_DIE_DEPTH
           && find_block(&scopes[count - 1], address - dwarf->bias, &walk.budget, &scopes[count]))
        count++;
    visit_scope(&walk, &scopes[0], DW_TAG_formal_parameter, 0);
    while (count-- > 0)
        visit_scope(&walk, &scopes[count], DW_TAG_variable, count);
    visit_statics(&walk, &scopes[0]);
}

/* ---- a whole function, with what was inlined into it ---- */

struct inner_walk {
    tr_inner_variable_fn *visit;
    void *arg;
    uint64_t address; /* file address */
    struct die_budget budget;
    bool stopped, too_deep;
};

static void visit_inner_variable(struct inner_walk *walk, struct tr_function *owner, Dwarf_Die *die, bool is_in_scope)
{
    const char *name = die_name(die);
    uint64_t line;
    if (!is_shown(die, name))
        return;
    if (!owner->name)
        owner->name = die_qualified_name(owner->unit->dwarf, &owner->die);
    bool has_line = die_number(die, DW_AT_decl_line, &line) && line <= INT32_MAX;
    struct tr_scope_variable variable = {.die = *die, .name = name, .declared_line = has_line ? (int)line : 0};
    walk->stopped = !walk->visit(walk->arg, owner, &variable, is_in_scope);
}

static void visit_inner(struct inner_walk *walk, struct tr_function *owner, Dwarf_Die *scope, bool is_in_scope,
                        unsigned depth)
{
    Dwarf_Die child;
    if (depth > TR_LIMIT_DIE_DEPTH) {
        walk->too_deep = true;
        return;
    }
    DIE_CHILDREN(scope, child, &walk->budget) {
        int tag = dwarf_tag(&child);
        bool is_inside = tag != DW_TAG_variable && die_contains(&child, walk->address, NULL, NULL) == DIE_INSIDE;
        if (tag == DW_TAG_variable) {
            visit_inner_variable(walk, owner, &child, is_in_scope);
        } else if (is_block(tag)) {
            visit_inner(walk, owner, &child, is_in_scope && is_inside, depth + 1);
        } else if (tag == DW_TAG_inlined_subroutine) {
            struct tr_function inner = {.unit = owner->unit, .die = child, .inlined = true};
            visit_inner(walk, &inner, &child, is_inside, depth + 1);
        }
        if (walk->stopped)
            return;
    }
}

bool tr_function_variables(const struct tr_function *function, uint64_t address, tr_inner_variable_fn *visit, void *arg)
{
    struct inner_walk walk = {
        .visit = visit, .arg = arg, .address = address - function->unit->dwarf->bias, .budget = {TR_LIMIT_SCOPE_DIES}};
    struct tr_function owner = {.unit = function->unit, .die = function->die, .inlined = function->inlined,
                                .name = function->name};
    visit_inner(&walk, &owner, &owner.die, true, 0);
    return !walk.too_deep && walk.budget.left > 0;
}

const char *tr_declared_file(struct tr_unit *unit, Dwarf_Die *die)
{
    Dwarf_Attribute attribute;
    Dwarf_Word index;
    if (!dwarf_attr_integrate(die, DW_AT_decl_file, &attribute) || dwarf_formudata(&attribute, &index) != 0)
        return NULL;
    /* Files are counted by the unit that has the attribute: with link-time optimization origins lie in another one. */
    if (attribute.cu == unit->die.cu)
        return tr_unit_file(unit, index);
    const char *name = dwarf_decl_file(die);
    return name ? unit_path(unit, name) : NULL;
}

struct global_walk {
    tr_scope_variable_fn *visit;
    void *arg;
};

static bool visit_global(void *arg, Dwarf_Die *die, int tag, unsigned depth)
{
    const struct global_walk *walk = arg;
    uint64_t line;
    if (tag != DW_TAG_variable || (!dwarf_hasattr(die, DW_AT_location) && !dwarf_hasattr(die, DW_AT_const_value)))
        return true;
    bool has_line = die_number(die, DW_AT_decl_line, &line) && line <= INT32_MAX;
    struct tr_scope_variable variable = {
        .die = *die, .name = die_name(die), .declared_line = has_line ? (int)line : 0, .depth = depth};
    return !variable.name || walk->visit(walk->arg, &variable);
}

void tr_unit_globals(struct tr_unit *unit, tr_scope_variable_fn *visit, void *arg)
{
    unit_outline(unit, visit_global, &(struct global_walk){visit, arg});
}
