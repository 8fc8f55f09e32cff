#include "syntax/evaluator.h"

#include <string.h>

static evaluate_fn evaluate_number, evaluate_character, evaluate_string, evaluate_name, evaluate_constant,
    evaluate_list;

/* A sort of expression is added here. */
static const struct row {
    const char *type;
    evaluate_fn *evaluate;
} rows[] = {
    {"identifier", evaluate_name},
    {"qualified_identifier", evaluate_name},
    {"this", evaluate_name},
    {"number_literal", evaluate_number},
    {"char_literal", evaluate_character},
    {"string_literal", evaluate_string},
    {"concatenated_string", evaluate_string},
    {"raw_string_literal", evaluate_string},
    {"true", evaluate_constant},
    {"false", evaluate_constant},
    {"null", evaluate_constant},
    {"nullptr", evaluate_constant},
    {"field_expression", access_field},
    {"subscript_expression", access_subscript},
    {"pointer_expression", access_pointer},
    {"unary_expression", operator_unary},
    {"binary_expression", operator_binary},
    {"update_expression", operator_update},
    {"assignment_expression", operator_assign},
    {"conditional_expression", operator_conditional},
    {"comma_expression", operator_comma},
    {"cast_expression", operator_cast},
    {"sizeof_expression", operator_sizeof},
    {"new_expression", operator_new},
    {"call_expression", call_evaluate},
    {"initializer_list", evaluate_list},
};

struct tr_evaluated *record_at(const struct evaluator *evaluator, size_t record)
{
    return record < evaluator->report->expressions.count
               ? tr_list_at(&evaluator->report->expressions, struct tr_evaluated, record)
               : NULL;
}

struct tr_evaluated *record_part(const struct evaluator *evaluator, size_t parent, const char *part)
{
    for (size_t i = parent == NO_PARENT ? 0 : parent + 1; i < evaluator->report->expressions.count; i++) {
        struct tr_evaluated *record = record_at(evaluator, i);
        if (record->parent.known && (size_t)record->parent.value == parent && record->part && strcmp(record->part, part) == 0)
            return record;
    }
    return NULL;
}

static struct tr_range *range_of(struct evaluator *evaluator, const struct node *node)
{
    if (!node->line)
        return NULL;
    struct tr_range *range = tr_arena_new(evaluator->arena, struct tr_range);
    range->line = tr_number(node->line);
    range->first_column = tr_number(node->column);
    range->last_line = tr_number(node->last_line);
    range->last_column = tr_number(node->last_column);
    return range;
}

static size_t record_begin(struct evaluator *evaluator, const struct node *node, size_t parent, const char *part)
{
    struct tr_list *list = &evaluator->report->expressions;
    if (evaluator->silent)
        return NO_PARENT;
    if (list->count >= TR_LIMIT_EXPRESSIONS) {
        evaluator->cut = true;
        return NO_PARENT;
    }
    struct tr_evaluated *record = tr_list_new(evaluator->arena, list, struct tr_evaluated);
    record->text = record_text(evaluator, node);
    record->node = node->type;
    record->range = range_of(evaluator, node);
    if (parent != NO_PARENT)
        record->parent = tr_number((int64_t)parent);
    record->part = part;
    record->state = TR_STATE_UNAVAILABLE;
    return list->count - 1;
}

void evaluate_parts(struct evaluator *evaluator, const struct node *node, size_t parent)
{
    struct typed ignored;
    for (const struct node *child = node_first(node); child; child = node_next(child))
        evaluate(evaluator, child, parent, "operand", &ignored);
}

static evaluate_fn *evaluator_of(const char *type)
{
    for (size_t i = 0; i < TR_COUNT(rows); i++)
        if (strcmp(rows[i].type, type) == 0)
            return rows[i].evaluate;
    return NULL;
}

/* Words of types, fields and the like are no expressions. */
static bool is_expression(const struct node *node)
{
    size_t length = strlen(node->type);
    return evaluator_of(node->type) || node_is(node, "parenthesized_expression") ||
           (length > 11 && strcmp(node->type + length - 11, "_expression") == 0) || node_is(node, "ERROR");
}

static const struct node *without_parentheses(const struct node *node)
{
    while (node_is(node, "parenthesized_expression") && node_first(node) && !node_next(node_first(node)))
        node = node_first(node);
    return node;
}

