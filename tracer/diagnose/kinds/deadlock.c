/*
 * Threads that wait for each other, or for what nobody will ever give back. What a thread waits for, and who has it,
 * was read from the locks themselves (report->locks); a circle of such waits never ends by itself.
 */
#include "base/cleanup.h"
#include "base/utf8.h"
#include "diagnose/kind.h"
#include "diagnose/lock_chain.h"
#include "diagnose/wait.h"

#include <inttypes.h>
#include <string.h>

/* Waits, each for the thread of the next one; the last for the first, or for a thread that has ended. */
struct circle {
    const struct tr_lock *waits[TR_LOCK_CHAIN];
    size_t count;
    bool has_ended; /* instead of a circle: the last lock's owner is no more, or none of this process */
};

/* Follow who waits for whom from the primary thread. */
static bool find(const struct tr_facts *facts, struct circle *ret)
{
    const struct tr_thread *primary = tr_facts_thread(facts);
    const struct tr_lock *lock = primary && primary->id.known ? tr_lock_waited(facts, primary->id.value) : NULL;
    ret->has_ended = false;
    for (ret->count = 0; lock && lock->owner.known && lock->timed != TR_TRUE && ret->count < TR_LOCK_CHAIN;) {
        ret->waits[ret->count++] = lock;
        if (lock->owner.value == primary->id.value)
            return true;
        ret->has_ended = (lock->owner_ended == TR_TRUE || lock->owner_copied == TR_TRUE) && !tr_lock_is_join(lock);
        if (ret->has_ended)
            return true;
        lock = tr_lock_waited(facts, lock->owner.value);
    }
    return false;
}

static void add_name(struct tr_str *text, const struct tr_lock *lock)
{
    if (lock->name)
        tr_str_add_name(text, lock->name);
    else if (tr_lock_is_join(lock))
        tr_str_printf(text, "the end of thread %" PRId64, lock->owner.value);
    else
        tr_str_printf(text, "the %s at 0x%" PRIx64, lock->kind, lock->address.value);
}

static const char *done(const struct tr_facts *facts, const struct tr_str *text)
{
    return tr_arena_strdup(facts->arena, tr_str_text(text));
}

/* "registry_lock is locked by this thread already (main.c:17), so it can never be locked again at main.c:9". */
static const char *own_lock(const struct tr_facts *facts, const struct tr_lock *lock)
{
    tr_auto_str struct tr_str text = {0};
    if (tr_lock_is_join(lock)) {
        tr_str_add_text(&text, "a thread waits for its own end");
        tr_lock_add_place(&text, " at ", lock->waits_at);
        return done(facts, &text);
    }
    add_name(&text, lock);
    tr_str_add_text(&text, " is locked by this thread already");
    tr_lock_add_place(&text, " (at ", lock->held_since);
    if (lock->held_since && lock->held_since->line.known)
        tr_str_add_char(&text, ')');
    tr_lock_add_place(&text, ", and is locked again at ", lock->waits_at);
    return done(facts, &text);
}

/* "thread 2 waits for b at main.c:12, which thread 3 holds; thread 3 waits for a at main.c:20, which thread 2 holds".
 */
static const char *whole_circle(const struct tr_facts *facts, const struct circle *circle)
{
    tr_auto_str struct tr_str text = {0};
    for (size_t i = 0; i < circle->count; i++) {
        const struct tr_lock *lock = circle->waits[i];
        tr_str_printf(&text, "%sthread %" PRId64 " waits for ", i ? "; " : "", lock->thread.value);
        add_name(&text, lock);
        tr_lock_add_place(&text, " at ", lock->waits_at);
        if (tr_lock_is_join(lock))
            continue;
        tr_str_printf(&text, ", which thread %" PRId64 " %s", lock->owner.value,
                      lock->owner_copied == TR_TRUE  ? "has locked, and that is none of this process: it has ended, or is one of the "
                                                       "process that fork copied"
                      : lock->owner_ended == TR_TRUE ? "locked and never unlocked before it ended"
                                                     : "holds");
        tr_lock_add_place(&text, " since ", lock->held_since);
    }
    return done(facts, &text);
}

static void add_evidence(const struct tr_facts *facts, const struct circle *circle, struct tr_finding *finding)
{
    for (size_t i = 0; i < circle->count; i++) {
        const struct tr_lock *lock = circle->waits[i];
        for (size_t t = 0; t < facts->report->threads.count; t++) {
            const struct tr_thread *thread = tr_list_at(&facts->report->threads, struct tr_thread, t);
            if (!thread->id.known || thread->id.value != lock->thread.value || !thread->waiting_for)
                continue;
            tr_finding_add(facts, finding, tr_arena_printf(facts->arena, "/threads/%zu/waiting_for", t),
                           "thread %" PRId64 " waits for the %s", lock->thread.value,
                           strncmp(thread->waiting_for, "the ", 4) == 0 ? thread->waiting_for + 4
                                                                        : thread->waiting_for);
        }
    }
}

