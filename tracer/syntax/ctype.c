#include "syntax/evaluator.h"

#include "symbols/type.h"

#include <inttypes.h>
#include <string.h>

struct ctype ctype_die(Dwarf_Die *die)
{
    return (struct ctype){.form = CTYPE_DIE, .die = *die};
}

struct ctype ctype_basic(enum basic basic)
{
    return (struct ctype){.form = CTYPE_BASIC, .basic = basic};
}

struct ctype ctype_void(void)
{
    return (struct ctype){.form = CTYPE_VOID};
}

struct ctype ctype_of(Dwarf_Die *die)
{
    Dwarf_Die type;
    return tr_type_of(die, &type) ? ctype_die(&type) : ctype_void();
}

struct ctype ctype_pointer_to(const struct ctype *type)
{
    struct ctype pointer = *type;
    pointer.pointers++;
    return pointer;
}

Dwarf_Die *ctype_whole(struct ctype *type)
{
    return type->form == CTYPE_DIE && !type->pointers && !type->dimension ? &type->die : NULL;
}

/* Behind typedefs and qualifiers, with the definition of what is only declared. @return false for void. */
static bool strip(struct evaluator *evaluator, Dwarf_Die *die, Dwarf_Die *ret)
{
    Dwarf_Die from = *die;
    if (!tr_type_strip(&from, ret))
        return false;
    if (attribute_flag(ret, DW_AT_declaration))
        tr_type_complete(evaluator->dwarf, ret);
    return true;
}

static void view_base(Dwarf_Die *die, struct type_view *ret)
{
    uint64_t encoding = 0, size = 0;
    (void)attribute_unsigned(die, DW_AT_encoding, &encoding);
    (void)attribute_unsigned(die, DW_AT_byte_size, &size);
    ret->size = size <= 16 ? (unsigned)size : 0;
    switch (encoding) {
    case DW_ATE_float:
        ret->class = CLASS_FLOAT;
        ret->is_signed = true;
        break;
    case DW_ATE_signed:
    case DW_ATE_signed_char:
        ret->is_signed = true;
        ret->class = CLASS_INTEGER;
        break;
    case DW_ATE_boolean:
        ret->is_boolean = true;
        ret->class = CLASS_INTEGER;
        break;
    case DW_ATE_unsigned:
    case DW_ATE_unsigned_char:
    case DW_ATE_UTF:
    case DW_ATE_address:
        ret->class = CLASS_INTEGER;
        break;
    default:
        ret->class = CLASS_UNKNOWN;
    }
}

/* An enumeration counts as an integer: of its underlying type, or, in C without one, unsigned int as gcc has it. */
static void view_enumeration(struct evaluator *evaluator, Dwarf_Die *die, struct type_view *ret)
{
    Dwarf_Die underlying, base;
    uint64_t size = 4;
    (void)attribute_unsigned(die, DW_AT_byte_size, &size);
    ret->class = CLASS_INTEGER;
    ret->size = size <= 8 ? (unsigned)size : 0;
    if (tr_type_of(die, &underlying) && strip(evaluator, &underlying, &base) && dwarf_tag(&base) == DW_TAG_base_type) {
        struct type_view view = {.size = 0};
        view_base(&base, &view);
        ret->is_signed = view.is_signed;
    }
}

static void view_die(struct evaluator *evaluator, struct type_view *ret)
{
    Dwarf_Die *die = &ret->type.die;
    switch (dwarf_tag(die)) {
    case DW_TAG_base_type:
        view_base(die, ret);
        break;
    case DW_TAG_enumeration_type:
        view_enumeration(evaluator, die, ret);
        break;
    case DW_TAG_pointer_type:
        ret->class = CLASS_POINTER;
        ret->size = 8;
        break;
    case DW_TAG_reference_type:
    case DW_TAG_rvalue_reference_type:
        ret->class = CLASS_REFERENCE;
        ret->size = 8;
        break;
    case DW_TAG_array_type:
        ret->class = CLASS_ARRAY;
        break;
    case DW_TAG_structure_type:
    case DW_TAG_class_type:
    case DW_TAG_union_type:
        ret->class = CLASS_STRUCT;
        break;
    case DW_TAG_subroutine_type:
    case DW_TAG_subprogram:
        ret->class = CLASS_FUNCTION;
        break;
    case DW_TAG_unspecified_type: /* decltype(nullptr) */
        ret->class = CLASS_POINTER;
        ret->size = 8;
        break;
    default:
        break;
    }
}

