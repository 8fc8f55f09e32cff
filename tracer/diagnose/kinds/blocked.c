#include "base/cleanup.h"
#include "base/str.h"
#include "diagnose/kind.h"
#include "diagnose/lock_chain.h"
#include "diagnose/loop_condition.h"
#include "diagnose/wait.h"

#include <string.h>

/* ", in the loop "!ready" at main.c:7 (ready = 0)": what it sleeps for. */
static void add_polled(const struct tr_facts *facts, struct tr_finding *finding)
{
    const struct tr_loop *loop = facts->report->loop;
    const struct tr_wait *wait = tr_wait_primary(facts);
    struct tr_leaves leaves;
    tr_auto_str struct tr_str text = {0};
    if (!loop || loop->sleeps != TR_TRUE || !loop->location || !wait || strcmp(wait->kind, "sleep") != 0)
        return;
    tr_loop_add_condition(facts, loop, &text);
    tr_leaves_find(loop, &leaves);
    if (leaves.count) {
        tr_str_add_text(&text, " (");
        tr_leaves_add(facts, &leaves, &text);
        tr_str_add_char(&text, ')');
    }
    finding->summary = tr_arena_printf(facts->arena, "%s, in a loop: %s", finding->summary, tr_str_text(&text));
    tr_loop_add_evidence(facts, loop, finding);
    finding->hint = "it sleeps between looks at what its loop waits for: see who should have changed that, and whether they can";
}

static void add_call_or_lock(const struct tr_facts *facts, const struct tr_thread *primary, struct tr_str *text)
{
    const struct tr_lock *lock = primary->id.known ? tr_lock_waited(facts, primary->id.value) : NULL;
    bool is_lock = lock && strcmp(lock->kind, "futex") != 0;
    tr_str_printf(text, "waiting %s %s", is_lock ? "for" : "in", primary->waiting_for);
    if (is_lock)
        tr_lock_add_holder(facts, lock, text);
}

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
        add_call_or_lock(facts, primary, &text);
    else if (strcmp(wait->kind, "stopped") != 0)
        tr_finding_add(facts, finding, "/threads/0/waiting_for", "the system call is %s", primary->waiting_for);
    finding->summary = tr_arena_printf(facts->arena, "%s%s%s, at %s", tr_str_text(&text),
                                       facts->timeout_ms ? "," : "", tr_facts_after(facts), tr_facts_place(facts));
    finding->hint = is_told ? tr_wait_hint(wait) : NULL;
    finding->confidence = TR_CONFIDENCE_LIKELY;
    add_polled(facts, finding);
    return true;
}

const struct tr_kind_rule tr_kind_rule_blocked = {
    .kind = TR_KIND_BLOCKED,
    .explanation =
        "The time ran out while every thread of the program was waiting in a system call: for input, for a lock, for "
        "another process, or for a time to pass.",
    .match = match,
};
