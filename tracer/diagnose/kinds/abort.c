#include "diagnose/kind.h"

#include "diagnose/abort_text.h"
#include "diagnose/last_words.h"
#include "diagnose/thrown.h"

static bool match(const struct tr_facts *facts, struct tr_finding *finding)
{
    bool by_itself =
        !facts->signal || !facts->signal->sender || tr_facts_own_signal(facts) || tr_facts_inside(facts, "abort");
    if (!tr_facts_signal(facts, "SIGABRT", NULL) || !by_itself)
        return false;
    const char *message = tr_abort_text_quoted(facts), *thrown = tr_thrown_name(facts);
    finding->summary = tr_arena_printf(facts->arena, "the program gave up by abort() at %s%s%s", tr_facts_place(facts),
                                       message ? ": " : "", message ? message : "");
    if (thrown)
        tr_finding_add(facts, finding, NULL, "the exception %s was being handled", thrown);
    finding->confidence = tr_facts_inside(facts, "abort") ? TR_CONFIDENCE_VERIFIED : TR_CONFIDENCE_LIKELY;
    if (finding->confidence == TR_CONFIDENCE_VERIFIED)
        finding->proof = "abort() stands on the stack, called from that line";
    tr_last_error_tell(facts, finding);
    finding->hint = "see the condition under which the program reaches that line, and what it printed last";
    return true;
}

const struct tr_kind_rule tr_kind_rule_abort = {
    .kind = TR_KIND_ABORT,
    .explanation = "abort() ends a program at once. A program, or a library in it, calls it when it finds itself in a "
                   "state that should not be.",
    .match = match,
};
