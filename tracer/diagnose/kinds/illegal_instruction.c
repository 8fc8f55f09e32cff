#include "diagnose/kind.h"

#include <string.h>

static bool match(const struct tr_facts *facts, struct tr_finding *finding)
{
    const char *text = tr_facts_instruction(facts);
    if (!tr_facts_signal(facts, "SIGILL", NULL) || !facts->signal->code || facts->signal->sender)
        return false;
    const char *what = text[0] ? tr_arena_printf(facts->arena, "the processor does not know the instruction %s",
                                                 tr_facts_name(facts, text))
                               : "the bytes at the program counter are no instruction";
    finding->summary = tr_arena_printf(facts->arena, "%s, at %s", what, tr_facts_place(facts));
    finding->confidence = TR_CONFIDENCE_LIKELY;
    finding->hint =
        text[0]
            ? "was the program built for another processor (-march=native on another machine)?"
            : "the program came to bytes that are no code: a function pointer or return address that was overwritten";
    return true;
}

const struct tr_kind_rule tr_kind_rule_illegal_instruction = {
    .kind = TR_KIND_ILLEGAL_INSTRUCTION,
    .explanation = "The processor met bytes that it cannot run as an instruction: either they are none, or they are "
                   "one that only other "
                   "processors know.",
    .match = match,
};
