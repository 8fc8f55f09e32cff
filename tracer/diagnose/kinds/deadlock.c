/*
 * Threads that wait for each other, or for what nobody will ever give back. What a thread waits for, and who has it,
 * was read from the locks themselves (report->locks); a circle of such waits never ends by itself.
 */
#include "base/cleanup.h"
#include "base/utf8.h"
#include "diagnose/kind.h"
#include "diagnose/wait.h"

#include <inttypes.h>
#include <string.h>

enum { CIRCLE = 16 };

/* Waits, each for the thread of the next one; the last for the first, or for a thread that has ended. */
struct circle {
    const struct tr_lock *waits[CIRCLE];
    size_t count;
    bool has_ended; /* instead of a circle: the last lock's owner is no more */
};

static const struct tr_lock *wait_of(const struct tr_facts *facts, int64_t thread)
{
    TR_EACH(const struct tr_lock, lock, &facts->report->locks)
    if (lock->thread.value == thread)
        return lock;
    return NULL;
}

static bool is_join(const struct tr_lock *lock)
{
    return strcmp(lock->kind, "thread") == 0;
}

/* Follow who waits for whom from the primary thread. */
static bool find(const struct tr_facts *facts, struct circle *ret)
{
    const struct tr_thread *primary = tr_facts_thread(facts);
    const struct tr_lock *lock = primary && primary->id.known ? wait_of(facts, primary->id.value) : NULL;
    ret->has_ended = false;
    for (ret->count = 0; lock && lock->owner.known && ret->count < CIRCLE;) {
        ret->waits[ret->count++] = lock;
        if (lock->owner.value == primary->id.value)
            return true;
        ret->has_ended = lock->owner_ended == TR_TRUE && !is_join(lock);
        if (ret->has_ended)
            return true;
        lock = wait_of(facts, lock->owner.value);
    }
    return false;
}

static void add_name(struct tr_str *text, const struct tr_lock *lock)
{
    if (lock->name)
        tr_str_add_name(text, lock->name);
    else if (is_join(lock))
        tr_str_printf(text, "the end of thread %" PRId64, lock->owner.value);
    else
        tr_str_printf(text, "the %s at 0x%" PRIx64, lock->kind, lock->address.value);
}

static void add_place(struct tr_str *text, const char *before, const struct tr_location *location)
{
    if (!location || !location->file || !location->line.known)
        return;
    tr_str_add_text(text, before);
    tr_str_add_name(text, location->file);
    tr_str_printf(text, ":%" PRId64, location->line.value);
}

static const char *done(const struct tr_facts *facts, const struct tr_str *text)
{
    return tr_arena_strdup(facts->arena, tr_str_text(text));
}

/* "registry_lock is locked by this thread already (main.c:17), so it can never be locked again at main.c:9". */
static const char *own_lock(const struct tr_facts *facts, const struct tr_lock *lock)
{
    tr_auto_str struct tr_str text = {0};
    if (is_join(lock)) {
        tr_str_add_text(&text, "a thread waits for its own end");
        add_place(&text, " at ", lock->waits_at);
        return done(facts, &text);
    }
    add_name(&text, lock);
    tr_str_add_text(&text, " is locked by this thread already");
    add_place(&text, " (at ", lock->held_since);
    if (lock->held_since && lock->held_since->line.known)
        tr_str_add_char(&text, ')');
    add_place(&text, ", and is locked again at ", lock->waits_at);
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
        add_place(&text, " at ", lock->waits_at);
        if (is_join(lock))
            continue;
        tr_str_printf(&text, ", which thread %" PRId64 " %s", lock->owner.value,
                      circle->has_ended && i + 1 == circle->count ? "locked and never unlocked before it ended"
                                                                  : "holds");
        add_place(&text, " since ", lock->held_since);
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
        if (is_join(lock))
            tr_str_printf(&text, "%sthread %" PRId64 " is in pthread_join for thread %" PRId64, i ? "; " : "",
                          lock->thread.value, lock->owner.value);
        else
            tr_str_printf(&text,
                          "%sthe %s at 0x%" PRIx64 " names thread %" PRId64 " as its owner, and thread %" PRId64
                          " waits for it",
                          i ? "; " : "", lock->kind, lock->address.value, lock->owner.value, lock->thread.value);
    }
    if (circle->has_ended)
        tr_str_add_text(&text, "; that thread is no more");
    return done(facts, &text);
}

static bool fill_circle(const struct tr_facts *facts, struct tr_finding *finding)
{
    struct circle circle;
    if (!find(facts, &circle))
        return false;
    bool is_own = circle.count == 1 && !circle.has_ended, joins = false;
    for (size_t i = 0; i < circle.count; i++)
        joins |= is_join(circle.waits[i]);
    finding->summary = is_own ? own_lock(facts, circle.waits[0]) : whole_circle(facts, &circle);
    finding->confidence = TR_CONFIDENCE_VERIFIED;
    finding->proof = proof(facts, &circle);
    add_evidence(facts, &circle, finding);
    finding->hint =
        circle.has_ended ? "unlock it on every way out of the thread that locked it, early returns included"
        : joins          ? "a thread that is waited for must be able to end: give back what it needs before joining it, and let no two threads join each other"
        : is_own         ? "let the caller lock, and give the inner function a variant that expects the lock to be held"
                 : "have every thread take these locks in the same order, or take them together (std::scoped_lock)";
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
    add_place(text, " (since ", lock->held_since);
    if (lock->held_since)
        tr_str_add_char(text, ')');
}

/* Supervise has proved that nothing goes on, though not for a circle of locks: a condition, a semaphore, a barrier. */
static bool fill_stuck(const struct tr_facts *facts, struct tr_finding *finding)
{
    const struct tr_thread *primary = tr_facts_thread(facts);
    if (!facts->deadlocked)
        return false;
    const struct tr_lock *lock = primary && primary->id.known ? wait_of(facts, primary->id.value) : NULL;
    /* Who waits for another thread's end only waits for what that one waits for. */
    for (size_t i = 0; lock && is_join(lock) && i < CIRCLE && wait_of(facts, lock->owner.value); i++)
        lock = wait_of(facts, lock->owner.value);
    tr_auto_str struct tr_str text = {0};
    if (lock && !is_join(lock) && strcmp(lock->kind, "futex") != 0) {
        if (lock->thread.value != primary->id.value) {
            finding->location = lock->waits_at ? lock->waits_at : finding->location;
            tr_str_printf(&text, "thread %" PRId64 " ", lock->thread.value);
        }
        tr_str_printf(&text, "waits for the %s ", lock->kind);
        add_name(&text, lock);
        add_place(&text, " at ", lock->waits_at);
        add_readers(lock, &text);
        tr_str_add_text(&text, ", and no thread is left that could wake it: all wait");
    } else {
        tr_str_printf(&text, "every thread waits at %s or elsewhere, and none is left to wake another",
                      tr_facts_place(facts));
    }
    finding->summary = done(facts, &text);
    finding->confidence = TR_CONFIDENCE_VERIFIED;
    finding->proof = "all threads of all processes were stopped at once in waits without a time limit that none of "
                     "them had been woken "
                     "from; no signal is handled, no timer is armed";
    finding->hint =
        "find who should have signalled, posted or arrived, and see whether it did so before this thread began to wait";
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
