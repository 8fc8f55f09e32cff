#include "diagnose/kind.h"

#include <inttypes.h>

static bool match(const struct tr_facts *facts, struct tr_finding *finding)
{
    const struct tr_bound_hit *hit = &facts->hit;
    if (hit->bound != TR_BOUND_PROCESSES)
        return false;
    finding->summary =
        tr_arena_printf(facts->arena, "more than %s were alive at once; the last one was made at %s",
                        tr_facts_amount(facts, hit->value), tr_facts_place(facts));
    finding->confidence = TR_CONFIDENCE_VERIFIED;
    finding->proof = tr_arena_printf(facts->arena,
                                     "%" PRId64 " processes and threads of the run were alive, %" PRId64 " were allowed",
                                     hit->observed, hit->value);
    finding->hint = "see whether fork or pthread_create stands in a loop that children run too, and whether anybody waits "
                    "for those that have ended";
    return true;
}

const struct tr_kind_rule tr_kind_rule_process_limit = {
    .kind = TR_KIND_PROCESS_LIMIT,
    .cwe = 400,
    .explanation = "The run may have so many processes and threads at a time. A child that goes on in its parent's loop "
                   "forks again: the number doubles with each turn.",
    .match = match,
};