/* Joined threads are not read from a lock: the kernel tells whom the wait names. */
static const char *proof(const struct tr_facts *facts, const struct circle *circle)
{
    tr_auto_str struct tr_str text = {0};
    for (size_t i = 0; i < circle->count; i++) {
        const struct tr_lock *lock = circle->waits[i];
        if (tr_lock_is_join(lock))
            tr_str_printf(&text, "%sthread %" PRId64 " is in pthread_join for thread %" PRId64, i ? "; " : "",
                          lock->thread.value, lock->owner.value);
        else
            tr_str_printf(&text,
                          "%sthe %s at 0x%" PRIx64 " names thread %" PRId64 " as its owner, and thread %" PRId64
                          " waits for it",
                          i ? "; " : "", lock->kind, lock->address.value, lock->owner.value, lock->thread.value);
    }
    if (circle->has_ended)
        tr_str_add_text(&text, circle->waits[circle->count - 1]->owner_copied == TR_TRUE ? "; this process has no such thread"
                                                                                          : "; that thread is no more");
    return done(facts, &text);
}

/* Whether the first user frame belongs to a signal handler. */
static bool is_in_handler(const struct tr_facts *facts)
{
    TR_EACH(const struct tr_frame, frame, &tr_facts_thread(facts)->frames)
    if (frame->signal_handler == TR_TRUE)
        return true;
    return false;
}

static const char *circle_hint(const struct tr_facts *facts, const struct circle *circle)
{
    bool is_own = circle->count == 1 && !circle->has_ended, joins = false;
    for (size_t i = 0; i < circle->count; i++)
        joins |= tr_lock_is_join(circle->waits[i]);
    if (circle->has_ended && circle->waits[circle->count - 1]->owner_copied == TR_TRUE)
        return "fork copies locks as they are, but of the threads only the one that calls it: what others held stays locked in the child, "
               "and what it held itself has another owner there. Fork before the lock is taken, or exec at once";
    if (is_own && is_in_handler(facts))
        return "a signal handler may come while the lock is held: let it only set a flag (volatile sig_atomic_t), and do the rest outside, "
               "or block the signal while the lock is held";
    return circle->has_ended ? "unlock it on every way out of the thread that locked it, early returns included"
           : joins           ? "a thread that is waited for must be able to end: give back what it needs before joining it, and let no two threads join each other"
           : is_own          ? "unlock it on every way out of the function that locked it, and where a caller holds it, give the inner function a "
                               "variant that expects that"
                             : "have every thread take these locks in the same order, or take them together (std::scoped_lock)";
}

static bool fill_circle(const struct tr_facts *facts, struct tr_finding *finding)
{
    struct circle circle;
    if (!find(facts, &circle))
        return false;
    bool is_own = circle.count == 1 && !circle.has_ended;
    finding->summary = is_own ? own_lock(facts, circle.waits[0]) : whole_circle(facts, &circle);
    finding->confidence = TR_CONFIDENCE_VERIFIED;
    finding->proof = proof(facts, &circle);
    add_evidence(facts, &circle, finding);
    finding->hint = circle_hint(facts, &circle);
    return true;
}

/* Processes that wait for each other's locks on files: the waits lead from the primary process back to it. */
static bool fill_files(const struct tr_facts *facts, struct tr_finding *finding)
{
    const struct tr_wait *first = tr_wait_primary(facts);
    const struct tr_process *process = facts->report->processes.count ? tr_list_at(&facts->report->processes, struct tr_process, 0) : NULL;
    if (!first || !process || strcmp(first->kind, "file-lock") != 0 || !first->owner.known)
        return false;
    tr_auto_str struct tr_str text = {0};
    tr_auto_str struct tr_str proved = {0};
    int64_t self = process->pid.value, last = first->owner.value;
    tr_wait_add(facts, first, &text);
    tr_str_printf(&proved, "/proc/locks shows process %" PRId64 " waiting for a lock of process %" PRId64, self, last);
    TR_EACH(const struct tr_wait, wait, &facts->report->waits)
    {
        if (!wait->process.known || wait->process.value != last || last == self || !wait->owner.known)
            continue;
        last = wait->owner.value;
        tr_str_printf(&text, ", which waits for one of process %" PRId64, last);
        tr_str_printf(&proved, ", that one waiting for one of process %" PRId64, last);
    }
    if (last != self)
        return false;
    if (first->owner.value == self)
        tr_str_add_text(&text, ": this process itself");
    finding->summary = tr_arena_printf(facts->arena, "%s, at %s", tr_str_text(&text), tr_facts_place(facts));
    finding->confidence = TR_CONFIDENCE_VERIFIED;
    finding->proof = done(facts, &proved);
    finding->hint = first->owner.value == self
                        ? "an flock lock belongs to the open file: a second open of the same file is another owner, also "
                          "in one process"
                        : "have every process take these locks in the same order";
    return true;
}

