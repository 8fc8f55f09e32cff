#include "diagnose/kind.h"

#include <inttypes.h>

/* A call asked for more, and the kernel said no. */
static void tell_refusal(const struct tr_facts *facts, struct tr_finding *finding)
{
    const struct tr_bound_hit *hit = &facts->hit;
    const char *asked = tr_facts_amount(facts, hit->asked), *used = tr_facts_amount(facts, hit->observed);
    const char *limit = tr_facts_amount(facts, hit->value);
    finding->summary = tr_arena_printf(facts->arena, "%s more memory could not be had at %s: %s of %s are taken", asked,
                                       tr_facts_place(facts), used, limit);
    finding->confidence = TR_CONFIDENCE_LIKELY;
    if (hit->observed + hit->asked <= hit->value)
        return; /* refused for another reason as well, or torn figures */
    finding->confidence = TR_CONFIDENCE_VERIFIED;
    finding->proof = tr_arena_printf(facts->arena,
                                     "%" PRId64 " bytes taken + %" PRId64 " bytes asked for > %" PRId64
                                     " bytes allowed, and the kernel refused them with ENOMEM",
                                     hit->observed, hit->asked, hit->value);
}

static bool match(const struct tr_facts *facts, struct tr_finding *finding)
{
    const struct tr_bound_hit *hit = &facts->hit;
    if (hit->bound != TR_BOUND_MEMORY)
        return false;
    finding->hint = "see what grows at that line and never gets smaller, and whether the size asked for is what was meant";
    if (hit->asked) {
        tell_refusal(facts, finding);
        return true;
    }
    if (hit->observed <= hit->value) {
        finding->summary = tr_arena_printf(facts->arena, "nearly all of its memory was taken when it failed at %s: %s of %s",
                                           tr_facts_place(facts), tr_facts_amount(facts, hit->observed),
                                           tr_facts_amount(facts, hit->value));
        finding->confidence = TR_CONFIDENCE_LIKELY;
        return true;
    }
    finding->summary = tr_arena_printf(facts->arena, "%s of memory were in use, more than the limit of %s, at %s",
                                       tr_facts_amount(facts, hit->observed), tr_facts_amount(facts, hit->value),
                                       tr_facts_place(facts));
    finding->confidence = TR_CONFIDENCE_VERIFIED;
    finding->proof = tr_arena_printf(facts->arena,
                                     "%" PRId64 " bytes of memory of all processes of the run together, %" PRId64
                                     " were allowed",
                                     hit->observed, hit->value);
    return true;
}

const struct tr_kind_rule tr_kind_rule_memory_limit = {
    .kind = TR_KIND_MEMORY_LIMIT,
    .cwe = 400,
    .explanation = "The run may use so much memory. A request for more fails: malloc returns NULL, new throws std::bad_alloc, "
                   "and a program that does not expect that fails soon after, in whatever way. What it fails with is only "
                   "the symptom.",
    .match = match,
};
