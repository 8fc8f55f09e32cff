/* What names stand for: locals by scope, members of *this, globals, enumerators, functions. */
#include "syntax/evaluator.h"

#include "base/secret.h"
#include "base/utf8.h"
#include "symbols/symbol.h"
#include "symbols/type.h"

#include <inttypes.h>
#include <string.h>

/* ---- locals ---- */

struct local_search {
    const char *name;
    int line; /* that runs; what is declared behind it is not yet in scope. 0 when unknown */
    bool found;
    struct tr_scope_variable best;
};

static bool visit_local(void *arg, const struct tr_scope_variable *variable)
{
    struct local_search *search = arg;
    if (strcmp(variable->name, search->name) != 0 || (search->line && variable->declared_line > search->line))
        return true;
    /* The innermost block hides those around it; in one block the later declaration is the nearer one. */
    bool is_nearer = !search->found || variable->depth > search->best.depth ||
                     (variable->depth == search->best.depth && variable->declared_line >= search->best.declared_line);
    if (is_nearer)
        search->best = *variable;
    search->found = true;
    return true;
}

static bool find_local(struct evaluator *evaluator, const char *name, struct typed *ret)
{
    struct local_search search = {.name = name, .line = evaluator->place->line};
    struct tr_place place = {.type = TR_PLACE_NONE};
    tr_scope_variables(evaluator->function, evaluator->context->lookup_pc, visit_local, &search);
    if (!search.found)
        return false;
    Dwarf_Die die = search.best.die;
    struct ctype type = ctype_of(&die);
    tr_locate_variable(&die, evaluator->function, evaluator->context, &place);
    typed_place(evaluator, &type, &place, ret);
    return true;
}

/* A member of what @p this points to; in a lambda, what it captured. gcc puts "__" before the name of that. */
static bool member_through(struct evaluator *evaluator, const struct typed *this, const char *name, struct typed *ret)
{
    struct typed object, failure = {.state = TR_STATE_OK};
    struct ctype class;
    struct scalar pointer;
    struct member_place place;
    if (!ctype_target(evaluator, &this->type, &class))
        return false;
    if (member_find(evaluator, &class, NULL, name, &place) != NULL &&
        member_find(evaluator, &class, NULL, tr_arena_printf(evaluator->arena, "__%s", name), &place) != NULL)
        return false;
    if (place.is_method)
        return false;
    if (!place.is_static && !scalar_load(evaluator, this, &pointer, &failure)) {
        *ret = failure;
        ret->in_memory = false;
        ret->type = place.type;
        return true;
    }
    typed_lvalue(evaluator, &class, place.is_static ? 0 : pointer.word, &object);
    member_of(evaluator, &object, &place, ret);
    return true;
}

/* In a lambda "this" is what it captured, a member of its own object. */
bool name_this(struct evaluator *evaluator, struct typed *ret)
{
    struct typed own;
    if (!find_local(evaluator, "this", &own))
        return false;
    if (!member_through(evaluator, &own, "this", ret))
        *ret = own;
    return true;
}

/* A member without "this->", of a lambda's own object or of the one that it captured. */
static bool find_member(struct evaluator *evaluator, const char *name, struct typed *ret)
{
    struct typed own, captured;
    return find_local(evaluator, "this", &own) &&
           (member_through(evaluator, &own, name, ret) ||
            (member_through(evaluator, &own, "this", &captured) && member_through(evaluator, &captured, name, ret)));
}

/* ---- outside of the function ---- */

/* Searching all symbol tables takes a tenth of a millisecond, so each name is looked up once. */
struct known_symbol {
    const char *name;
    bool found, is_function;
    uint64_t address;
};

static const struct known_symbol *symbol_of(struct evaluator *evaluator, const char *name)
{
    struct tr_image *image;
    struct tr_symbol symbol;
    TR_EACH (const struct known_symbol, known, &evaluator->symbols)
        if (strcmp(known->name, name) == 0)
            return known;
    struct known_symbol *known = tr_list_new(evaluator->arena, &evaluator->symbols, struct known_symbol);
    *known = (struct known_symbol){.name = name};
    /* Names in capitals are macros. */
    if (strpbrk(name, "abcdefghijklmnopqrstuvwxyz") &&
        tr_symbol_find(evaluator->context->images, name, &image, &symbol))
        *known = (struct known_symbol){name, true, symbol.is_function, symbol.address};
    return known;
}

static bool symbol_address(struct evaluator *evaluator, const char *name, bool is_function, uint64_t *ret)
{
    const struct known_symbol *known = name ? symbol_of(evaluator, name) : NULL;
    if (!known || !known->found || known->is_function != is_function)
        return false;
    *ret = known->address;
    return true;
}

