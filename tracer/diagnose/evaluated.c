#include "diagnose/evaluated.h"

#include "base/cleanup.h"
#include "base/utf8.h"

#include <inttypes.h>
#include <string.h>

enum { OPERANDS = 12, INDEXES = 3 };

bool tr_evaluated_is(const struct tr_evaluated *expression, const char *part)
{
    return expression->part && strcmp(expression->part, part) == 0;
}

/* Place of @p expression in the list, -1 when it is not there. */
static int64_t index_of(const struct tr_facts *facts, const struct tr_evaluated *expression)
{
    const struct tr_list *list = &facts->report->expressions;
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i] == expression)
            return (int64_t)i;
    return -1;
}

const struct tr_evaluated *tr_evaluated_part(const struct tr_facts *facts, const struct tr_evaluated *parent,
                                             const char *part)
{
    int64_t index = index_of(facts, parent);
    TR_EACH(const struct tr_evaluated, expression, &facts->report->expressions)
    {
        if (expression->parent.known && expression->parent.value == index && tr_evaluated_is(expression, part))
            return expression;
    }
    return NULL;
}

const struct tr_evaluated *tr_evaluated_parent(const struct tr_facts *facts, const struct tr_evaluated *expression)
{
    const struct tr_list *list = &facts->report->expressions;
    int64_t index = index_of(facts, expression), parent = expression->parent.value;
    /* Parents come first: also what keeps a walk upwards from going in circles. */
    return expression->parent.known && parent >= 0 && parent < index ? list->items[parent] : NULL;
}

bool tr_evaluated_is_call(const struct tr_evaluated *expression)
{
    return strcmp(expression->node, "call_expression") == 0;
}

bool tr_evaluated_is_delete(const struct tr_evaluated *expression)
{
    return strcmp(expression->node, "delete_expression") == 0;
}

const struct tr_evaluated *tr_evaluated_inner(const struct tr_facts *facts, const struct tr_evaluated *lvalue)
{
    const struct tr_evaluated *base = tr_evaluated_part(facts, lvalue, "base");
    if (base)
        return base;
    bool is_path = strcmp(lvalue->node, "parenthesized_expression") == 0 ||
                   (strcmp(lvalue->node, "pointer_expression") == 0 && lvalue->text[strspn(lvalue->text, " (\t\n")] == '*');
    return is_path ? tr_evaluated_part(facts, lvalue, "operand") : NULL;
}

bool tr_evaluated_is_map(const struct tr_evaluated *expression)
{
    return expression->kind == TR_VALUE_CONTAINER && expression->type && strstr(expression->type, "map<");
}

const struct tr_evaluated *tr_evaluated_argument(const struct tr_facts *facts, const struct tr_evaluated *call,
                                                 int64_t number)
{
    int64_t index = index_of(facts, call);
    TR_EACH(const struct tr_evaluated, expression, &facts->report->expressions)
    {
        if (expression->parent.known && expression->parent.value == index && tr_evaluated_is(expression, "argument") &&
            expression->argument.known && expression->argument.value == number)
            return expression;
    }
    return NULL;
}

bool tr_evaluated_is_pointer(const struct tr_evaluated *expression)
{
    if (!expression->word.known || expression->state != TR_STATE_OK || expression->elements.known)
        return false;
    size_t length = expression->type ? strlen(expression->type) : 0;
    bool is_array = length && expression->type[length - 1] == ']' && !strstr(expression->type, "(*"); /* int (*)[10] */
    return !is_array && (expression->kind == TR_VALUE_POINTER || expression->kind == TR_VALUE_STRING ||
                         expression->kind == TR_VALUE_FUNCTION || strcmp(expression->node, "null") == 0);
}

static bool is_below(const struct tr_facts *facts, const struct tr_evaluated *expression,
                     const struct tr_evaluated *top)
{
    while (expression && expression != top)
        expression = tr_evaluated_parent(facts, expression);
    return expression != NULL;
}

