#include "diagnose/kind.h"

#include "diagnose/jump.h"

#include <inttypes.h>

enum { PAGE = 4096 };

static bool match(const struct tr_facts *facts, struct tr_finding *finding)
{
    struct tr_bad_jump jump;
    if (!tr_bad_jump_find(facts, &jump) || jump.is_return || jump.target >= PAGE)
        return false;
    tr_bad_jump_fill(facts, &jump, finding);
    const char *place = tr_facts_place(facts);
    if (jump.callee)
        finding->summary = tr_arena_printf(facts->arena, "%s is NULL at %s, so it cannot be called",
                                           tr_facts_name(facts, jump.callee->text), place);
    else
        finding->summary = tr_arena_printf(facts->arena, "a function pointer that is NULL was called at %s", place);
    if (!jump.callee && jump.target)
        finding->summary =
            tr_arena_printf(facts->arena,
                            "a function at address 0x%" PRIx64 " was called at %s: a virtual function of, or "
                            "a function pointer reached through, something that is not there",
                            jump.target, place);
    if (!jump.callee && !jump.target) {
        finding->confidence = TR_CONFIDENCE_VERIFIED;
        finding->proof = "the processor tried to fetch an instruction from address 0x0, and the return address on the "
                         "stack leads to that call";
    }
    finding->hint = "find why the function pointer was not set: an entry missing in a table, a callback that was never "
                    "registered, a weak symbol";
    return true;
}

const struct tr_kind_rule tr_kind_rule_null_function_call = {
    .kind = TR_KIND_NULL_FUNCTION_CALL,
    .cwe = 476,
    .explanation = "A pointer to a function that is NULL points to no code. Calling it sends the processor to address "
                   "0, where it finds "
                   "nothing to run.",
    .match = match,
};