static const char *linkage_name(Dwarf_Die *die)
{
    Dwarf_Attribute attribute;
    if (!dwarf_attr_integrate(die, DW_AT_linkage_name, &attribute) &&
        !dwarf_attr_integrate(die, DW_AT_MIPS_linkage_name, &attribute))
        return NULL;
    return dwarf_formstring(&attribute);
}

void name_static(struct evaluator *evaluator, Dwarf_Die *die, struct typed *ret)
{
    struct tr_place place = {.type = TR_PLACE_NONE};
    if (attribute_flag(die, DW_AT_declaration) && !dwarf_hasattr(die, DW_AT_const_value))
        unit_names_define(evaluator, die);
    struct ctype type = ctype_of(die);
    tr_locate_static(die, evaluator->function->unit, evaluator->context, &place);
    const char *name = linkage_name(die);
    if (!name && dwarf_tag(die) == DW_TAG_variable)
        name = dwarf_diename(die);
    if (place.type == TR_PLACE_NONE && attribute_flag(die, DW_AT_declaration) &&
        symbol_address(evaluator, name, false, &place.address))
        place.type = TR_PLACE_MEMORY;
    typed_place(evaluator, &type, &place, ret);
}

/* A constant in as few bytes as its form has: only some forms say that it is signed. */
static bool enumerator_value(struct evaluator *evaluator, const struct name_match *match, struct typed *ret)
{
    Dwarf_Die die = match->die, parent = match->parent;
    Dwarf_Attribute attribute;
    Dwarf_Word word;
    Dwarf_Sword number;
    struct ctype type = ctype_die(&parent);
    struct type_view view;
    if (!dwarf_attr(&die, DW_AT_const_value, &attribute))
        return false;
    unsigned form = dwarf_whatform(&attribute);
    bool is_signed = form == DW_FORM_sdata || form == DW_FORM_implicit_const;
    if (is_signed ? dwarf_formsdata(&attribute, &number) != 0 : dwarf_formudata(&attribute, &word) != 0)
        return false;
    if (is_signed)
        word = (Dwarf_Word)number;
    ctype_view(evaluator, &type, &view);
    struct scalar scalar = {.class = CLASS_INTEGER, .word = word, .size = 8};
    return scalar_convert(evaluator, &scalar, &type, ret);
}

static const int variable_tags[] = {DW_TAG_variable, DW_TAG_member, DW_TAG_enumerator, 0};
static const int function_tags[] = {DW_TAG_subprogram, 0};

static bool find_outside(struct evaluator *evaluator, const char *name, const char *scope, struct typed *ret)
{
    bool is_ambiguous;
    const struct name_match *match = unit_names_find(evaluator, name, scope, variable_tags, &is_ambiguous);
    if (!match)
        return false;
    Dwarf_Die die = match->die;
    if (is_ambiguous)
        typed_unavailable(ret, "several variables have this name");
    else if (match->enumeration) {
        if (!enumerator_value(evaluator, match, ret))
            typed_unavailable(ret, "the enumerator's value is not known");
    } else
        name_static(evaluator, &die, ret);
    return true;
}

/* ---- functions ---- */

const char *name_of_subprogram(struct evaluator *evaluator, Dwarf_Die *die)
{
    const char *linked = linkage_name(die);
    return linked ? tr_function_name(evaluator->arena, linked) : dwarf_diename(die);
}

static bool function_symbol(struct evaluator *evaluator, Dwarf_Die *die, const char *name, uint64_t *ret)
{
    const char *linked = die ? linkage_name(die) : NULL;
    Dwarf_Addr low;
    if (symbol_address(evaluator, linked ? linked : name, true, ret))
        return true;
    if (!die || dwarf_lowpc(die, &low) != 0)
        return false;
    *ret = low + evaluator->dwarf->bias;
    return true;
}

/* A function by its name, as a value: its address. */
static bool find_function(struct evaluator *evaluator, const char *name, const char *scope, struct typed *ret)
{
    bool is_ambiguous;
    uint64_t address;
    const struct name_match *match = unit_names_find(evaluator, name, scope, function_tags, &is_ambiguous);
    Dwarf_Die die;
    if (match)
        die = match->die;
    if ((!match && (*scope || evaluator->is_cxx)) || !function_symbol(evaluator, match ? &die : NULL, name, &address))
        return false;
    *ret = (struct typed){.type = {.form = CTYPE_NONE},
                          .state = TR_STATE_OK,
                          .in_memory = true,
                          .address = address,
                          .spelled_kind = TR_VALUE_FUNCTION};
    tr_auto_str struct tr_str text = {0};
    tr_str_printf(&text, "0x%" PRIx64 " <%s>", address, match ? name_of_subprogram(evaluator, &die) : name);
    ret->spelled = tr_arena_strdup(evaluator->arena, tr_str_text(&text));
    return true;
}