static size_t evaluate_at(struct evaluator *evaluator, const struct node *node, size_t parent, const char *part,
                          struct typed *ret)
{
    node = without_parentheses(node);
    *ret = (struct typed){.type = {.form = CTYPE_NONE}, .state = TR_STATE_OK};
    typed_unavailable(ret, "expressions of this sort are not evaluated");
    if (!is_expression(node))
        return NO_PARENT;
    if (evaluator->depth >= TR_LIMIT_SYNTAX_DEPTH) {
        evaluator->cut = true;
        typed_unavailable(ret, "nested too deeply");
        return NO_PARENT;
    }
    size_t record = record_begin(evaluator, node, parent, part);
    evaluate_fn *evaluate_node = evaluator_of(node->type);
    evaluator->depth++;
    if (evaluate_node)
        evaluate_node(evaluator, node, record, ret);
    else
        evaluate_parts(evaluator, node, record);
    evaluator->depth--;
    if (record != NO_PARENT)
        record_fill(evaluator, record_at(evaluator, record), ret);
    return record;
}

void evaluate(struct evaluator *evaluator, const struct node *node, size_t parent, const char *part, struct typed *ret)
{
    (void)evaluate_at(evaluator, node, parent, part, ret);
}

void evaluate_argument(struct evaluator *evaluator, const struct node *node, size_t parent, int number,
                       struct typed *ret)
{
    size_t record = evaluate_at(evaluator, node, parent, "argument", ret);
    if (record != NO_PARENT)
        record_at(evaluator, record)->argument = tr_number(number);
}

/* ---- what has no parts ---- */

static void evaluate_name(struct evaluator *evaluator, const struct node *node, size_t record, struct typed *ret)
{
    name_evaluate(evaluator, node, record, ret);
}

static void evaluate_number(struct evaluator *evaluator, const struct node *node, size_t record, struct typed *ret)
{
    struct literal literal;
    (void)evaluator, (void)record;
    if (!literal_number(node->text, node->size, &literal))
        typed_unavailable(ret, "numbers of this sort are not read");
    else if (basic_types[literal.type].is_float)
        typed_real(literal.type, literal.real, ret);
    else
        typed_integer(literal.type, literal.word, ret);
}

static void evaluate_character(struct evaluator *evaluator, const struct node *node, size_t record, struct typed *ret)
{
    struct literal literal;
    (void)record;
    if (!literal_character(node->text, node->size, evaluator->is_cxx, &literal)) {
        typed_unavailable(ret, "characters of this sort are not read");
        return;
    }
    typed_integer(literal.type, literal.word, ret);
    ret->spelled = record_text(evaluator, node);
    ret->spelled_kind = TR_VALUE_CHARACTER;
}

/* Where the compiler put it is not known, but that it is readable text is. */
static void evaluate_string(struct evaluator *evaluator, const struct node *node, size_t record, struct typed *ret)
{
    size_t length;
    unsigned width;
    (void)record;
    struct ctype character = ctype_basic(BASIC_CHAR);
    *ret = (struct typed){.type = ctype_pointer_to(&character), .state = TR_STATE_OK};
    ret->spelled = record_text(evaluator, node);
    ret->spelled_kind = TR_VALUE_STRING;
    if (node_is(node, "string_literal") && literal_string_length(node->text, node->size, &length, &width) && width == 1)
        ret->elements = tr_number((int64_t)length + 1);
}

static void evaluate_constant(struct evaluator *evaluator, const struct node *node, size_t record, struct typed *ret)
{
    (void)evaluator, (void)record;
    struct ctype nothing = ctype_void(), pointer = ctype_pointer_to(&nothing);
    if (node_is(node, "null") || node_is(node, "nullptr"))
        typed_pointer(&pointer, 0, ret);
    else
        typed_integer(BASIC_BOOL, node_is(node, "true"), ret);
}

static void evaluate_list(struct evaluator *evaluator, const struct node *node, size_t record, struct typed *ret)
{
    const struct node *only = node_first(node);
    if (only && !node_next(only))
        evaluate(evaluator, only, record, "operand", ret); /* int z{*p} */
    else
        evaluate_parts(evaluator, node, record);
}
