#include "diagnose/kind.h"

#include "base/utf8.h"
#include "diagnose/abort_text.h"
#include "diagnose/evaluated.h"
#include "diagnose/library_call.h"

#include <inttypes.h>

/* Arrays that the call was given: the destination is the first. */
static void tell_destination(const struct tr_facts *facts, struct tr_finding *finding)
{
    TR_EACH(const struct tr_evaluated, argument, &facts->report->expressions)
    {
        const struct tr_evaluated *call = tr_evaluated_parent(facts, argument);
        if (!tr_evaluated_is(argument, "argument") || !call || !tr_evaluated_is_call(call) ||
            !argument->argument.known || argument->argument.value != 0 || !argument->elements.known)
            continue;
        finding->expression = tr_evaluated_expression(facts, call, argument, TR_ROLE_CULPRIT);
        tr_finding_add(facts, finding, NULL, "%s has room for %" PRId64 " elements",
                       tr_facts_name(facts, argument->text), argument->elements.value);
        return;
    }
}

static bool match(const struct tr_facts *facts, struct tr_finding *finding)
{
    struct tr_abort_text text;
    if (!tr_abort_text_kind(facts, &text) || text.kind != TR_KIND_FORTIFY_FAILURE)
        return false;
    const char *called = tr_facts_called(facts);
    const char *by = called ? tr_arena_printf(facts->arena, " (%s)", tr_facts_name(facts, called)) : "";
    finding->summary = tr_arena_printf(facts->arena, "%s, at %s%s", text.meaning, tr_facts_place(facts), by);
    finding->confidence = TR_CONFIDENCE_VERIFIED;
    finding->proof = tr_arena_printf(facts->arena, "the C library compared the sizes before writing, and says: %s",
                                     tr_abort_text_quoted(facts));
    finding->hint = "compare the size of the destination with the length of what is written into it on that line";
    tell_destination(facts, finding);
    return true;
}

const struct tr_kind_rule tr_kind_rule_fortify_failure = {
    .kind = TR_KIND_FORTIFY_FAILURE,
    .cwe = 120,
    .explanation = "The program was built with checks in functions of the C library (_FORTIFY_SOURCE): where the "
                   "compiler knows the size of a "
                   "destination, they refuse to write more than fits.",
    .match = match,
};
