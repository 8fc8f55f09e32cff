#include "syntax/evaluator.h"

#include <string.h>

static const char *operator_of(struct evaluator *evaluator, const struct node *node)
{
    const struct node *operator= node_field(node, "operator");
    return operator? tr_arena_strndup(evaluator->arena, operator->text, operator->size) : "";
}

/* Evaluate and load one operand. @return false with @p ret saying why its value is not known. */
static bool operand_load(struct evaluator *evaluator, const struct node *node, size_t record, const char *part,
                         struct scalar *loaded, struct typed *ret)
{
    struct typed value, failure = {.state = TR_STATE_OK};
    evaluate(evaluator, node, record, part, &value);
    if (scalar_load(evaluator, &value, loaded, &failure))
        return true;
    typed_fail_for(evaluator, node, &failure, ret);
    return false;
}

void operator_unary(struct evaluator *evaluator, const struct node *node, size_t record, struct typed *ret)
{
    const struct node *argument = node_field(node, "argument");
    const char *operator= operator_of(evaluator, node);
    struct scalar operand;
    char c = strcmp(operator, "not") == 0 ? '!' : strcmp(operator, "compl") == 0 ? '~' : *operator;
    if (argument && operand_load(evaluator, argument, record, "operand", &operand, ret))
        scalar_unary(evaluator, c, &operand, ret);
}

/* Evaluate what did not run when @p reason is set. */
static void evaluate_unless(struct evaluator *evaluator, const char *reason, const struct node *node, size_t record,
                            const char *part, struct typed *ret)
{
    const char *before = evaluator->dead;
    if (!before)
        evaluator->dead = reason;
    evaluate(evaluator, node, record, part, ret);
    evaluator->dead = before;
}

/*
 * && and ||. The right side does not run when the left one decides; that is only said when the left side changes
 * nothing, since otherwise its value may have been another one then.
 */
static void evaluate_logical(struct evaluator *evaluator, const struct node *left, const struct node *right,
                             size_t record, bool is_and, struct typed *ret)
{
    struct scalar a, b;
    struct typed first, second, failure = {.state = TR_STATE_OK};
    const char *reason = NULL;
    evaluate(evaluator, left, record, "left", &first);
    bool known = scalar_load(evaluator, &first, &a, &failure);
    bool decides = known && scalar_truth(&a) != is_and;
    if (decides && !left->has_effects)
        reason = tr_arena_printf(evaluator->arena, "not evaluated: %s is %s", record_text(evaluator, left),
                                 is_and ? "false" : "true");
    evaluate_unless(evaluator, reason, right, record, "right", &second);
    if (!known)
        typed_fail_for(evaluator, left, &failure, ret);
    else if (decides)
        typed_truth(evaluator, !is_and, ret);
    else if (scalar_load(evaluator, &second, &b, &failure))
        typed_truth(evaluator, scalar_truth(&b), ret);
    else
        typed_fail_for(evaluator, right, &failure, ret);
}

void operator_binary(struct evaluator *evaluator, const struct node *node, size_t record, struct typed *ret)
{
    const struct node *left = node_field(node, "left"), *right = node_field(node, "right");
    const char *operator= operator_of(evaluator, node);
    struct scalar a, b;
    if (!left || !right) {
        evaluate_parts(evaluator, node, record);
        return;
    }
    bool is_and = strcmp(operator, "&&") == 0 || strcmp(operator, "and") == 0;
    if (is_and || strcmp(operator, "||") == 0 || strcmp(operator, "or") == 0) {
        evaluate_logical(evaluator, left, right, record, is_and, ret);
        return;
    }
    bool divides = strcmp(operator, "/") == 0 || strcmp(operator, "%") == 0;
    struct typed failure = {.state = TR_STATE_OK};
    bool has_left = operand_load(evaluator, left, record, "left", &a, ret);
    bool has_right =
        operand_load(evaluator, right, record, divides ? "divisor" : "right", &b, has_left ? ret : &failure);
    if (has_left && has_right)
        scalar_binary(evaluator, operator, & a, &b, ret);
}

/*
 * "p++": memory has the value before or the one behind, as the compiler happened to order it; which of them the program
 * went on with is seen when it is an address (access.c).
 */
