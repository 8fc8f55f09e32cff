/* Spelling types: C's declarators are built from the inside outwards, "*" then "(*)(int)" then "int (*)(int)". */
#include "symbols/type.h"

#include "base/limits.h"
#include "base/str.h"
#include "symbols/dwarf_internal.h"
#include "symbols/short_name.h"

#include <string.h>

/* One name being spelled; both caps together keep types that lead back to themselves from growing without end. */
struct spelling {
    struct tr_arena *arena;
    struct die_budget budget;
    bool is_cxx;
};

static const char *spell(struct spelling *spelling, Dwarf_Die *type, const char *declarator, unsigned depth);

static const char *named(struct spelling *spelling, const char *keyword, const char *name, const char *declarator)
{
    const char *gap = *declarator && *declarator != '[' ? " " : "";
    return tr_arena_printf(spelling->arena, "%s%s%s%s", keyword, name, gap, declarator);
}

static const char *plain_name(struct spelling *spelling, Dwarf_Die *type)
{
    struct tr_dwarf *dwarf = spelling->is_cxx ? dwarf_of_die(type) : NULL;
    Dwarf_Die whole;
    /* Of a type in a unit of its own only the signature stands here. */
    if (!die_name(type) && die_reference(type, DW_AT_signature, &whole))
        type = &whole;
    const char *name = dwarf ? die_qualified_name(dwarf, type) : die_name(type);
    return name && strlen(name) <= TR_LIMIT_TYPE_NAME ? name : NULL;
}

static const char *keyword_of(int tag)
{
    switch (tag) {
    case DW_TAG_structure_type:
        return "struct ";
    case DW_TAG_class_type:
        return "class ";
    case DW_TAG_union_type:
        return "union ";
    case DW_TAG_enumeration_type:
        return "enum ";
    default:
        return "";
    }
}

static const char *spell_named(struct spelling *spelling, Dwarf_Die *type, const char *declarator)
{
    const char *keyword = keyword_of(dwarf_tag(type)), *name = plain_name(spelling, type);
    if (!name)
        return named(spelling, keyword, *keyword ? "{...}" : "(unnamed type)", declarator);
    return named(spelling, spelling->is_cxx ? "" : keyword, name, declarator);
}

static bool is_function_or_array(Dwarf_Die *type)
{
    int tag = type ? dwarf_tag(type) : 0;
    return tag == DW_TAG_array_type || tag == DW_TAG_subroutine_type;
}

static const char *spell_pointer(struct spelling *spelling, Dwarf_Die *target, const char *mark, const char *declarator,
                                 unsigned depth)
{
    bool bracketed = is_function_or_array(target);
    const char *inner =
        tr_arena_printf(spelling->arena, "%s%s%s%s", bracketed ? "(" : "", mark, declarator, bracketed ? ")" : "");
    return spell(spelling, target, inner, depth + 1);
}

static const char *spell_member_pointer(struct spelling *spelling, Dwarf_Die *type, Dwarf_Die *target,
                                        const char *declarator, unsigned depth)
{
    Dwarf_Die class;
    const char *name = die_reference(type, DW_AT_containing_type, &class) ? plain_name(spelling, &class) : NULL;
    return spell_pointer(spelling, target, tr_arena_printf(spelling->arena, "%s::*", name ? name : "?"), declarator,
                         depth);
}

/* "char *const" for a pointer that is const, "const char *" for a pointer to const. */
static const char *spell_qualified(struct spelling *spelling, Dwarf_Die *target, const char *word,
                                   const char *declarator, unsigned depth)
{
    int tag = target ? dwarf_tag(target) : 0;
    if (tag == DW_TAG_pointer_type || tag == DW_TAG_ptr_to_member_type) {
        const char *inner = tr_arena_printf(spelling->arena, "%s%s%s", word, *declarator ? " " : "", declarator);
        return spell(spelling, target, inner, depth + 1);
    }
    return tr_arena_printf(spelling->arena, "%s %s", word, spell(spelling, target, declarator, depth + 1));
}

