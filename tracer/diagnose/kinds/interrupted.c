#include "diagnose/kind.h"

static bool match(const struct tr_facts *facts, struct tr_finding *finding)
{
    if (!facts->interrupted)
        return false;
    finding->summary = tr_arena_printf(facts->arena, "interrupted by %s at %s",
                                       facts->signal ? facts->signal->name : "a signal", tr_facts_place(facts));
    finding->confidence = TR_CONFIDENCE_LIKELY;
    return true;
}

const struct tr_kind_rule tr_kind_rule_interrupted = {
    .kind = TR_KIND_EXTERNAL_SIGNAL,
    .explanation = "The run was stopped from outside. The stack shows where the program was at that moment.",
    .match = match,
};
