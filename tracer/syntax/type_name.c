/* Types as the source names them: in casts and sizeof. */
#include "syntax/evaluator.h"

#include <string.h>

/* The words of an arithmetic type, in any order: C17 6.7.2. */
struct type_words {
    unsigned longs, shorts;
    bool is_unsigned, is_signed, is_char, is_int, is_float, is_double, is_bool, is_void, is_other;
};

static const struct {
    const char *text;
    enum basic type;
} fixed[] = {
    {"int8_t", BASIC_SIGNED_CHAR},   {"uint8_t", BASIC_UNSIGNED_CHAR},
    {"int16_t", BASIC_SHORT},        {"uint16_t", BASIC_UNSIGNED_SHORT},
    {"int32_t", BASIC_INT},          {"uint32_t", BASIC_UNSIGNED},
    {"int64_t", BASIC_LONG},         {"uint64_t", BASIC_UNSIGNED_LONG},
    {"size_t", BASIC_UNSIGNED_LONG}, {"ssize_t", BASIC_LONG},
    {"intptr_t", BASIC_LONG},        {"uintptr_t", BASIC_UNSIGNED_LONG},
    {"ptrdiff_t", BASIC_LONG},
};

static void add_word(struct type_words *words, const char *text, size_t size)
{
    if (text_is(text, size, "long"))
        words->longs++;
    else if (text_is(text, size, "short"))
        words->shorts++;
    else if (text_is(text, size, "unsigned"))
        words->is_unsigned = true;
    else if (text_is(text, size, "signed"))
        words->is_signed = true;
    else if (text_is(text, size, "char"))
        words->is_char = true;
    else if (text_is(text, size, "int"))
        words->is_int = true;
    else if (text_is(text, size, "float"))
        words->is_float = true;
    else if (text_is(text, size, "double"))
        words->is_double = true;
    else if (text_is(text, size, "bool") || text_is(text, size, "_Bool"))
        words->is_bool = true;
    else if (text_is(text, size, "void"))
        words->is_void = true;
    else if (!text_is(text, size, "const") && !text_is(text, size, "volatile"))
        words->is_other = true;
}

static bool basic_of(const struct type_words *words, struct ctype *ret)
{
    bool is_unsigned = words->is_unsigned;
    if (words->is_other)
        return false;
    if (words->is_void)
        *ret = ctype_void();
    else if (words->is_bool)
        *ret = ctype_basic(BASIC_BOOL);
    else if (words->is_char)
        *ret = ctype_basic(is_unsigned ? BASIC_UNSIGNED_CHAR : words->is_signed ? BASIC_SIGNED_CHAR : BASIC_CHAR);
    else if (words->is_float)
        *ret = ctype_basic(BASIC_FLOAT);
    else if (words->is_double)
        *ret = ctype_basic(words->longs ? BASIC_LONG_DOUBLE : BASIC_DOUBLE);
    else if (words->shorts)
        *ret = ctype_basic(is_unsigned ? BASIC_UNSIGNED_SHORT : BASIC_SHORT);
    else if (words->longs > 1)
        *ret = ctype_basic(is_unsigned ? BASIC_UNSIGNED_LONG_LONG : BASIC_LONG_LONG);
    else if (words->longs)
        *ret = ctype_basic(is_unsigned ? BASIC_UNSIGNED_LONG : BASIC_LONG);
    else if (words->is_int || is_unsigned || words->is_signed)
        *ret = ctype_basic(is_unsigned ? BASIC_UNSIGNED : BASIC_INT);
    else
        return false;
    return true;
}

static bool arithmetic(const struct node *node, struct ctype *ret)
{
    struct type_words words = {0};
    const char *at = node->text, *end = at + node->size;
    for (size_t i = 0; i < TR_COUNT(fixed); i++) {
        if (text_is(node->text, node->size, fixed[i].text)) {
            *ret = ctype_basic(fixed[i].type);
            return true;
        }
    }
    while (at < end) {
        const char *start = at;
        while (at < end && *at != ' ' && *at != '\t' && *at != '\n')
            at++;
        if (at > start)
            add_word(&words, start, (size_t)(at - start));
        at++;
    }
    return basic_of(&words, ret);
}

static bool declared(struct evaluator *evaluator, const struct node *node, const int *tags, struct ctype *ret)
{
    const char *name, *scope;
    bool is_ambiguous;
    if (node_is(node, "template_type") || node_is(node, "template_function"))
        return false; /* the debug information names instances with their arguments, spelled its own way */
    name_split(evaluator, node, &name, &scope);
    const struct name_match *match = unit_names_find(evaluator, name, scope, tags, &is_ambiguous);
    if (!match || is_ambiguous)
        return false;
    Dwarf_Die die = match->die;
    *ret = ctype_die(&die);
    return true;
}

/* The stars and references of "struct node **"; arrays and functions are left to "not known". */
static bool add_declarator(const struct node *declarator, struct ctype *ret)
{
    for (unsigned depth = 0; declarator && depth < TR_LIMIT_VALUE_DEPTH; depth++) {
        if (node_is(declarator, "abstract_pointer_declarator"))
            ret->pointers++;
        else if (!node_is(declarator, "abstract_reference_declarator"))
            return false;
        declarator = node_field(declarator, "declarator");
    }
    return true;
}

bool ctype_named(struct evaluator *evaluator, const struct node *node, struct ctype *ret)
{
    static const int tagged[] = {DW_TAG_structure_type, DW_TAG_class_type, DW_TAG_union_type, DW_TAG_enumeration_type,
                                 0};
    static const int plain[] = {DW_TAG_typedef, DW_TAG_base_type, 0};
    for (unsigned depth = 0; node && node_is(node, "parenthesized_expression") && depth < TR_LIMIT_VALUE_DEPTH; depth++)
        node = node_first(node);
    if (!node)
        return false;
    if (node_is(node, "type_descriptor")) {
        const struct node *type = node_field(node, "type");
        return type && ctype_named(evaluator, type, ret) && add_declarator(node_field(node, "declarator"), ret);
    }
    bool is_tagged = node_is(node, "struct_specifier") || node_is(node, "class_specifier") ||
                     node_is(node, "union_specifier") || node_is(node, "enum_specifier");
    if (is_tagged) {
        const struct node *name = node_field(node, "name");
        return name && declared(evaluator, name, tagged, ret);
    }
    return declared(evaluator, node, plain, ret) || arithmetic(node, ret) ||
           (evaluator->is_cxx && declared(evaluator, node, tagged, ret));
}
