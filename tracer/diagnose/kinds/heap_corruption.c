#include "diagnose/kind.h"

#include "diagnose/heap_abort.h"

static bool match(const struct tr_facts *facts, struct tr_finding *finding)
{
    if (tr_heap_damage_match(facts, finding))
        return true;
    if (!tr_heap_abort_match(facts, TR_KIND_HEAP_CORRUPTION, finding) &&
        !tr_heap_fault_match(facts, TR_KIND_HEAP_CORRUPTION, finding))
        return false;
    finding->hint = "this line is where it was noticed, not where it happened: look for a write past the end of a "
                    "block before";
    return true;
}

const struct tr_kind_rule tr_kind_rule_heap_corruption = {
    .kind = TR_KIND_HEAP_CORRUPTION,
    .cwe = 787,
    .explanation = "The allocator keeps its records between the blocks that it hands out. A write past the end of a "
                   "block, or into one that was "
                   "freed, destroys them; a later, innocent call of malloc or free then finds the damage.",
    .match = match,
};
