#include "diagnose/condition_form.h"

#include "base/cleanup.h"
#include "diagnose/evaluated.h"

#include <stdlib.h>
#include <string.h>

/* "x > 10", or the outcome of strcmp(x, "text") beside 0, with what x is compared with as it is written. */
struct side {
    const char *what;     /* x */
    char operator[3];
    const char *constant; /* as written */
    bool is_whole;        /* x is no floating-point number, for which all comparisons may be false */
    bool is_unsigned;     /* a negative constant is compared as a great one */
};

/* The part with number @p number, from 0, of the one at @p parent; -1: there is none. */
static int64_t part_of(const struct tr_list *parts, int64_t parent, unsigned number)
{
    for (size_t i = 0; i < parts->count; i++) {
        const struct tr_evaluated *part = tr_list_at(parts, const struct tr_evaluated, i);
        if (part->parent.known && part->parent.value == parent && number-- == 0)
            return (int64_t)i;
    }
    return -1;
}

static const struct tr_evaluated *at(const struct tr_list *parts, int64_t index)
{
    return index < 0 ? NULL : tr_list_at(parts, const struct tr_evaluated, index);
}

static bool is_node(const struct tr_evaluated *part, const char *node) { return part && strcmp(part->node, node) == 0; }

/* What lies between the two operands; "" when it is longer than an operator. */
static void operator_between(const struct tr_evaluated *whole, const struct tr_evaluated *left, const struct tr_evaluated *right, char ret[3])
{
    size_t from = strlen(left->text), size = strlen(whole->text), to = size - strlen(right->text);
    ret[0] = '\0';
    if (strlen(right->text) > size || to < from || strncmp(whole->text, left->text, from) != 0)
        return;
    const char *text = whole->text + from + strspn(whole->text + from, " )");
    size_t length = strspn(text, "<>=!&|");
    if (length > 2)
        return;
    memcpy(ret, text, length);
    ret[length] = '\0';
}

/* A name, or a place that is reached from names without calling or setting anything. */
static bool is_plain(const struct tr_evaluated *part)
{
    static const char *const nodes[] = {"identifier", "field_expression", "subscript_expression", "pointer_expression",
                                        "qualified_identifier"};
    bool is_place = false;
    for (size_t i = 0; i < TR_COUNT(nodes); i++)
        is_place |= strcmp(part->node, nodes[i]) == 0;
    return is_place && !strpbrk(part->text, "(=") && !strstr(part->text, "++") && !strstr(part->text, "--");
}

/* strcmp(name, "text") != 0, and the same without the != 0. */
static bool text_side(struct tr_arena *arena, const struct tr_evaluated *call, struct side *ret)
{
    static const char name[] = "strcmp(";
    const char *text = call->text, *comma = strchr(text, ',');
    size_t start = sizeof(name) - 1, size = strlen(text);
    if (strncmp(text, name, start) != 0 || !comma || memchr(text + start, '(', (size_t)(comma - text) - start) || text[size - 1] != ')')
        return false;
    comma += 1 + strspn(comma + 1, " ");
    *ret = (struct side){.what = tr_arena_strndup(arena, text + start, strcspn(text + start, ",")),
                         .operator= "!=",
                         .constant = tr_arena_strndup(arena, comma, (size_t)(text + size - 1 - comma)),
                         .is_whole = true};
    return ret->constant[0] == '"';
}