static void set_before(struct evaluator *evaluator, const struct node *node, size_t record, struct typed *ret)
{
    struct scalar now;
    struct typed failure = {.state = TR_STATE_OK};
    uint64_t step = 1;
    if (!scalar_load(evaluator, ret, &now, &failure) || now.class == CLASS_FLOAT ||
        (now.class == CLASS_POINTER && !pointer_step(evaluator, &now.type, &step)))
        return;
    ret->has_before = true;
    ret->before = node_operator_is(node, "++") ? now.word - step : now.word + step;
    ret->record = record;
}

void operator_update(struct evaluator *evaluator, const struct node *node, size_t record, struct typed *ret)
{
    const struct node *argument = node_field(node, "argument");
    if (!argument)
        return;
    evaluate(evaluator, argument, record, "operand", ret);
    if (ret->state != TR_STATE_OK)
        return;
    ret->member_offset = (struct tr_number){.known = false};
    bool is_postfix = node->children == argument;
    struct type_view view;
    ctype_view(evaluator, &ret->type, &view);
    if (is_postfix && view.class == CLASS_STRUCT) { /* an iterator: operator++ has moved it, and gave a copy of before */
        typed_unavailable(ret, "what it was before the step is not known");
        return;
    }
    ret->note = is_postfix ? "the value that the variable has now: before the change or after it"
                           : "the value that the variable has now";
    if (is_postfix)
        set_before(evaluator, node, record, ret);
}

/* "+=" without the "=". */
static const char *compound_operator(struct evaluator *evaluator, const struct node *node)
{
    const char *operator= operator_of(evaluator, node);
    size_t length = strlen(operator);
    return length > 1 ? tr_arena_strndup(evaluator->arena, operator, length - 1) : NULL;
}

/* Within a larger expression: what uses its value runs after the assignment. */
static bool is_operand(struct evaluator *evaluator, size_t record)
{
    const struct tr_evaluated *own = record_at(evaluator, record);
    return own && own->parent.known;
}

void operator_assign(struct evaluator *evaluator, const struct node *node, size_t record, struct typed *ret)
{
    const struct node *left = node_field(node, "left"), *right = node_field(node, "right");
    const char *operator= compound_operator(evaluator, node);
    struct typed target, value, failure = {.state = TR_STATE_OK};
    struct scalar a, b;
    if (!left || !right) {
        evaluate_parts(evaluator, node, record);
        return;
    }
    bool divides = operator&&(strcmp(operator, "/") == 0 || strcmp(operator, "%") == 0);
    evaluate(evaluator, left, record, "left", &target);
    evaluate(evaluator, right, record, divides ? "divisor" : "right", &value);
    *ret = (struct typed){.type = target.type, .state = TR_STATE_OK};
    if (!scalar_load(evaluator, &value, &b, &failure)) {
        typed_fail_for(evaluator, right, &failure, ret);
    } else if (operator&& !scalar_load(evaluator, &target, &a, &failure)) {
        typed_fail_for(evaluator, left, &failure, ret);
    } else {
        if (operator&& is_operand(evaluator, record)) {
            *ret = target;
            ret->member_offset = (struct tr_number){.known = false};
            ret->note = "the value that the variable has now";
            return;
        }
        if (operator) {
            scalar_binary(evaluator, operator, & a, &b, &value);
            if (value.state != TR_STATE_OK || !scalar_load(evaluator, &value, &b, &failure)) {
                *ret = value;
                return;
            }
        }
        if (!scalar_convert(evaluator, &b, &target.type, ret))
            typed_unavailable(ret, "what is assigned is not known");
        else
            ret->note = "the value to be assigned";
    }
    ret->type = target.type;
}

