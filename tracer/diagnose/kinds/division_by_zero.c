#include "diagnose/kind.h"

#include "base/utf8.h"
#include "diagnose/division.h"
#include "diagnose/value_source.h"

static bool match(const struct tr_facts *facts, struct tr_finding *finding)
{
    struct tr_division division;
    if (!tr_division_find(facts, 0, &division) ||
        (!division.count && division.value.known && division.value.value != 0))
        return false;
    if (!division.count && !division.value.known)
        return false;
    tr_division_fill(facts, &division, 0, finding);
    const struct tr_evaluated *divisor = division.count == 1 ? division.divisors[0] : NULL;
    const struct tr_evaluated *whole = divisor ? tr_evaluated_parent(facts, divisor) : NULL;
    tr_auto_str struct tr_str summary = {0};
    if (divisor) {
        tr_str_add_name(&summary, divisor->text);
        tr_str_add_text(&summary, " is 0");
        tr_evaluated_add_indexes(facts, divisor, &summary);
        tr_str_printf(&summary, " at %s, so ", tr_facts_place(facts));
        tr_str_add_name(&summary, whole ? whole->text : "it");
        tr_str_add_text(&summary, whole ? " has no value" : " cannot be divided by");
        finding->hint =
            tr_arena_printf(facts->arena,
                            "find why %s was 0: a count of nothing, a setting that is still missing, or an input that "
                            "was not checked",
                            tr_facts_name(facts, divisor->text));
        tr_source_of_tell(facts, divisor->text, "0", finding);
    } else {
        const char *called = tr_facts_called(facts);
        tr_str_printf(&summary, "an integer was divided by 0 at %s", tr_facts_place(facts));
        if (called)
            tr_str_printf(&summary, " inside %s", tr_facts_name(facts, called));
        finding->hint = "look at what stands behind / or % on that line, and find why it was 0";
    }
    finding->summary = tr_arena_strdup(facts->arena, tr_str_text(&summary));
    return true;
}

const struct tr_kind_rule tr_kind_rule_division_by_zero = {
    .kind = TR_KIND_DIVISION_BY_ZERO,
    .cwe = 369,
    .explanation =
        "Dividing an integer by 0, and taking the remainder of such a division, has no result: the processor refuses, "
        "and the "
        "system ends the program with SIGFPE (whose name speaks of floating point, though integers are meant).",
    .match = match,
};