void ctype_view(struct evaluator *evaluator, const struct ctype *type, struct type_view *ret)
{
    *ret = (struct type_view){.type = *type};
    if (type->pointers) {
        ret->class = CLASS_POINTER;
        ret->size = 8;
    } else if (type->form == CTYPE_VOID) {
        ret->class = CLASS_VOID;
    } else if (type->form == CTYPE_BASIC) {
        ret->class = basic_types[type->basic].is_float ? CLASS_FLOAT : CLASS_INTEGER;
        ret->is_signed = basic_types[type->basic].is_signed;
        ret->size = basic_types[type->basic].size;
        ret->is_boolean = type->basic == BASIC_BOOL;
    } else if (type->form == CTYPE_DIE) {
        Dwarf_Die written = type->die;
        if (strip(evaluator, &written, &ret->type.die))
            view_die(evaluator, ret);
        else
            *ret = (struct type_view){.class = CLASS_VOID, .type = ctype_void()};
    }
}

/* ---- arrays: one DIE with several dimensions ---- */

static bool bound(struct evaluator *evaluator, Dwarf_Die *subrange, unsigned attribute, uint64_t *ret)
{
    if (attribute_unsigned(subrange, attribute, ret))
        return true;
    return dwarf_hasattr_integrate(subrange, attribute) &&
           tr_attribute_value(subrange, attribute, evaluator->function, evaluator->context, ret);
}

static bool count_of(struct evaluator *evaluator, Dwarf_Die *subrange, uint64_t *ret)
{
    enum { MOST_BITS = 48 };
    uint64_t upper, lower = 0;
    if (!bound(evaluator, subrange, DW_AT_count, ret)) {
        if (!bound(evaluator, subrange, DW_AT_upper_bound, &upper))
            return false;
        (void)attribute_unsigned(subrange, DW_AT_lower_bound, &lower);
        /* -1 in however few bytes: no elements. */
        *ret = upper == UINT32_MAX ? 0 : upper + 1 - lower;
    }
    return *ret >> MOST_BITS == 0;
}

/* Dimension @p index of an array DIE. @return whether there is one; its elements in @p ret, unknown ones in @p
 * ret_known. */
static bool dimension_at(struct evaluator *evaluator, Dwarf_Die *array, unsigned index, uint64_t *ret, bool *ret_known)
{
    Dwarf_Die child;
    unsigned seen = 0, passed = 0;
    if (dwarf_child(array, &child) != 0)
        return false;
    do {
        if (dwarf_tag(&child) != DW_TAG_subrange_type || passed++ < index)
            continue;
        *ret_known = count_of(evaluator, &child, ret);
        return true;
    } while (++seen < TR_LIMIT_DIE_DEPTH && dwarf_siblingof(&child, &child) == 0);
    return false;
}

bool ctype_elements(struct evaluator *evaluator, const struct ctype *type, uint64_t *ret)
{
    struct type_view view;
    bool known = false;
    ctype_view(evaluator, type, &view);
    return view.class == CLASS_ARRAY && dimension_at(evaluator, &view.type.die, view.type.dimension, ret, &known) &&
           known;
}

static bool element(struct evaluator *evaluator, const struct type_view *array, struct ctype *ret)
{
    Dwarf_Die die = array->type.die, type;
    uint64_t ignored;
    bool known;
    *ret = array->type;
    ret->dimension++;
    if (dimension_at(evaluator, &die, ret->dimension, &ignored, &known))
        return true;
    if (!tr_type_of(&die, &type))
        return false;
    *ret = ctype_die(&type);
    return true;
}

