/* Names outside of the function's blocks: one walk over the unit finds all that a statement mentions. */
#include "syntax/evaluator.h"

#include "symbols/type.h"

#include <string.h>

struct walk {
    struct evaluator *evaluator;
    size_t left; /* DIEs */
    bool is_local;
};

/* Of what was declared in a class or namespace: stands outside of it, before or behind, without name or scope. */
struct definition {
    Dwarf_Die die, declaration;
};

/* The word that the statement mentions, or NULL. Instances of templates are called "f<int>". */
static const char *wanted(const struct evaluator *evaluator, const char *name, bool is_function)
{
    TR_EACH (const char, word, &evaluator->words) {
        if (*word != *name)
            continue;
        size_t length = strlen(word);
        if (strncmp(name, word, length) == 0 && (!name[length] || (is_function && name[length] == '<')))
            return word;
    }
    return NULL;
}

static bool is_wanted(const struct evaluator *evaluator, const char *name)
{
    return wanted(evaluator, name, false) != NULL;
}

static void add(struct walk *walk, Dwarf_Die *die, const char *name, const char *scope, const char *enumeration,
                const Dwarf_Die *parent)
{
    struct evaluator *evaluator = walk->evaluator;
    if (evaluator->match_count == TR_LIMIT_NAME_MATCHES) {
        evaluator->cut = true;
        return;
    }
    struct name_match *match = &evaluator->matches[evaluator->match_count++];
    *match = (struct name_match){
        .name = name, .scope = scope, .enumeration = enumeration, .die = *die, .is_local = walk->is_local};
    if (parent)
        match->parent = *parent;
}

static const char *inner_scope(struct walk *walk, const char *scope, const char *name)
{
    return !*scope ? name : tr_arena_printf(walk->evaluator->arena, "%s::%s", scope, name);
}

static void walk_scope(struct walk *walk, Dwarf_Die *parent, const char *scope, unsigned depth);

static void walk_enumerators(struct walk *walk, Dwarf_Die *type, const char *name, const char *scope)
{
    Dwarf_Die child;
    if (dwarf_child(type, &child) != 0)
        return;
    do {
        const char *own = dwarf_diename(&child);
        if (dwarf_tag(&child) == DW_TAG_enumerator && own && is_wanted(walk->evaluator, own))
            add(walk, &child, own, scope, name ? name : "", type);
    } while (walk->left && --walk->left && dwarf_siblingof(&child, &child) == 0);
}

static bool is_definition(struct walk *walk, Dwarf_Die *die)
{
    Dwarf_Attribute attribute;
    Dwarf_Die declaration;
    if (!dwarf_attr(die, DW_AT_specification, &attribute) || !dwarf_formref_die(&attribute, &declaration))
        return false;
    const char *name = dwarf_diename(&declaration);
    if (name && is_wanted(walk->evaluator, name))
        *tr_list_new(walk->evaluator->arena, &walk->evaluator->definitions, struct definition) =
            (struct definition){*die, declaration};
    return true;
}

static void define(struct walk *walk)
{
    TR_EACH (const struct definition, definition, &walk->evaluator->definitions) {
        for (size_t i = 0; i < walk->evaluator->match_count; i++) {
            struct name_match *match = &walk->evaluator->matches[i];
            if (match->die.addr == definition->declaration.addr)
                match->die = definition->die;
        }
    }
}

static void visit(struct walk *walk, Dwarf_Die *die, const char *scope, unsigned depth)
{
    int tag = dwarf_tag(die);
    const char *name;
    switch (tag) {
    case DW_TAG_enumeration_type:
        name = dwarf_diename(die);
        if (name && is_wanted(walk->evaluator, name))
            add(walk, die, name, scope, NULL, NULL);
        walk_enumerators(walk, die, name, scope);
        break;
    case DW_TAG_namespace:
        name = dwarf_diename(die);
        walk_scope(walk, die, name ? inner_scope(walk, scope, name) : scope, depth + 1);
        break;
    case DW_TAG_structure_type:
    case DW_TAG_class_type:
    case DW_TAG_union_type:
        name = dwarf_diename(die);
        if (!name || !is_wanted(walk->evaluator, name))
            break;
        add(walk, die, name, scope, NULL, NULL);
        walk_scope(walk, die, inner_scope(walk, scope, name), depth + 1);
        break;
    case DW_TAG_subprogram:
        name = dwarf_diename(die);
        if (name && (name = wanted(walk->evaluator, name, true)))
            add(walk, die, name, scope, NULL, NULL);
        break;
    case DW_TAG_variable:
        if (is_definition(walk, die))
            break;
        /* fall through */
    case DW_TAG_member:
    case DW_TAG_typedef:
    case DW_TAG_base_type:
        name = dwarf_diename(die);
        if (name && is_wanted(walk->evaluator, name))
            add(walk, die, name, scope, NULL, NULL);
        break;
    case DW_TAG_lexical_block:
        if (walk->is_local)
            walk_scope(walk, die, scope, depth + 1);
        break;
    default:
        break;
    }
}

static void walk_scope(struct walk *walk, Dwarf_Die *parent, const char *scope, unsigned depth)
{
    Dwarf_Die child;
    if (depth > TR_LIMIT_VALUE_DEPTH || dwarf_child(parent, &child) != 0)
        return;
    do
        visit(walk, &child, scope, depth);
    while (walk->left && --walk->left && dwarf_siblingof(&child, &child) == 0);
    if (!walk->left)
        walk->evaluator->cut = true;
}