/* Readers are counted by the lock, not named; a line of a stack that takes it names one that is likely among them. */
static void add_readers(const struct tr_lock *lock, struct tr_str *text)
{
    if (!lock->readers.known)
        return;
    tr_str_printf(text, ", which %" PRId64 " reader%s", lock->readers.value, lock->readers.value == 1 ? " holds" : "s hold");
    if (!lock->reader.known)
        return;
    if (lock->reader.value == lock->thread.value)
        tr_str_add_text(text, ": this thread itself, as it seems");
    else
        tr_str_printf(text, ", thread %" PRId64 " as it seems", lock->reader.value);
    tr_lock_add_place(text, " (since ", lock->held_since);
    if (lock->held_since)
        tr_str_add_char(text, ')');
}

/* What to look at where nobody is left to wake a thread. Kinds that are not here: the last. */
static const struct {
    const char *kind, *hint;
} stuck_hints[] = {
    {"future", "see whether its promise is given a value or an exception on every way, and whether what should do that can run"},
    {"once", "what runs once is still running: see whether it comes back to the same flag, or waits for a thread that does"},
    {"static", "the initialisation is still running: see whether it comes back to the same variable, or waits for a thread that does"},
    {"barrier", "compare the number that the barrier was made for with how many can arrive at it"},
    {"latch", "compare the number that the latch was made for with how often it is counted down"},
    {NULL, "find who should have signalled, posted or arrived, and see whether it did so before this thread began to wait"},
};

static const char *stuck_hint(const struct tr_lock *lock, size_t waiters)
{
    size_t i = 0;
    if (lock && waiters)
        return strcmp(lock->kind, "condition") == 0
                   ? "waiting for a condition gives back only the mutex that the wait is given: see whether who should signal needs "
                     "another lock that this thread keeps"
                   : "see whether who should wake this thread needs a lock that it keeps while it waits";
    while (stuck_hints[i].kind && !(lock && strcmp(lock->kind, stuck_hints[i].kind) == 0))
        i++;
    return stuck_hints[i].hint;
}

/* The wait at the end of a chain of threads that wait for each other's end: who waits for a thread's end only waits for what
 * that one waits for. */
static const struct tr_lock *innermost_wait(const struct tr_facts *facts, struct tr_finding *finding)
{
    const struct tr_thread *primary = tr_facts_thread(facts);
    const struct tr_lock *lock = primary && primary->id.known ? tr_lock_waited(facts, primary->id.value) : NULL;
    for (size_t i = 0; lock && tr_lock_is_join(lock) && i < TR_LOCK_CHAIN && tr_lock_waited(facts, lock->owner.value); i++) {
        tr_auto_str struct tr_str text = {0};
        tr_lock_add_place(&text, " at ", lock->waits_at);
        tr_finding_add(facts, finding, NULL, "thread %" PRId64 " waits for the end of thread %" PRId64 "%s", lock->thread.value,
                       lock->owner.value, tr_str_text(&text));
        lock = tr_lock_waited(facts, lock->owner.value);
    }
    return lock;
}

/* Supervise has proved that nothing goes on, though not for a circle of locks: a condition, a semaphore, a barrier. */
static bool fill_stuck(const struct tr_facts *facts, struct tr_finding *finding)
{
    if (!facts->deadlocked)
        return false;
    const struct tr_thread *primary = tr_facts_thread(facts);
    const struct tr_lock *lock = innermost_wait(facts, finding);
    size_t waiters = 0;
    tr_auto_str struct tr_str text = {0};
    if (lock && !tr_lock_is_join(lock) && strcmp(lock->kind, "futex") != 0) {
        if (lock->thread.value != primary->id.value) {
            finding->location = lock->waits_at ? lock->waits_at : finding->location;
            tr_str_printf(&text, "thread %" PRId64 " ", lock->thread.value);
        }
        tr_str_add_text(&text, "waits for ");
        tr_lock_add(lock, &text);
        tr_lock_add_place(&text, " at ", lock->waits_at);
        add_readers(lock, &text);
        tr_str_add_text(&text, ", and no thread is left that could wake it: all wait");
        waiters = tr_lock_add_waiters(facts, lock->thread.value, &text);
    } else {
        tr_str_printf(&text, "every thread waits at %s or elsewhere, and none is left to wake another",
                      tr_facts_place(facts));
    }
    finding->summary = done(facts, &text);
    finding->confidence = TR_CONFIDENCE_VERIFIED;
    finding->proof = "all threads of all processes were stopped at once in waits without a time limit that none of "
                     "them had been woken "
                     "from; no signal is handled, no timer is armed";
    finding->hint = stuck_hint(lock, waiters);
    return true;
}

static bool match(const struct tr_facts *facts, struct tr_finding *finding)
{
    if (!facts->timed_out && !facts->deadlocked)
        return false;
    return fill_circle(facts, finding) || fill_files(facts, finding) || fill_stuck(facts, finding);
}

const struct tr_kind_rule tr_kind_rule_deadlock = {
    .kind = TR_KIND_DEADLOCK,
    .cwe = 833,
    .explanation = "Every thread that could go on waits for another that waits too. A lock that is not recursive "
                   "cannot be taken twice by one "
                   "thread, two threads that take two locks in different order can each hold what the other needs, and "
                   "a thread that waits for a "
                   "signal must be sure that somebody is left to send it.",
    .match = match,
};