const struct tr_evaluated *tr_evaluated_pointing_to(const struct tr_facts *facts, uint64_t address)
{
    const struct tr_evaluated *found = NULL;
    TR_EACH(const struct tr_evaluated, expression, &facts->report->expressions)
    {
        bool points_there = tr_evaluated_is_pointer(expression) && expression->word.value == address;
        if (!points_there || (found && is_below(facts, expression, found)))
            continue;
        if (found && strcmp(found->text, expression->text) != 0)
            return NULL;
        found = expression; /* parents come first */
    }
    return found;
}

bool tr_evaluated_is_unsigned(const struct tr_evaluated *expression)
{
    return expression->type && (strstr(expression->type, "unsigned") || strstr(expression->type, "size_t") ||
                                strncmp(expression->type, "uint", 4) == 0);
}

/* "{}" of an empty container, which has no other value; NULL for what has one, or is not known. */
static const char *contents_of(const struct tr_facts *facts, const struct tr_evaluated *expression)
{
    if (expression->kind != TR_VALUE_CONTAINER || !expression->elements.known)
        return NULL;
    int64_t count = expression->elements.value;
    return count ? tr_arena_printf(facts->arena, "{…} (%" PRId64 " element%s)", count, count == 1 ? "" : "s") : "{}";
}

static bool is_literal(const struct tr_evaluated *expression)
{
    static const char *const nodes[] = {
        "number_literal", "string_literal",           "char_literal",       "true", "false",
        "null",           "parenthesized_expression", "concatenated_string"};
    for (size_t i = 0; i < TR_COUNT(nodes); i++)
        if (strcmp(expression->node, nodes[i]) == 0)
            return true;
    return false;
}

static void add_operand(const struct tr_facts *facts, struct tr_expression *ret, const struct tr_evaluated *from,
                        enum tr_role role)
{
    TR_EACH(const struct tr_operand, operand, &ret->operands)
    {
        if (strcmp(operand->text, from->text) == 0)
            return;
    }
    struct tr_operand *operand = tr_list_new(facts->arena, &ret->operands, struct tr_operand);
    *operand = (struct tr_operand){
        .text = from->text, .type = from->type, .value = from->value ? from->value : contents_of(facts, from),
        .points_to = from->points_to, .role = role};
}

struct tr_expression *tr_evaluated_expression(const struct tr_facts *facts, const struct tr_evaluated *failed,
                                              const struct tr_evaluated *culprit, enum tr_role role)
{
    struct tr_expression *ret = tr_arena_new(facts->arena, struct tr_expression);
    ret->text = failed->text;
    ret->node = failed->node;
    ret->range = failed->range;
    if (culprit)
        add_operand(facts, ret, culprit, role);
    TR_EACH(const struct tr_evaluated, part, &facts->report->expressions)
    {
        if (ret->operands.count >= OPERANDS)
            break;
        if (part != failed && part->state == TR_STATE_OK && (part->value || part->points_to) && !is_literal(part) &&
            is_below(facts, part, failed))
            add_operand(facts, ret, part,
                        tr_evaluated_is(part, "index")      ? TR_ROLE_INDEX
                        : tr_evaluated_is(part, "argument") ? TR_ROLE_ARGUMENT
                                                            : TR_ROLE_INPUT);
    }
    return ret;
}

void tr_evaluated_add_indexes(const struct tr_facts *facts, const struct tr_evaluated *expression, struct tr_str *str)
{
    const struct tr_evaluated *told[INDEXES];
    size_t count = 0;
    TR_EACH(const struct tr_evaluated, part, &facts->report->expressions)
    {
        bool tells = tr_evaluated_is(part, "index") && part->state == TR_STATE_OK && part->value && !is_literal(part) &&
                     part != expression && is_below(facts, part, expression);
        for (size_t i = 0; i < count; i++)
            tells = tells && strcmp(told[i]->text, part->text) != 0;
        if (!tells || count == INDEXES)
            continue;
        tr_str_add_text(str, count ? ", " : " (");
        tr_str_add_name(str, part->text);
        tr_str_add_text(str, " = ");
        tr_str_add_text(str, tr_facts_value(facts, part->value));
        told[count++] = part;
    }
    if (count)
        tr_str_add_char(str, ')');
}
