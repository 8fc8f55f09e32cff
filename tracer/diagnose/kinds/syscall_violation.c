#include "diagnose/kind.h"

#include <string.h>

enum { CALL_TEXT = 120 };

/* The decoder has quoted and escaped what the program gave; here it is only cut. */
static const char *short_call(const struct tr_facts *facts)
{
    const char *call = facts->violation->call;
    size_t cut = strlen(call);
    if (cut <= CALL_TEXT)
        return call;
    for (cut = CALL_TEXT; cut && ((unsigned char)call[cut] & 0xc0) == 0x80;)
        cut--;
    return tr_arena_printf(facts->arena, "%.*s…", (int)cut, call);
}

static const char *hint(const struct tr_violation *violation)
{
    static const struct {
        const char *rule, *hint;
    } hints[] = {
        {"write", "write into the working folder, or the folder that TMPDIR names; --write opens another one"},
        {"read", "--read opens a file or folder for reading"},
        {"execute", "--read opens a folder of programs"},
        {"attributes", "the program may go on without; what it writes has the permissions that open gave it"},
    };
    for (size_t i = 0; i < sizeof(hints) / sizeof(hints[0]); i++)
        if (strcmp(hints[i].rule, violation->rule) == 0)
            return hints[i].hint;
    return "--sandbox=off runs the program without walls; do that only with a program that you trust";
}

static bool match(const struct tr_facts *facts, struct tr_finding *finding)
{
    const struct tr_violation *violation = facts->violation;
    if (!violation)
        return false;
    bool ended = violation->ended_run == TR_TRUE;
    finding->summary = tr_arena_printf(facts->arena, "%s at %s is %s: %s", short_call(facts), tr_facts_place(facts),
                                       ended ? "not allowed in the sandbox" : "refused by the sandbox",
                                       violation->reason);
    finding->confidence = TR_CONFIDENCE_VERIFIED;
    finding->proof = "the kernel stopped the call, or answered that it is not permitted; it had no effect";
    finding->hint = hint(violation);
    struct tr_violation *copy = tr_arena_new(facts->arena, struct tr_violation);
    *copy = (struct tr_violation){
        .call = tr_arena_strdup(facts->arena, violation->call),
        .rule = tr_arena_strdup(facts->arena, violation->rule),
        .reason = tr_arena_strdup(facts->arena, violation->reason),
        .ended_run = violation->ended_run,
    };
    finding->violation = copy;
    return true;
}

const struct tr_kind_rule tr_kind_rule_syscall_violation = {
    .kind = TR_KIND_SYSCALL_VIOLATION,
    .explanation = "A program asks the operating system for everything that it does outside its own memory: files, "
                   "network, other processes. The sandbox that it runs in does not allow this request.",
    .match = match,
};