void operator_conditional(struct evaluator *evaluator, const struct node *node, size_t record, struct typed *ret)
{
    const struct node *condition = node_field(node, "condition"), *yes = node_field(node, "consequence"),
                      *no = node_field(node, "alternative");
    struct typed value, first = {.state = TR_STATE_OK}, second, failure = {.state = TR_STATE_OK};
    struct scalar scalar;
    if (!condition || !no) {
        evaluate_parts(evaluator, node, record);
        return;
    }
    evaluate(evaluator, condition, record, "condition", &value);
    bool known = scalar_load(evaluator, &value, &scalar, &failure), truth = known && scalar_truth(&scalar);
    const char *reason = NULL;
    if (known && !condition->has_effects)
        reason = tr_arena_printf(evaluator->arena, "not evaluated: %s is %s", record_text(evaluator, condition),
                                 truth ? "true" : "false");
    first = value;
    if (yes)
        evaluate_unless(evaluator, truth ? NULL : reason, yes, record, "operand", &first);
    evaluate_unless(evaluator, truth ? reason : NULL, no, record, "operand", &second);
    if (known)
        *ret = truth ? first : second;
    else
        typed_fail_for(evaluator, condition, &failure, ret);
    ret->member_offset = (struct tr_number){.known = false};
}

void operator_comma(struct evaluator *evaluator, const struct node *node, size_t record, struct typed *ret)
{
    struct typed ignored;
    const struct node *left = node_field(node, "left"), *right = node_field(node, "right");
    if (!left || !right)
        return;
    evaluate(evaluator, left, record, "left", &ignored);
    evaluate(evaluator, right, record, "right", ret);
}

void operator_cast(struct evaluator *evaluator, const struct node *node, size_t record, struct typed *ret)
{
    const struct node *type_node = node_field(node, "type"), *value_node = node_field(node, "value");
    struct ctype type;
    struct scalar scalar;
    struct type_view view;
    struct typed value, failure = {.state = TR_STATE_OK};
    if (!type_node || !value_node)
        return;
    evaluate(evaluator, value_node, record, "operand", &value);
    if (!ctype_named(evaluator, type_node, &type)) {
        typed_unavailable(ret, tr_arena_printf(evaluator->arena, "the debug information has no type %s",
                                               record_text(evaluator, type_node)));
        return;
    }
    ctype_view(evaluator, &type, &view);
    if (view.class == CLASS_REFERENCE && value.in_memory) {
        struct ctype target;
        if (ctype_target(evaluator, &type, &target))
            typed_lvalue(evaluator, &target, value.address, ret);
    } else if (view.class == CLASS_STRUCT || view.class == CLASS_VOID) {
        *ret = value;
    } else if (!scalar_load(evaluator, &value, &scalar, &failure)) {
        typed_fail_for(evaluator, value_node, &failure, ret);
        ret->type = type;
    } else if (!scalar_convert(evaluator, &scalar, &type, ret)) {
        typed_unavailable(ret, "the value cannot be converted to this type");
    } else {
        ret->is_secret = value.is_secret;
    }
}

/* new T[n](a): the number of elements, and what the constructor is given. */
void operator_new(struct evaluator *evaluator, const struct node *node, size_t record, struct typed *ret)
{
    const struct node *declarator = node_field(node, "declarator"), *arguments = node_field(node, "arguments");
    const struct node *length = declarator ? node_field(declarator, "length") : NULL;
    struct typed ignored;
    if (length)
        evaluate(evaluator, length, record, "operand", &ignored);
    if (arguments)
        evaluate_parts(evaluator, arguments, record);
    typed_unavailable(ret, "an allocation is not repeated");
}

/* The operand of sizeof does not run: what it would access is no candidate for what failed. */
void operator_sizeof(struct evaluator *evaluator, const struct node *node, size_t record, struct typed *ret)
{
    const struct node *type_node = node_field(node, "type"), *value_node = node_field(node, "value");
    struct ctype type = {.form = CTYPE_NONE};
    struct typed value = {.state = TR_STATE_OK};
    uint64_t size;
    if (value_node) {
        evaluate_unless(evaluator, "not evaluated: only its size is asked for", value_node, record, "operand", &value);
        type = value.type;
        if (value.spelled && value.elements.known) {
            typed_integer(BASIC_UNSIGNED_LONG, (uint64_t)value.elements.value, ret);
            return;
        }
    }
    /* sizeof(name) is the same for a variable and a type, and the grammar cannot tell which it is. */
    if ((type.form == CTYPE_NONE && !ctype_named(evaluator, type_node ? type_node : value_node, &type)) ||
        !ctype_size(evaluator, &type, &size))
        typed_unavailable(ret, "the size is not known");
    else
        typed_integer(BASIC_UNSIGNED_LONG, size, ret);
}
