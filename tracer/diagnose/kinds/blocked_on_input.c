#include "diagnose/kind.h"
#include "diagnose/wait.h"

#include <inttypes.h>
#include <string.h>

/* A read, of any sort, of descriptor 0. */
static bool reads_input(const struct tr_wait *wait)
{
    return wait && strcmp(wait->kind, "read") == 0 && wait->descriptor.known && wait->descriptor.value == 0;
}

/* What the program printed last and still keeps in its buffer: the question that nobody sees. Its last line; NULL for
 * none. */
static const char *prompt(const struct tr_facts *facts)
{
    const struct tr_output *output = facts->report->io ? facts->report->io->stdout : NULL;
    if (!output || !output->unflushed || !output->unflushed[0])
        return NULL;
    const char *newline = strrchr(output->unflushed, '\n');
    return newline && newline[1] ? newline + 1 : newline ? NULL : output->unflushed;
}

static bool match(const struct tr_facts *facts, struct tr_finding *finding)
{
    const struct tr_thread *primary = tr_facts_thread(facts);
    const struct tr_wait *wait = tr_wait_primary(facts);
    if (!facts->timed_out || !primary || !primary->waiting_for || !reads_input(wait) || wait->own_end.known ||
        !tr_wait_all(facts))
        return false;
    finding->summary = tr_arena_printf(facts->arena, "waiting for standard input%s, at %s",
                                       tr_facts_after(facts), tr_facts_place(facts));
    finding->confidence = TR_CONFIDENCE_VERIFIED;
    finding->proof = "the thread is inside a read of descriptor 0, and no other thread runs";
    tr_finding_add(facts, finding, "/threads/0/waiting_for", "the system call is %s", primary->waiting_for);
    if (wait->position.known)
        tr_finding_add(facts, finding, NULL, "it has read %" PRId64 " bytes of it so far", wait->position.value);
    const char *last = facts->report->io && facts->report->io->stdin ? facts->report->io->stdin->tail : NULL;
    if (last)
        tr_finding_add(facts, finding, NULL, "the last input that came begins with %s", tr_facts_quoted(facts, last));
    const char *asked = prompt(facts);
    if (asked)
        tr_finding_add(facts, finding, "/io/stdout/unflushed", "it has printed %s and not flushed it",
                       tr_facts_quoted(facts, asked));
    finding->hint = "the program wants more input than it was given: give it some (--stdin), or see why it reads once "
                    "more than there is";
    return true;
}

const struct tr_kind_rule tr_kind_rule_blocked_on_input = {
    .kind = TR_KIND_BLOCKED_ON_INPUT,
    .explanation = "The program waits for somebody to type something, or for another program to write: it reads "
                   "standard input, which is open but "
                   "has nothing to read.",
    .match = match,
};
