#include "diagnose/kind.h"

#include "diagnose/address.h"
#include "diagnose/jump.h"

#include <inttypes.h>

static bool match(const struct tr_facts *facts, struct tr_finding *finding)
{
    struct tr_bad_jump jump;
    if (!tr_bad_jump_find(facts, &jump))
        return false;
    tr_bad_jump_fill(facts, &jump, finding);
    const struct tr_fault *fault = tr_facts_fault(facts);
    const char *place = tr_facts_place(facts), *text = tr_address_text(facts, jump.target);
    const char *region =
        fault && fault->region ? tr_arena_printf(facts->arena, " (%s)", tr_facts_name(facts, fault->region)) : "";
    const char *which = text ? tr_arena_printf(facts->arena, ", whose bytes are the text %s", text) : region;
    if (jump.callee)
        finding->summary = tr_arena_printf(facts->arena, "%s is 0x%" PRIx64 "%s at %s, where no function is",
                                           tr_facts_name(facts, jump.callee->text), jump.target, which, place);
    else
        finding->summary =
            tr_arena_printf(facts->arena, "%s to 0x%" PRIx64 "%s at %s, where no code is",
                            jump.is_return ? "a function returned" : "the program jumped", jump.target, which, place);
    finding->hint = jump.is_return ? "the return address was overwritten: look for a write past the end of an array in "
                                     "the function that returned"
                                   : "find where the function pointer got this value: it was never set, was "
                                     "overwritten, or is no function's address";
    if (tr_jump_tell_numbers(facts, &jump, finding))
        finding->hint = "numbers lie over the return address of a function that has just ended: look for the array of such numbers in the "
                        "functions called here, and for the loop or index that writes behind its last element";
    return true;
}

const struct tr_kind_rule tr_kind_rule_wild_jump = {
    .kind = TR_KIND_WILD_JUMP,
    .cwe = 119,
    .explanation = "The processor was sent to an address that holds no code: by a call through a function pointer that "
                   "does not point to a "
                   "function, or by returning to an address that had been overwritten on the stack.",
    .match = match,
};
