#include "diagnose/kind.h"

#include "base/utf8.h"
#include "diagnose/abort_text.h"
#include "diagnose/evaluated.h"
#include "diagnose/thrower.h"
#include "diagnose/variables.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

enum { OPERANDS = 8 };

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Whether @p text stands in @p condition as a whole: not "x" in "max". */
static bool mentions(const char *condition, const char *text)
{
    size_t length = strlen(text);
    for (const char *at = condition; length && (at = strstr(at, text)); at++) {
        bool begins = at == condition || !is_word(at[-1]) || !is_word(text[0]);
        if (begins && (!is_word(at[length]) || !is_word(text[length - 1])))
            return true;
    }
    return false;
}

static void add_operand(const struct tr_facts *facts, struct tr_expression *expression, const struct tr_operand *from)
{
    TR_EACH(const struct tr_operand, operand, &expression->operands)
    {
        if (strcmp(operand->text, from->text) == 0)
            return;
    }
    if (expression->operands.count < OPERANDS)
        *tr_list_new(facts->arena, &expression->operands, struct tr_operand) = *from;
}

static bool is_path(const struct tr_evaluated *expression)
{
    return strcmp(expression->node, "identifier") == 0 || strcmp(expression->node, "field_expression") == 0 ||
           strcmp(expression->node, "subscript_expression") == 0;
}

static void add_evaluated(const struct tr_facts *facts, struct tr_expression *expression)
{
    TR_EACH(const struct tr_evaluated, part, &facts->report->expressions)
    {
        struct tr_operand operand = {.text = part->text,
                                     .type = part->type,
                                     .value = part->value,
                                     .points_to = part->points_to,
                                     .role = TR_ROLE_INPUT};
        if (part->state == TR_STATE_OK && part->value && is_path(part) && mentions(expression->text, part->text))
            add_operand(facts, expression, &operand);
    }
}

/* Without the syntax of the statement: the variables whose names stand in the condition. */
static void add_variables(const struct tr_facts *facts, struct tr_expression *expression)
{
    const struct tr_frame *frame = tr_facts_frame(facts);
    const struct tr_list *lists[] = {&frame->locals, &frame->arguments, &facts->report->globals};
    for (size_t i = 0; i < TR_COUNT(lists); i++)
        TR_EACH(const struct tr_variable, variable, lists[i])
        {
            struct tr_operand operand = {.text = variable->name,
                                         .type = variable->type,
                                         .value = variable->value,
                                         .points_to = variable->points_to,
                                         .role = TR_ROLE_INPUT};
            if (variable->state == TR_STATE_OK && variable->value && mentions(expression->text, variable->name))
                add_operand(facts, expression, &operand);
        }
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), size = strlen(end);
    return length >= size && strcmp(text + length - size, end) == 0;
}

/* __FILE__ may be written differently than the debug information has it: their last parts are compared. */
static bool is_same_file(const char *a, const char *b)
{
    const char *slash = strrchr(b, '/');
    return ends_with(a, slash ? slash + 1 : b);
}

static void take_line(const struct tr_facts *facts, const struct tr_assertion *assertion, struct tr_finding *finding)
{
    struct tr_location *location = finding->location;
    if (!location) {
        finding->location = location = tr_arena_new(facts->arena, struct tr_location);
        location->file = assertion->file;
    } else if (!location->file) {
        location->file = assertion->file;
    } else if (!is_same_file(assertion->file, location->file)) {
        return;
    }
    if (!location->line.known || location->line.value != assertion->line)
        location->column = (struct tr_number){0};
    location->line = tr_number(assertion->line);
    location->reason = NULL;
}

static void add_values(const struct tr_facts *facts, struct tr_str *summary, const struct tr_expression *expression)
{
    size_t told = 0;
    TR_EACH(const struct tr_operand, operand, &expression->operands)
    {
        if (!operand->value || told == 3)
            continue;
        tr_str_add_text(summary, told++ ? ", " : " (");
        tr_str_add_name(summary, operand->text);
        tr_str_add_text(summary, " = ");
        tr_str_add_text(summary, tr_facts_value(facts, operand->value));
    }
    if (told)
        tr_str_add_char(summary, ')');
}

