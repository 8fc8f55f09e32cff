#include "diagnose/kind.h"

#include "diagnose/address.h"
#include "diagnose/pointer.h"

#include <inttypes.h>
#include <string.h>

enum { REACH = 65536 };

static bool match(const struct tr_facts *facts, struct tr_finding *finding)
{
    const struct tr_fault *fault = tr_facts_fault(facts);
    if (!tr_facts_signal(facts, "SIGSEGV", "SEGV_ACCERR") || !fault || !fault->address.known ||
        fault->access == TR_ACCESS_EXECUTE || fault->access == TR_ACCESS_READ)
        return false;
    char byte;
    /* Memory that can be read but not written: not a guard page, which can be neither. */
    bool readable = fault->region && strstr(fault->region, "(r-");
    if (!readable || !tr_facts_read(facts, fault->address.value, &byte, 1))
        return false;
    struct tr_culprit culprit;
    tr_culprit_find(facts, REACH, &culprit);
    tr_culprit_fill(facts, &culprit, finding);
    const char *literal = tr_address_literal(facts, fault->address.value);
    const char *what = literal ? tr_arena_printf(facts->arena, "the string literal %s", literal) : "read-only memory";
    const struct tr_suspect *suspect = tr_culprit_proved(&culprit);
    const struct tr_evaluated *pointer = suspect ? suspect->pointer : NULL;
    const char *name = pointer ? pointer->text : culprit.variable ? culprit.variable->name : NULL;
    const char *called = tr_facts_called(facts);
    tr_auto_str struct tr_str summary = {0};
    tr_str_printf(&summary, "%s cannot be written to at %s", what, tr_facts_place(facts));
    if (called)
        tr_str_printf(&summary, " by %s", tr_facts_name(facts, called));
    if (name)
        tr_str_printf(&summary, ": %s points %s", tr_facts_name(facts, name), literal ? "to it" : "there");
    finding->summary = tr_arena_strdup(facts->arena, tr_str_text(&summary));
    tr_finding_add(facts, finding, "/memory/fault", "0x%" PRIx64 " lies in %s", fault->address.value,
                   tr_facts_name(facts, fault->region));
    finding->hint =
        literal ? "copy the text into an array before changing it: char text[] = \"…\" instead of char *text = \"…\""
                : "the object is const or belongs to the program's code: change a copy of it";
    return true;
}

const struct tr_kind_rule tr_kind_rule_write_to_read_only_memory = {
    .kind = TR_KIND_WRITE_TO_READ_ONLY_MEMORY,
    .explanation = "String literals and constants lie in memory that the program may read but not change. A char "
                   "pointer that was set to a "
                   "literal points into that memory; an array that was initialised with it holds a copy of its own, "
                   "which may be changed.",
    .match = match,
};
