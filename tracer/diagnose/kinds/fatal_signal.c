#include "diagnose/kind.h"

#include <inttypes.h>
#include <string.h>

/* What the signals of faults say by themselves, without knowing the expression. */
static const struct {
    const char *signal, *meaning;
} meanings[] = {
    {"SIGSEGV", "memory that may not be accessed was accessed"},
    {"SIGBUS", "an address was accessed that no memory stands behind"},
    {"SIGFPE", "an arithmetic operation has no result"},
    {"SIGILL", "the processor met an instruction that it refuses"},
    {"SIGTRAP", "a trap instruction was executed"},
    {"SIGABRT", "the program gave up by abort()"},
    {"SIGSYS", "a system call was refused"},
    {"SIGXCPU", "the limit of processor time was reached"},
    {"SIGXFSZ", "the limit of a file's size was reached"},
    {"SIGALRM", "an alarm went off that nobody had asked to handle"},
};

static const char *meaning(const char *signal)
{
    for (size_t i = 0; i < sizeof(meanings) / sizeof(meanings[0]); i++)
        if (strcmp(meanings[i].signal, signal) == 0)
            return meanings[i].meaning;
    return "nobody had asked to handle it";
}

static bool match(const struct tr_facts *facts, struct tr_finding *finding)
{
    if (!facts->signal)
        return false;
    const struct tr_fault *fault = facts->report->memory ? facts->report->memory->fault : NULL;
    const char *address = "";
    if (fault && fault->address.known)
        address = tr_arena_printf(facts->arena, " (address 0x%" PRIx64 "%s%s)", fault->address.value,
                                  fault->access ? ", " : "",
                                  fault->access ? tr_words_text(&tr_words_access, fault->access) : "");
    finding->summary = tr_arena_printf(facts->arena, "%s at %s: %s%s", facts->signal->name, tr_facts_place(facts),
                                       meaning(facts->signal->name), address);
    finding->confidence = TR_CONFIDENCE_LIKELY;
    finding->hint = "look at the values of the variables on that line";
    return true;
}

const struct tr_kind_rule tr_kind_rule_fatal_signal = {
    .kind = TR_KIND_FATAL_SIGNAL,
    .explanation =
        "The system ended the program with a signal. The stack shows which statement ran at that moment, and the "
        "frames' variables show with which values.",
    .match = match,
};
