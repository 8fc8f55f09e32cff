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

/* void main(): what it left in a register becomes the status. C11, 5.1.2.2.3. */
static void tell_leftover(const struct tr_facts *facts, struct tr_finding *finding)
{
    finding->summary = tr_arena_printf(facts->arena, "exit status %" PRId64 " is no result of the program: main is declared void, "
                                                     "and this was left over when it ended",
                                       facts->exit_code.value);
    finding->proof = tr_arena_printf(facts->arena, "main returned, its type is void, and the process ended with status %" PRId64,
                                     facts->exit_code.value);
    finding->hint = "declare it int main(void), with return 0 at its end: a status other than 0 tells whoever started the program "
                    "that it failed";
    finding->explanation = "main returns the exit status to the system. A main that returns nothing leaves whatever is in the "
                           "register for it, often what printf returned last.";
}

static bool match(const struct tr_facts *facts, struct tr_finding *finding)
{
    if (!facts->exit_code.known || !facts->exit_code.value)
        return false;
    const struct tr_frame *frame = tr_facts_frame(facts);
    finding->confidence = TR_CONFIDENCE_VERIFIED;
    if (facts->returned_from_main && facts->report->void_main == TR_TRUE) {
        tell_leftover(facts, finding);
        return true;
    }
    finding->summary = tr_arena_printf(facts->arena, "exit status %" PRId64 "%s", facts->exit_code.value,
                                       who(facts, frame));
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
