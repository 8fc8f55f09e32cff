#include "diagnose/pointer.h"

#include <inttypes.h>
#include <string.h>

enum { EXPANDED = 256 }; /* bytes that compilers copy without a call, at most */

void tr_culprit_find(const struct tr_facts *facts, uint64_t reach, struct tr_culprit *ret)
{
    const struct tr_fault *fault = tr_facts_fault(facts);
    *ret = (struct tr_culprit){.is_argument = false};
    if (!fault || !fault->address.known)
        return;
    bool is_own = tr_access_is_own(facts);
    if (is_own)
        tr_suspects_find(facts, &ret->suspects);
    if (!ret->suspects.count && (!is_own || !tr_facts_library_frame(facts))) {
        tr_suspects_find_arguments(facts, is_own ? EXPANDED : reach, &ret->suspects);
        /* Of &p->x and p->text it is p that is bad, and p was not given to anybody. */
        ret->is_argument = ret->suspects.count && tr_evaluated_is_call(ret->suspects.items[0].access);
    }
    if (!ret->suspects.count)
        tr_suspects_find_referred(facts, &ret->suspects);
    if (!ret->suspects.count)
        ret->variable = tr_variable_suspect(facts, fault->address.value, reach);
}

const struct tr_suspect *tr_culprit_proved(const struct tr_culprit *culprit)
{
    return culprit->suspects.count == 1 ? &culprit->suspects.items[0] : NULL;
}

void tr_culprit_fill(const struct tr_facts *facts, const struct tr_culprit *culprit, struct tr_finding *finding)
{
    const struct tr_suspect *suspect = tr_culprit_proved(culprit);
    finding->confidence = TR_CONFIDENCE_LIKELY;
    if (suspect) {
        const struct tr_evaluated *bad = suspect->pointer;
        finding->expression = tr_evaluated_expression(facts, suspect->access, bad, TR_ROLE_CULPRIT);
        finding->confidence = TR_CONFIDENCE_VERIFIED;
        finding->proof = tr_suspect_proof(facts, suspect);
    } else if (culprit->suspects.count) {
        tr_suspects_add_ambiguous(facts, &culprit->suspects, finding);
    } else if (culprit->variable) {
        finding->expression = tr_variable_expression(facts, culprit->variable);
        tr_finding_add(facts, finding, tr_variable_ref(facts, tr_facts_frame(facts), culprit->variable),
                       "%s is the only pointer named on that line that fits the faulting address",
                       tr_facts_name(facts, culprit->variable->name));
    }
}

const char *tr_suspect_participle(const struct tr_facts *facts, const struct tr_suspect *suspect)
{
    return tr_evaluated_is(suspect->access, "callee")  ? "called"
           : tr_evaluated_is_delete(suspect->access) ? "carried out"
                                                     : tr_fault_participle(facts);
}

const char *tr_fault_participle(const struct tr_facts *facts)
{
    const struct tr_fault *fault = tr_facts_fault(facts);
    enum tr_access access = fault ? fault->access : 0;
    return access == TR_ACCESS_READ ? "read" : access == TR_ACCESS_WRITE ? "written" : "reached";
}

bool tr_fault_forbidden(const struct tr_facts *facts)
{
    const struct tr_fault *fault = tr_facts_fault(facts);
    return tr_facts_signal(facts, "SIGSEGV", "SEGV_ACCERR") && fault && fault->region && strstr(fault->region, "(---)");
}

bool tr_number_as_pointer(const struct tr_facts *facts, struct tr_finding *finding)
{
    const struct tr_fault *fault = tr_facts_fault(facts);
    const char *called = tr_facts_called(facts);
    bool scans = called && strstr(called, "scanf"), prints = called && strstr(called, "printf");
    if ((!scans && !prints) || !fault || !fault->address.known)
        return false;
    TR_EACH(const struct tr_evaluated, argument, &facts->report->expressions)
    {
        const struct tr_evaluated *call = tr_evaluated_parent(facts, argument);
        bool is_number = argument->kind == TR_VALUE_INTEGER || argument->kind == TR_VALUE_CHARACTER ||
                         argument->kind == TR_VALUE_ENUM;
        if (!tr_evaluated_is(argument, "argument") || !call || !is_number || !argument->word.known ||
            argument->word.value != fault->address.value)
            continue;
        const char *name = tr_facts_name(facts, argument->text), *place = tr_facts_place(facts);
        finding->summary = tr_arena_printf(
            facts->arena,
            scans ? "%s was given the value of %s (%" PRId64 ") at %s, but needs its address: &%s"
                  : "%s was given %s, a number of value %" PRId64 ", at %s for a %%s, which takes a string",
            called, name, (int64_t)argument->word.value, place, name);
        finding->hint = scans ? tr_arena_printf(facts->arena, "write &%s", name)
                              : "use %d, or the conversion that fits the argument's type";
        finding->expression = tr_evaluated_expression(facts, call, argument, TR_ROLE_CULPRIT);
        finding->confidence = TR_CONFIDENCE_VERIFIED;
        finding->proof =
            tr_arena_printf(facts->arena, "%s is 0x%" PRIx64 ", and %s used that as an address: the faulting address",
                            name, argument->word.value, called);
        return true;
    }
    return false;
}
