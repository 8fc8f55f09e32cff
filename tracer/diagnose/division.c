#include "diagnose/division.h"

#include "base/cleanup.h"

#include <inttypes.h>
#include <string.h>

/* Floating-point division by zero gives infinity, and no signal. */
static bool is_integer(const struct tr_evaluated *expression)
{
    return expression->kind == TR_VALUE_INTEGER || expression->kind == TR_VALUE_CHARACTER ||
           expression->kind == TR_VALUE_ENUM || expression->kind == TR_VALUE_BOOLEAN;
}

static bool covers_column(const struct tr_facts *facts, const struct tr_evaluated *division)
{
    const struct tr_frame *frame = tr_facts_frame(facts);
    const struct tr_range *range = division ? division->range : NULL;
    if (!frame || !frame->column.known || !range || range->line.value != frame->line.value ||
        !range->first_column.known || !range->last_column.known)
        return false;
    return frame->column.value >= range->first_column.value && frame->column.value <= range->last_column.value;
}

/* a / b / c with two zeros: the line table's column may tell which. */
static void narrow(const struct tr_facts *facts, struct tr_division *division)
{
    struct tr_division kept = {.value = division->value};
    for (size_t i = 0; i < division->count; i++)
        if (covers_column(facts, tr_evaluated_parent(facts, division->divisors[i])))
            kept.divisors[kept.count++] = division->divisors[i];
    if (kept.count)
        *division = kept;
}

bool tr_division_find(const struct tr_facts *facts, int64_t value, struct tr_division *ret)
{
    if (!tr_facts_signal(facts, "SIGFPE", "FPE_INTDIV"))
        return false;
    *ret = (struct tr_division){.value = facts->report->divisor};
    if (tr_facts_library_frame(facts))
        return true;
    TR_EACH(const struct tr_evaluated, part, &facts->report->expressions)
    {
        if (tr_evaluated_is(part, "divisor") && is_integer(part) && part->state == TR_STATE_OK && part->word.known &&
            (int64_t)part->word.value == value && ret->count < TR_COUNT(ret->divisors))
            ret->divisors[ret->count++] = part;
    }
    if (ret->count > 1)
        narrow(facts, ret);
    return true;
}

static void add_ambiguous(const struct tr_facts *facts, const struct tr_division *division, struct tr_finding *finding)
{
    const struct tr_evaluated *whole = division->divisors[0];
    for (const struct tr_evaluated *up; (up = tr_evaluated_parent(facts, whole));)
        whole = up;
    finding->expression = tr_evaluated_expression(facts, whole, NULL, 0);
    for (size_t i = 0; i < division->count; i++)
        tr_list_add(facts->arena, &finding->expression->ambiguous, (void *)division->divisors[i]->text);
}

void tr_division_fill(const struct tr_facts *facts, const struct tr_division *division, int64_t value,
                      struct tr_finding *finding)
{
    const struct tr_evaluated *divisor = division->count == 1 ? division->divisors[0] : NULL;
    bool decoded = division->value.known && (int64_t)division->value.value == value;
    const char *instruction = decoded ? tr_arena_printf(facts->arena, "the divisor of the instruction %s is %" PRId64,
                                                        tr_facts_name(facts, tr_facts_instruction(facts)), value)
                                      : NULL;
    finding->confidence = divisor || decoded ? TR_CONFIDENCE_VERIFIED : TR_CONFIDENCE_LIKELY;
    if (divisor) {
        const struct tr_evaluated *whole = tr_evaluated_parent(facts, divisor);
        finding->expression = tr_evaluated_expression(facts, whole ? whole : divisor, divisor, TR_ROLE_CULPRIT);
        finding->proof = tr_arena_printf(
            facts->arena, "%s = %" PRId64 "%s%s", tr_facts_name(facts, divisor->text), value,
            decoded ? ", and " : ", the only divisor of the statement with that value", decoded ? instruction : "");
    } else {
        finding->proof = instruction;
        if (division->count)
            add_ambiguous(facts, division, finding);
    }
}