/* Types declared inside the function; of an inlined one they stand in its abstract instance. */
static void walk_function(struct walk *walk, Dwarf_Die die)
{
    Dwarf_Attribute attribute;
    Dwarf_Die origin;
    walk->is_local = true;
    walk_scope(walk, &die, "", 0);
    if (dwarf_attr(&die, DW_AT_abstract_origin, &attribute) && dwarf_formref_die(&attribute, &origin))
        walk_scope(walk, &origin, "", 0);
    walk->is_local = false;
}

/* Enumerators and static members of the function's own class. */
static void walk_class(struct walk *walk)
{
    struct typed this;
    struct ctype class;
    struct type_view view;
    if (!name_this(walk->evaluator, &this) || !ctype_target(walk->evaluator, &this.type, &class))
        return;
    ctype_view(walk->evaluator, &class, &view);
    if (view.class == CLASS_STRUCT)
        walk_scope(walk, &view.type.die, "", 0);
}

static void search(struct evaluator *evaluator)
{
    struct walk walk = {.evaluator = evaluator, .left = TR_LIMIT_NAME_DIES};
    if (!evaluator->matches)
        evaluator->matches = tr_arena_alloc(evaluator->arena, TR_LIMIT_NAME_MATCHES * sizeof(*evaluator->matches));
    evaluator->match_count = evaluator->definitions.count = 0;
    evaluator->searched = evaluator->words.count;
    walk_function(&walk, evaluator->function->die);
    walk_class(&walk);
    walk_scope(&walk, &evaluator->function->unit->die, "", 0);
    define(&walk);
}

static void want(struct evaluator *evaluator, const char *text, size_t size)
{
    TR_EACH (const char, word, &evaluator->words)
        if (text_is(text, size, word))
            return;
    if (evaluator->words.count < TR_LIMIT_IDENTIFIERS)
        tr_list_add(evaluator->arena, &evaluator->words, tr_arena_strndup(evaluator->arena, text, size));
}

void unit_names_want(struct evaluator *evaluator, const struct node *node)
{
    if (!node->children &&
        (node_is(node, "identifier") || node_is(node, "type_identifier") || node_is(node, "namespace_identifier")))
        want(evaluator, node->text, node->size);
    for (const struct node *child = node->children; child; child = child->next)
        unit_names_want(evaluator, child);
}

/* Whether @p scope ends with what was written: "a::b" fits "b" and "a::b". */
static bool ends_with(const char *scope, const char *written)
{
    size_t length = strlen(scope), wanted = strlen(written);
    if (wanted > length || strcmp(scope + length - wanted, written) != 0)
        return false;
    return !wanted || wanted == length || scope[length - wanted - 1] == ':';
}

static bool fits(struct evaluator *evaluator, const struct name_match *match, const char *written)
{
    if (ends_with(match->scope, written))
        return true;
    if (!match->enumeration || !*match->enumeration)
        return false;
    const char *inner = !*match->scope ? match->enumeration
                                       : tr_arena_printf(evaluator->arena, "%s::%s", match->scope, match->enumeration);
    return ends_with(inner, written);
}

/* How near a name is to the function: inside it, in the namespaces and classes around it, elsewhere. */
static int nearness(const struct evaluator *evaluator, const struct name_match *match)
{
    const char *function = evaluator->function->name ? evaluator->function->name : "";
    size_t length = strlen(match->scope);
    Dwarf_Die die = match->die;
    int defined = !attribute_flag(&die, DW_AT_declaration);
    if (match->is_local)
        return 10000;
    if (!length)
        return 2 + defined;
    bool is_around = strncmp(function, match->scope, length) == 0 && function[length] == ':';
    return is_around ? 10 + 2 * (int)(length < 1000 ? length : 1000) + defined : defined;
}

static bool has_tag(const int *tags, int tag)
{
    for (; *tags; tags++)
        if (*tags == tag)
            return true;
    return false;
}

static void search_for(struct evaluator *evaluator, const char *name)
{
    want(evaluator, name, strlen(name));
    if (evaluator->searched < evaluator->words.count)
        search(evaluator);
}

void unit_names_define(struct evaluator *evaluator, Dwarf_Die *die)
{
    const char *name = dwarf_diename(die);
    if (!name)
        return;
    search_for(evaluator, name);
    TR_EACH (const struct definition, definition, &evaluator->definitions) {
        if (definition->declaration.addr == die->addr) {
            *die = definition->die;
            return;
        }
    }
}

const struct name_match *unit_names_find(struct evaluator *evaluator, const char *name, const char *scope,
                                         const int *tags, bool *ret_ambiguous)
{
    const struct name_match *best = NULL;
    int best_nearness = -1;
    *ret_ambiguous = false;
    search_for(evaluator, name);
    for (size_t i = 0; i < evaluator->match_count; i++) {
        const struct name_match *match = &evaluator->matches[i];
        Dwarf_Die die = match->die;
        if (strcmp(match->name, name) != 0 || !has_tag(tags, dwarf_tag(&die)) || !fits(evaluator, match, scope))
            continue;
        int near = nearness(evaluator, match);
        if (near == best_nearness && strcmp(best->scope, match->scope) != 0)
            *ret_ambiguous = true;
        if (near <= best_nearness)
            continue;
        *ret_ambiguous = false;
        best = match;
        best_nearness = near;
    }
    return best;
}
