#include "diagnose/kind.h"

#include "diagnose/division.h"

#include <inttypes.h>

static bool match(const struct tr_facts *facts, struct tr_finding *finding)
{
    struct tr_division division;
    if (!tr_division_find(facts, -1, &division))
        return false;
    bool decoded = division.value.known && (int64_t)division.value.value == -1;
    if (!decoded && (division.value.known || !division.count))
        return false;
    tr_division_fill(facts, &division, -1, finding);
    const struct tr_evaluated *divisor = division.count == 1 ? division.divisors[0] : NULL;
    const struct tr_evaluated *whole = divisor ? tr_evaluated_parent(facts, divisor) : NULL;
    const struct tr_evaluated *left = whole ? tr_evaluated_part(facts, whole, "left") : NULL;
    if (whole && left && left->value)
        finding->summary = tr_arena_printf(
            facts->arena, "%s divides %s = %s by -1 at %s: the result is one more than its type can hold",
            tr_facts_name(facts, whole->text), tr_facts_name(facts, left->text), tr_facts_name(facts, left->value),
            tr_facts_place(facts));
    else
        finding->summary =
            tr_arena_printf(facts->arena,
                            "the smallest value of a signed type was divided by -1 at %s: the result is one more "
                            "than the type can hold",
                            tr_facts_place(facts));
    finding->hint = "the divisor is not 0: test for the smallest value divided by -1, or compute in a wider type";
    return true;
}

const struct tr_kind_rule tr_kind_rule_integer_division_overflow = {
    .kind = TR_KIND_INTEGER_DIVISION_OVERFLOW,
    .cwe = 190,
    .explanation =
        "The smallest value of a signed type has no positive counterpart: -2147483648 / -1 would be 2147483648, which "
        "an int cannot "
        "hold. The processor refuses that division, and its remainder too, with the same signal as a division by 0.",
    .match = match,
};
