#include "diagnose/kind.h"

#include <inttypes.h>
#include <limits.h>

/* The descriptor of the call that the signal interrupted, still in its register: the instruction before is `syscall`.
 */
static struct tr_word descriptor(const struct tr_facts *facts)
{
    struct tr_word pc = tr_facts_register(facts, "rip");
    unsigned char code[2];
    bool in_call = pc.known && tr_facts_read(facts, pc.value - sizeof(code), code, sizeof(code)) && code[0] == 0x0f &&
                   code[1] == 0x05;
    return in_call ? tr_facts_register(facts, "rdi") : (struct tr_word){0};
}

static bool match(const struct tr_facts *facts, struct tr_finding *finding)
{
    if (!tr_facts_signal(facts, "SIGPIPE", NULL) || !tr_facts_from_kernel(facts))
        return false;
    struct tr_word fd = descriptor(facts);
    const char *which = fd.known && fd.value < INT_MAX
                            ? tr_arena_printf(facts->arena, "descriptor %" PRIu64 "%s", fd.value,
                                              fd.value == 1   ? " (standard output)"
                                              : fd.value == 2 ? " (standard error)"
                                                              : "")
                            : "a pipe or socket";
    finding->summary =
        tr_arena_printf(facts->arena, "the reader of %s closed it while the program still wrote to it at %s", which,
                        tr_facts_place(facts));
    finding->confidence = TR_CONFIDENCE_LIKELY;
    return true;
}

const struct tr_kind_rule tr_kind_rule_broken_pipe = {
    .kind = TR_KIND_BROKEN_PIPE,
    .explanation =
        "Writing to a pipe whose reading end is closed ends a program by SIGPIPE unless it handles that signal. Often "
        "this is harmless: the reader had seen enough.",
    .match = match,
};
