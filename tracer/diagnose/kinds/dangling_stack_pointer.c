#include "diagnose/kind.h"

#include "base/utf8.h"
#include "diagnose/address.h"
#include "diagnose/pointer.h"
#include "diagnose/target.h"

#include <inttypes.h>
#include <string.h>

enum { REACH = 4096 };

/* The pointer into the dead stack that the bad value was read through: a of a->label. */
static const struct tr_evaluated *dangling(const struct tr_facts *facts, const struct tr_evaluated *bad)
{
    struct tr_word stack = tr_facts_register(facts, "rsp");
    const struct tr_region *region = stack.known ? tr_target_region(facts, stack.value) : NULL;
    /* Stacks that the program made of other memory have live objects below as well. */
    if (!region || !region->name || strcmp(region->name, "[stack]") != 0 || !bad->address.known || bad->address.value < region->start.value ||
        bad->address.value >= stack.value)
        return NULL;
    const struct tr_evaluated *at = tr_evaluated_inner(facts, bad);
    while (at && !tr_evaluated_is_pointer(at))
        at = tr_evaluated_inner(facts, at);
    /* A function without calls may keep variables below the stack pointer (psABI, 3.2.2); those are known. */
    bool is_dead = at && at->word.known && at->word.value >= region->start.value && at->word.value < stack.value &&
                   !tr_target_variable(facts, at);
    return is_dead ? at : NULL;
}

static bool match(const struct tr_facts *facts, struct tr_finding *finding)
{
    const struct tr_fault *fault = tr_facts_fault(facts);
    struct tr_culprit culprit;
    if (!tr_facts_signal(facts, "SIGSEGV", NULL) || tr_facts_own_signal(facts) || !fault || fault->access == TR_ACCESS_EXECUTE)
        return false;
    tr_culprit_find(facts, REACH, &culprit);
    const struct tr_suspect *suspect = tr_culprit_proved(&culprit);
    const struct tr_evaluated *bad = suspect ? suspect->pointer : NULL, *pointer = bad ? dangling(facts, bad) : NULL;
    if (!pointer)
        return false;
    const char *name = tr_facts_name(facts, pointer->text), *value = tr_facts_name(facts, bad->text);
    uint64_t stack = tr_facts_register(facts, "rsp").value;
    finding->expression = tr_evaluated_expression(facts, suspect->access, pointer, TR_ROLE_CULPRIT);
    finding->confidence = TR_CONFIDENCE_VERIFIED;
    finding->summary = tr_arena_printf(facts->arena,
                                       "%s points to a local variable of a function that has returned, so %s %s at %s", name,
                                       value, bad->word.value ? tr_address_looks(facts, bad->word.value) : "is NULL",
                                       tr_facts_place(facts));
    finding->proof =
        tr_arena_printf(facts->arena, "0x%" PRIx64 " (%s) lies %" PRIu64 " bytes below the stack pointer 0x%" PRIx64
                                      ", where no variable lives; and %s",
                        pointer->word.value, name, stack - pointer->word.value, stack, tr_suspect_proof(facts, suspect));
    finding->hint = tr_arena_printf(facts->arena,
                                    "find the function that returned or stored the address of one of its own variables in %s: "
                                    "let the caller own the object, or make it with malloc, new or static",
                                    name);
    return true;
}

const struct tr_kind_rule tr_kind_rule_dangling_stack_pointer = {
    .kind = TR_KIND_DANGLING_STACK_POINTER,
    .cwe = 562,
    .explanation = "A local variable lives until its function returns. A pointer to it may still be there afterwards, but the "
                   "memory is used again by the functions that are called next, and holds their values.",
    .match = match,
};