bool ctype_target(struct evaluator *evaluator, const struct ctype *type, struct ctype *ret)
{
    struct type_view view;
    if (type->pointers) {
        *ret = *type;
        ret->pointers--;
        return true;
    }
    ctype_view(evaluator, type, &view);
    switch (view.class) {
    case CLASS_ARRAY:
        return element(evaluator, &view, ret);
    case CLASS_POINTER:
    case CLASS_REFERENCE:
        *ret = ctype_of(&view.type.die);
        return true;
    default:
        return false;
    }
}

static bool size_at_depth(struct evaluator *evaluator, const struct ctype *type, unsigned depth, uint64_t *ret)
{
    struct type_view view;
    struct ctype inner;
    uint64_t count;
    ctype_view(evaluator, type, &view);
    if (view.size) {
        *ret = view.size;
        return true;
    }
    if (view.class == CLASS_STRUCT)
        return tr_type_size(&view.type.die, ret);
    return view.class == CLASS_ARRAY && depth < TR_LIMIT_VALUE_DEPTH && ctype_elements(evaluator, &view.type, &count) &&
           ctype_target(evaluator, &view.type, &inner) && size_at_depth(evaluator, &inner, depth + 1, ret) &&
           !__builtin_mul_overflow(*ret, count, ret);
}

bool ctype_size(struct evaluator *evaluator, const struct ctype *type, uint64_t *ret)
{
    uint64_t size;
    if (!size_at_depth(evaluator, type, 0, &size))
        return false;
    *ret = size;
    return true;
}

/* What is left of an array whose first dimensions are subscripted: "int[4]". */
static const char *row_name(struct evaluator *evaluator, const struct ctype *row, const char *middle)
{
    tr_auto_str struct tr_str text = {0};
    struct ctype at = *row;
    Dwarf_Die array = row->die, type;
    at.pointers = 0;
    tr_str_add_text(&text, tr_show_type(evaluator->values, tr_type_of(&array, &type) ? &type : NULL));
    tr_str_add_text(&text, middle);
    for (uint64_t count; at.dimension < TR_LIMIT_VALUE_DEPTH && ctype_elements(evaluator, &at, &count); at.dimension++)
        tr_str_printf(&text, "[%" PRIu64 "]", count);
    return tr_arena_strdup(evaluator->arena, tr_str_text(&text));
}

static const char *stars(struct evaluator *evaluator, unsigned count)
{
    static const char most[] = "********";
    return tr_arena_printf(evaluator->arena, "%.*s", (int)(count < sizeof(most) ? count : sizeof(most) - 1), most);
}

static const char *base_name(struct evaluator *evaluator, const struct ctype *type)
{
    Dwarf_Die die = type->die;
    switch (type->form) {
    case CTYPE_BASIC:
        return basic_types[type->basic].name;
    case CTYPE_DIE:
        return tr_show_type(evaluator->values, &die);
    default:
        return "void";
    }
}

const char *ctype_name(struct evaluator *evaluator, const struct ctype *type)
{
    if (type->form == CTYPE_NONE)
        return NULL;
    struct ctype base = *type;
    struct type_view view;
    base.pointers = 0;
    const char *pointers = stars(evaluator, type->pointers);
    ctype_view(evaluator, &base, &view);
    if (view.class == CLASS_ARRAY && (type->dimension || type->pointers))
        return row_name(evaluator, &view.type,
                        type->pointers ? tr_arena_printf(evaluator->arena, " (%s)", pointers) : "");
    const char *name = base_name(evaluator, &base);
    size_t length = strlen(name);
    if (!type->pointers)
        return name;
    /* A function's type has its parameters behind: "int (int)" becomes "int (*)(int)". */
    const char *open = view.class == CLASS_FUNCTION ? strchr(name, '(') : NULL;
    if (open)
        return tr_arena_printf(evaluator->arena, "%.*s(%s)%s", (int)(open - name), name, pointers, open);
    return tr_arena_printf(evaluator->arena, "%s%s%s", name, length && name[length - 1] == '*' ? "" : " ", pointers);
}