const char *name_of_function(struct evaluator *evaluator, const struct node *node)
{
    const char *name, *scope;
    bool is_ambiguous;
    struct typed variable;
    uint64_t address;
    name_split(evaluator, node, &name, &scope);
    if (!*scope && (find_local(evaluator, name, &variable) || find_member(evaluator, name, &variable)))
        return NULL;
    const struct name_match *match = unit_names_find(evaluator, name, scope, function_tags, &is_ambiguous);
    if (match) {
        Dwarf_Die die = match->die;
        return name_of_subprogram(evaluator, &die);
    }
    bool is_library = !*scope || strcmp(scope, "std") == 0;
    if (is_library && !unit_names_find(evaluator, name, scope, variable_tags, &is_ambiguous) &&
        symbol_address(evaluator, name, true, &address))
        return name;
    return NULL;
}

/* The code of this very function: two files may each have one of its name. */
bool name_entry_of(struct evaluator *evaluator, Dwarf_Die *die, uint64_t *ret)
{
    Dwarf_Addr low;
    uint64_t virtuality;
    if (attribute_unsigned(die, DW_AT_virtuality, &virtuality) && virtuality != DW_VIRTUALITY_none)
        return false; /* a class derived from this one may have its own */
    if (dwarf_lowpc(die, &low) != 0)
        return symbol_address(evaluator, linkage_name(die), true, ret);
    *ret = low + evaluator->dwarf->bias;
    return true;
}

bool name_entry(struct evaluator *evaluator, const struct node *node, uint64_t *ret)
{
    const char *name, *scope;
    bool is_ambiguous = false;
    name_split(evaluator, node, &name, &scope);
    const struct name_match *match = unit_names_find(evaluator, name, scope, function_tags, &is_ambiguous);
    if (!match)
        return !evaluator->is_cxx && symbol_address(evaluator, name, true, ret);
    Dwarf_Die die = match->die;
    return !is_ambiguous && (name_entry_of(evaluator, &die, ret) ||
                             (!evaluator->is_cxx && symbol_address(evaluator, name, true, ret)));
}

/* ---- from nodes ---- */

void name_split(struct evaluator *evaluator, const struct node *node, const char **ret_name, const char **ret_scope)
{
    tr_auto_str struct tr_str scope = {0};
    for (unsigned depth = 0; node_is(node, "qualified_identifier") && depth < TR_LIMIT_VALUE_DEPTH; depth++) {
        const struct node *before = node_field(node, "scope"), *name = node_field(node, "name");
        if (before && node_is(before, "template_type") && node_field(before, "name"))
            before = node_field(before, "name");
        if (before) {
            tr_str_add_text(&scope, scope.size ? "::" : "");
            tr_str_add(&scope, before->text, before->size);
        }
        if (!name)
            break;
        node = name;
    }
    bool is_template = node_is(node, "template_function") || node_is(node, "template_type");
    if (is_template && node_field(node, "name"))
        node = node_field(node, "name");
    *ret_name = tr_arena_strndup(evaluator->arena, node->text, node->size);
    *ret_scope = tr_arena_strdup(evaluator->arena, tr_str_text(&scope));
}

/* A statement mentions few names, but these often. */
struct known_name {
    const char *text;
    struct typed value;
};

static bool find_known(const struct evaluator *evaluator, const struct node *node, struct typed *ret)
{
    TR_EACH (const struct known_name, known, &evaluator->names) {
        if (text_is(node->text, node->size, known->text)) {
            *ret = known->value;
            return true;
        }
    }
    return false;
}

void name_evaluate(struct evaluator *evaluator, const struct node *node, size_t record, struct typed *ret)
{
    const char *name, *scope;
    if (find_known(evaluator, node, ret))
        return;
    name_split(evaluator, node, &name, &scope);
    bool is_plain = !*scope && !node_is(node, "qualified_identifier");
    bool found = (is_plain && (find_local(evaluator, name, ret) || find_member(evaluator, name, ret))) ||
                 find_outside(evaluator, name, scope, ret) || macro_value(evaluator, node, record, ret) ||
                 find_function(evaluator, name, scope, ret);
    uint64_t address;
    if (!found)
        typed_unavailable(ret, !is_plain ? "not in the debug information of this file"
                               : symbol_address(evaluator, name, false, &address)
                                   ? "its type is not in the debug information of this file"
                                   : "not a variable (a macro?)");
    ret->name = name;
    ret->is_secret |= tr_secret_name(name);
    struct known_name *known = tr_list_new(evaluator->arena, &evaluator->names, struct known_name);
    *known = (struct known_name){tr_arena_strndup(evaluator->arena, node->text, node->size), *ret};
}