static const char *spell_array(struct spelling *spelling, Dwarf_Die *type, Dwarf_Die *element, const char *declarator,
                               unsigned depth)
{
    tr_auto_str struct tr_str text = {0};
    Dwarf_Die child;
    uint64_t count;
    tr_str_add_text(&text, declarator);
    bool dimension = false;
    DIE_CHILDREN(type, child, &spelling->budget) {
        if (dwarf_tag(&child) != DW_TAG_subrange_type)
            continue;
        dimension = true;
        if (type_dimension(&child, &count))
            tr_str_printf(&text, "[%llu]", (unsigned long long)count);
        else
            tr_str_add_text(&text, "[]");
    }
    if (!dimension)
        tr_str_add_text(&text, "[]");
    return spell(spelling, element, tr_str_text(&text), depth + 1);
}

/* A member function that is const has a `this` that points to const. */
static bool is_const_this(Dwarf_Die *parameter)
{
    Dwarf_Die pointer, class;
    return die_flag(parameter, DW_AT_artificial) && tr_type_of(parameter, &pointer) && tr_type_strip(&pointer, &pointer)
           && dwarf_tag(&pointer) == DW_TAG_pointer_type && tr_type_of(&pointer, &class)
           && dwarf_tag(&class) == DW_TAG_const_type;
}

static const char *spell_function(struct spelling *spelling, Dwarf_Die *type, Dwarf_Die *result, const char *declarator,
                                  unsigned depth)
{
    tr_auto_str struct tr_str text = {0};
    Dwarf_Die child, parameter;
    size_t count = 0;
    bool is_const = false;
    tr_str_add_text(&text, declarator);
    tr_str_add_char(&text, '(');
    DIE_CHILDREN(type, child, &spelling->budget) {
        int tag = dwarf_tag(&child);
        is_const |= is_const_this(&child);
        if (text.size > TR_LIMIT_TYPE_NAME)
            break;
        if ((tag != DW_TAG_formal_parameter && tag != DW_TAG_unspecified_parameters)
            || die_flag(&child, DW_AT_artificial))
            continue;
        tr_str_add_text(&text, count++ ? ", " : "");
        if (tag == DW_TAG_unspecified_parameters)
            tr_str_add_text(&text, "...");
        else
            tr_str_add_text(&text, spell(spelling, tr_type_of(&child, &parameter) ? &parameter : NULL, "", depth + 1));
    }
    tr_str_add_text(&text, count == 0 && !spelling->is_cxx && die_flag(type, DW_AT_prototyped) ? "void)" : ")");
    tr_str_add_text(&text, is_const ? " const" : "");
    return spell(spelling, result, tr_str_text(&text), depth + 1);
}

static const char *spell(struct spelling *spelling, Dwarf_Die *type, const char *declarator, unsigned depth)
{
    if (depth > TR_LIMIT_DIE_DEPTH || spelling->budget.left == 0 || strlen(declarator) > TR_LIMIT_TYPE_NAME)
        return "...";
    if (!type)
        return named(spelling, "", "void", declarator);
    spelling->budget.left--;
    Dwarf_Die storage, *target = tr_type_of(type, &storage) ? &storage : NULL;
    switch (dwarf_tag(type)) {
    case DW_TAG_pointer_type:
        return spell_pointer(spelling, target, "*", declarator, depth);
    case DW_TAG_reference_type:
        return spell_pointer(spelling, target, "&", declarator, depth);
    case DW_TAG_rvalue_reference_type:
        return spell_pointer(spelling, target, "&&", declarator, depth);
    case DW_TAG_ptr_to_member_type:
        return spell_member_pointer(spelling, type, target, declarator, depth);
    case DW_TAG_const_type:
        return spell_qualified(spelling, target, "const", declarator, depth);
    case DW_TAG_volatile_type:
        return spell_qualified(spelling, target, "volatile", declarator, depth);
    case DW_TAG_restrict_type:
        return spell_qualified(spelling, target, spelling->is_cxx ? "__restrict" : "restrict", declarator, depth);
    case DW_TAG_atomic_type:
        return spell_qualified(spelling, target, "_Atomic", declarator, depth);
    case DW_TAG_array_type:
        return spell_array(spelling, type, target, declarator, depth);
    case DW_TAG_subroutine_type:
        return spell_function(spelling, type, target, declarator, depth);
    default:
        return spell_named(spelling, type, declarator);
    }
}

const char *tr_type_name(struct tr_arena *arena, Dwarf_Die *type)
{
    struct spelling spelling = {arena, {TR_LIMIT_TYPE_DIES}, type && die_is_cxx(type)};
    const char *name = spell(&spelling, type, "", 0);
    return spelling.is_cxx ? tr_short_name(arena, name) : name;
}
