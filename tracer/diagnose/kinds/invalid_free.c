#include "diagnose/kind.h"

#include "diagnose/array_delete.h"
#include "diagnose/heap_abort.h"

static bool match(const struct tr_facts *facts, struct tr_finding *finding)
{
    if (tr_array_delete_match(facts, finding))
        return true;
    if (!tr_not_allocated_match(facts, finding) && !tr_heap_inside_match(facts, finding) &&
        !tr_heap_abort_match(facts, TR_KIND_INVALID_FREE, finding) &&
        !tr_heap_fault_match(facts, TR_KIND_INVALID_FREE, finding))
        return false;
    if (finding->hint)
        return true;
    finding->hint = "see where the pointer came from: a local array, a string literal, a member or the middle of a "
                    "block cannot be freed, nor can "
                    "a pointer that was moved since malloc returned it";
    return true;
}

const struct tr_kind_rule tr_kind_rule_invalid_free = {
    .kind = TR_KIND_INVALID_FREE,
    .cwe = 590,
    .explanation = "free takes back only what malloc, calloc or realloc gave, by exactly that address. Arrays on the "
                   "stack, literals and addresses "
                   "inside a block are not blocks of the allocator.",
    .match = match,
};
