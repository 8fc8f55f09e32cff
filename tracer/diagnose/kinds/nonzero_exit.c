#include "diagnose/kind.h"

#include "diagnose/last_words.h"

#include <inttypes.h>

static const char *who(const struct tr_facts *facts, const struct tr_frame *frame)
{
    if (!frame)
        return "";
    if (facts->returned_from_main)
        return frame->line.known ? tr_arena_printf(facts->arena, ": main returned it at %s", tr_facts_place(facts))
                                 : ": main returned it";
    const char *called = tr_facts_called(facts);
    return tr_arena_printf(facts->arena, ": %s called %s at %s",
                           frame->function ? tr_facts_name(facts, frame->function) : "the program",
                           called ? tr_facts_name(facts, called) : "exit", tr_facts_place(facts));
}

static bool match(const struct tr_facts *facts, struct tr_finding *finding)
{
    if (!facts->exit_code.known || !facts->exit_code.value)
        return false;
    const struct tr_frame *frame = tr_facts_frame(facts);
    finding->summary = tr_arena_printf(facts->arena, "exit status %" PRId64 "%s", facts->exit_code.value,
                                       who(facts, frame));
    finding->confidence = TR_CONFIDENCE_VERIFIED;
    if (facts->returned_from_main && frame && frame->line.known)
        tr_finding_add(facts, finding, tr_facts_frame_ref(facts, frame),
                       "no other return of main can have given %" PRId64, facts->exit_code.value);
    tr_last_error_tell(facts, finding);
    finding->proof =
        tr_arena_printf(facts->arena, "the process ended by itself with status %" PRId64, facts->exit_code.value);
    finding->hint = "the condition under which the program comes to that line is the question: what it printed last, and "
                    "the values of these frames, tell which";
    return true;
}

const struct tr_kind_rule tr_kind_rule_nonzero_exit = {
    .kind = TR_KIND_NONZERO_EXIT,
    .explanation =
        "The program ended by itself and said by its exit status that something went wrong. What it printed last "
        "usually says what.",
    .match = match,
};