static bool side_of(struct tr_arena *arena, const struct tr_list *parts, int64_t index, struct side *ret)
{
    const struct tr_evaluated *whole = at(parts, index);
    if (is_node(whole, "call_expression"))
        return text_side(arena, whole, ret);
    if (!is_node(whole, "binary_expression"))
        return false;
    const struct tr_evaluated *left = at(parts, part_of(parts, index, 0)), *right = at(parts, part_of(parts, index, 1));
    char operator[3];
    if (!left || !right)
        return false;
    operator_between(whole, left, right, operator);
    if (is_node(left, "call_expression") && strcmp(right->text, "0") == 0 && text_side(arena, left, ret)) {
        memcpy(ret->operator, operator, sizeof(operator));
        return strcmp(operator, "!=") == 0 || strcmp(operator, "==") == 0;
    }
    bool is_constant = is_node(right, "number_literal") || is_node(right, "char_literal") || is_node(right, "string_literal");
    bool is_float = left->type && (strstr(left->type, "float") || strstr(left->type, "double"));
    bool is_unsigned = tr_evaluated_is_unsigned(left) || (right->text[0] != '"' && strpbrk(right->text, "uU"));
    *ret = (struct side){.what = left->text, .constant = right->text, .is_whole = !is_float, .is_unsigned = is_unsigned};
    memcpy(ret->operator, operator, sizeof(operator));
    return is_constant && is_plain(left) && operator[0];
}

/* Value of a constant as it is written; false for text, and for what is not simple. */
static bool number(const char *text, long double *ret)
{
    char *end;
    if (text[0] == '\'') {
        *ret = text[1];
        return strlen(text) == 3 && text[1] != '\\' && text[2] == '\'';
    }
    *ret = strtold(text, &end);
    return end != text && strspn(end, "uUlLfF") == strlen(end);
}

void tr_operator_negate(char operator[3])
{
    static const char *const pairs[][2] = {{"==", "!="}, {"<", ">="}, {">", "<="}};
    for (size_t i = 0; i < TR_COUNT(pairs); i++)
        for (size_t j = 0; j < 2; j++)
            if (strcmp(operator, pairs[i][j]) == 0) {
                memcpy(operator, pairs[i][1 - j], strlen(pairs[i][1 - j]) + 1);
                return;
            }
    operator[0] = '\0';
}

/* "x > 0 || x < 10": what is not above the one is below the other. */
static bool covers(const struct side *low, const struct side *high, long double from, long double to)
{
    bool or_same = low->operator[1] || high->operator[1]; /* "x >= a || x < a" */
    return low->operator[0] == '>' && high->operator[0] == '<' && low->is_whole && high->is_whole && (from < to || (or_same && from == to));
}

/* Whether one of the two is true whatever they look at. */
static bool one_is_true(const struct side *a, const struct side *b)
{
    long double left, right;
    bool are_unequal = strcmp(a->operator, "!=") == 0 && strcmp(b->operator, "!=") == 0;
    if (strcmp(a->what, b->what) != 0)
        return false;
    if (a->constant[0] == '"' && b->constant[0] == '"')
        return are_unequal && strcmp(a->constant, b->constant) != 0;
    if (!number(a->constant, &left) || !number(b->constant, &right))
        return false;
    if ((a->is_unsigned || b->is_unsigned) && (left < 0 || right < 0))
        return false;
    return (are_unequal && left != right) || covers(a, b, left, right) || covers(b, a, right, left);
}

/* What the expression at @p index looks at, where it is @p wanted whatever that is. */
static const char *always(struct tr_arena *arena, const struct tr_list *parts, int64_t index, bool wanted)
{
    const struct tr_evaluated *whole = at(parts, index);
    int64_t first = part_of(parts, index, 0), second = part_of(parts, index, 1);
    struct side sides[2];
    char operator[3];
    if (is_node(whole, "unary_expression") && whole->text[0] == '!')
        return first < 0 ? NULL : always(arena, parts, first, !wanted);
    if (!is_node(whole, "binary_expression") || first < 0 || second < 0)
        return NULL;
    operator_between(whole, at(parts, first), at(parts, second), operator);
    if (strcmp(operator, wanted ? "||" : "&&") != 0 || !side_of(arena, parts, first, &sides[0]) || !side_of(arena, parts, second, &sides[1]))
        return NULL;
    for (size_t i = 0; i < 2 && !wanted; i++)
        tr_operator_negate(sides[i].operator);
    return one_is_true(&sides[0], &sides[1]) ? sides[0].what : NULL;
}

const char *tr_condition_always(struct tr_arena *arena, const struct tr_list *parts)
{
    return parts->count ? always(arena, parts, 0, true) : NULL;
}
