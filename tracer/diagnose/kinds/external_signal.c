#include "diagnose/kind.h"

#include <inttypes.h>
#include <string.h>

/* Signals that a program gets from outside, or from itself by kill() or raise(), rather than by a fault of its own. */
static bool match(const struct tr_facts *facts, struct tr_finding *finding)
{
    const struct tr_signal *signal = facts->signal;
    bool by_abort = signal && strcmp(signal->name, "SIGABRT") == 0 &&
                    (!signal->sender || tr_facts_own_signal(facts) || tr_facts_inside(facts, "abort"));
    if (!signal || by_abort)
        return false;
    if (!signal->sender) {
        if (strcmp(signal->name, "SIGKILL") != 0)
            return false;
        finding->summary = "the program was ended by SIGKILL; nobody can tell who sent it (the out-of-memory killer, "
                           "or a kill command)";
        finding->confidence = TR_CONFIDENCE_POSSIBLE;
        return true;
    }
    bool own = tr_facts_own_signal(facts);
    finding->summary = tr_arena_printf(facts->arena, "%s, sent by %s (pid %" PRId64 "), ended the program at %s",
                                       signal->name, own ? "the program itself" : "another process",
                                       signal->sender->pid.value, tr_facts_place(facts));
    finding->confidence = TR_CONFIDENCE_LIKELY;
    return true;
}

const struct tr_kind_rule tr_kind_rule_external_signal = {
    .kind = TR_KIND_EXTERNAL_SIGNAL,
    .explanation =
        "A signal that some process sent, not a fault in a statement, ended the program. The stack shows only where "
        "it happened to be.",
    .match = match,
};
