#include "base/cleanup.h"
#include "base/str.h"
#include "diagnose/kind.h"
#include "diagnose/wait.h"

#include <string.h>

/* At a timeout: every thread waits in the kernel. */
static bool match(const struct tr_facts *facts, struct tr_finding *finding)
{
    const struct tr_thread *primary = tr_facts_thread(facts);
    if (!facts->timed_out || !primary || !primary->waiting_for || !tr_wait_all(facts))
        return false;
    const struct tr_wait *wait = tr_wait_primary(facts);
    tr_auto_str struct tr_str text = {0};
    bool is_told = wait && tr_wait_add(facts, wait, &text);
    if (!is_told)
        tr_str_printf(&text, "waiting %s %s", strchr(primary->waiting_for, '(') ? "in" : "for", primary->waiting_for);
    else if (strcmp(wait->kind, "stopped") != 0)
        tr_finding_add(facts, finding, "/threads/0/waiting_for", "the system call is %s", primary->waiting_for);
    finding->summary = tr_arena_printf(facts->arena, "%s%s%s, at %s", tr_str_text(&text),
                                       is_told && facts->timeout_ms ? "," : "", tr_facts_after(facts), tr_facts_place(facts));
    finding->hint = is_told ? tr_wait_hint(wait) : NULL;
    finding->confidence = TR_CONFIDENCE_LIKELY;
    return true;
}

const struct tr_kind_rule tr_kind_rule_blocked = {
    .kind = TR_KIND_BLOCKED,
    .explanation =
        "The time ran out while every thread of the program was waiting in a system call: for input, for a lock, for "
        "another process, or for a time to pass.",
    .match = match,
};