static const char *place_of(const struct tr_facts *facts, const struct tr_finding *finding)
{
    const struct tr_location *location = finding->location;
    if (!location || !location->file || !location->line.known)
        return tr_facts_place(facts);
    return tr_arena_printf(facts->arena, "%s:%" PRId64, tr_facts_name(facts, location->file), location->line.value);
}

/* _GLIBCXX_DEBUG: its classes stand for those of the library and check how they are used; one of them aborts. */
static bool inside_debug_mode(const struct tr_facts *facts)
{
    const struct tr_thread *thread = tr_facts_thread(facts);
    if (!thread || !tr_facts_inside(facts, "abort"))
        return false;
    TR_EACH(const struct tr_frame, frame, &thread->frames)
    {
        if (frame == tr_facts_frame(facts))
            break;
        const char *name = frame->function ? frame->function : "";
        if (strncmp(name, "__gnu_debug::", strlen("__gnu_debug::")) == 0)
            return true;
    }
    return false;
}

/* libstdc++ prints the condition of its own assertions, and keeps it nowhere. */
static bool match_libstdcxx(const struct tr_facts *facts, struct tr_finding *finding)
{
    const char *function = tr_facts_called(facts), *place = tr_facts_place(facts);
    struct tr_refusal refusal;
    if (!tr_facts_signal(facts, "SIGABRT", NULL) ||
        (!tr_facts_inside(facts, "std::__glibcxx_assert_fail") &&
         !tr_facts_inside(facts, "std::__replacement_assert") && !inside_debug_mode(facts)))
        return false;
    bool is_named = function && strncmp(function, "std::__glibcxx", strlen("std::__glibcxx")) != 0;
    const char *named = is_named ? tr_facts_name(facts, function) : "a function of the C++ library";
    finding->confidence = TR_CONFIDENCE_VERIFIED;
    finding->proof = "the C++ library called abort() from its own assertion";
    if (tr_refusal_find(facts, &refusal)) {
        finding->expression = tr_evaluated_expression(facts, refusal.call, refusal.culprit, TR_ROLE_CULPRIT);
        finding->summary = tr_arena_printf(facts->arena, "%s, at %s: %s stopped the program by an assertion",
                                           refusal.reason, place, named);
        finding->hint = refusal.hint;
        return true;
    }
    finding->summary = tr_arena_printf(
        facts->arena, "%s was called at %s with something that it does not allow: an assertion of the C++ library failed",
        named, place);
    finding->hint = "its message on standard error says which condition failed: compare what the line gives with it, "
                    "indexes with sizes first";
    return true;
}

static bool match(const struct tr_facts *facts, struct tr_finding *finding)
{
    struct tr_assertion assertion;
    struct tr_abort_text other;
    const char *message = facts->report->abort_message;
    bool is_assertion =
        message && tr_facts_signal(facts, "SIGABRT", NULL) && tr_assertion_parse(facts->arena, message, &assertion);
    if (!is_assertion || tr_abort_text_kind(facts, &other))
        return match_libstdcxx(facts, finding);
    take_line(facts, &assertion, finding);
    struct tr_expression *expression = tr_arena_new(facts->arena, struct tr_expression);
    expression->text = assertion.condition;
    if (tr_facts_frame(facts)) {
        add_evaluated(facts, expression);
        add_variables(facts, expression);
    }
    finding->expression = expression;
    tr_auto_str struct tr_str summary = {0};
    tr_str_add_text(&summary, "the assertion ");
    tr_str_add_quoted(&summary, assertion.condition);
    tr_str_printf(&summary, " at %s does not hold", place_of(facts, finding));
    add_values(facts, &summary, expression);
    finding->summary = tr_arena_strdup(facts->arena, tr_str_text(&summary));
    finding->confidence = TR_CONFIDENCE_VERIFIED;
    finding->proof = tr_arena_printf(facts->arena, "the C library's own message: %s", tr_abort_text_quoted(facts));
    finding->hint = "the assertion is right as long as nobody shows otherwise: find where these values came from, "
                    "outward through the callers";
    return true;
}

const struct tr_kind_rule tr_kind_rule_assertion_failure = {
    .kind = TR_KIND_ASSERTION_FAILURE,
    .cwe = 617,
    .explanation = "An assertion stops the program when its condition is false. Whoever wrote it relied on that "
                   "condition: what broke it happened earlier, and the assertion only found out.",
    .match = match,
};
