#include "diagnose/kind.h"

static bool match(const struct tr_facts *facts, struct tr_finding *finding)
{
    const struct tr_bound_hit *hit = &facts->hit;
    if (hit->bound != TR_BOUND_OUTPUT)
        return false;
    const char *limit = tr_facts_amount(facts, hit->value);
    finding->summary = tr_arena_printf(facts->arena, "more output than the limit of %s was written; it was writing at %s",
                                       limit, tr_facts_place(facts));
    finding->confidence = TR_CONFIDENCE_VERIFIED;
    finding->proof = tr_arena_printf(facts->arena,
                                     "%lld bytes had arrived from standard output and standard error together, "
                                     "%lld were allowed",
                                     (long long)hit->observed, (long long)hit->value);
    finding->hint = "see whether the loop around that line can ever end; the head and the end of what was printed tell "
                    "what repeats";
    return true;
}

const struct tr_kind_rule tr_kind_rule_output_limit = {
    .kind = TR_KIND_OUTPUT_LIMIT,
    .cwe = 400,
    .explanation = "The run may write so much to standard output and standard error together. A program that writes more "
                   "usually prints in a loop that does not end.",
    .match = match,
};
