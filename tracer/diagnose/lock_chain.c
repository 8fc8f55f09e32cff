#include "diagnose/lock_chain.h"

#include "base/cleanup.h"
#include "base/utf8.h"
#include "diagnose/wait.h"

#include <inttypes.h>
#include <string.h>

const struct tr_lock *tr_lock_waited(const struct tr_facts *facts, int64_t thread)
{
    TR_EACH(const struct tr_lock, lock, &facts->report->locks)
    if (lock->thread.value == thread)
        return lock;
    return NULL;
}

bool tr_lock_is_join(const struct tr_lock *lock) { return strcmp(lock->kind, "thread") == 0; }

/* Kinds whose word lies inside of a library's object, so that its address says nothing. */
static const struct {
    const char *kind, *named, *unnamed;
} nouns[] = {
    {"future", "the value of the future ", "the value of a future"},
    {"once", "the once flag ", "a once flag"},
    {"static", "the initialisation of ", "the initialisation of a static variable"},
    {"atomic", "a change of the atomic ", "a change of an atomic"},
};

void tr_lock_add(const struct tr_lock *lock, struct tr_str *text)
{
    if (tr_lock_is_join(lock)) {
        tr_str_printf(text, "the end of thread %" PRId64, lock->owner.value);
        return;
    }
    for (size_t i = 0; i < TR_COUNT(nouns); i++) {
        if (strcmp(lock->kind, nouns[i].kind) != 0)
            continue;
        tr_str_add_text(text, lock->name ? nouns[i].named : nouns[i].unnamed);
        if (lock->name)
            tr_str_add_name(text, lock->name);
        return;
    }
    tr_str_printf(text, "the %s ", lock->kind);
    if (lock->name)
        tr_str_add_name(text, lock->name);
    else
        tr_str_printf(text, "at 0x%" PRIx64, lock->address.value);
}

void tr_lock_add_place(struct tr_str *text, const char *before, const struct tr_location *location)
{
    if (!location || !location->file || !location->line.known)
        return;
    tr_str_add_text(text, before);
    tr_str_add_name(text, location->file);
    tr_str_printf(text, ":%" PRId64, location->line.value);
}

static const struct tr_thread *thread_of(const struct tr_facts *facts, int64_t id)
{
    TR_EACH(const struct tr_thread, thread, &facts->report->threads)
    if (!thread->process.known && thread->id.value == id)
        return thread;
    return NULL;
}

/* What a thread does that waits for no lock. @return false when that is not known. */
static bool add_other_wait(const struct tr_facts *facts, const struct tr_thread *thread, struct tr_str *text)
{
    tr_auto_str struct tr_str told = {0};
    TR_EACH(const struct tr_wait, wait, &facts->report->waits)
    if (!wait->process.known && wait->thread.value == thread->id.value && tr_wait_add(facts, wait, &told))
        break;
    if (!told.size && !thread->waiting_for)
        return false;
    tr_str_add_text(text, ", which is ");
    if (told.size)
        tr_str_add_text(text, tr_str_text(&told));
    else
        tr_str_printf(text, "in %s", thread->waiting_for);
    TR_EACH(const struct tr_frame, frame, &thread->frames)
    {
        if (frame->user != TR_TRUE)
            continue;
        const struct tr_location location = {.file = frame->file, .line = frame->line};
        tr_lock_add_place(text, " at ", &location);
        break;
    }
    return true;
}

void tr_lock_add_holder(const struct tr_facts *facts, const struct tr_lock *lock, struct tr_str *text)
{
    const struct tr_lock *at = lock;
    for (size_t i = 0; at->owner.known && i < TR_LOCK_CHAIN; i++) {
        const struct tr_thread *owner = thread_of(facts, at->owner.value);
        const struct tr_lock *next = tr_lock_waited(facts, at->owner.value);
        if (!owner || at->owner.value == lock->thread.value || at->owner_ended == TR_TRUE)
            return;
        if (!next || strcmp(next->kind, "futex") == 0) {
            add_other_wait(facts, owner, text);
            return;
        }
        tr_str_add_text(text, ", which waits for ");
        tr_lock_add(next, text);
        if (next->timed == TR_TRUE)
            tr_str_add_text(text, " (with a time limit)");
        tr_lock_add_place(text, " at ", next->waits_at);
        if (next->owner.known && !tr_lock_is_join(next))
            tr_str_printf(text, ", locked by thread %" PRId64, next->owner.value);
        at = next;
    }
}

size_t tr_lock_add_waiters(const struct tr_facts *facts, int64_t thread, struct tr_str *text)
{
    size_t count = 0;
    TR_EACH(const struct tr_lock, lock, &facts->report->locks)
    {
        if (tr_lock_is_join(lock) || !lock->owner.known || lock->owner.value != thread || lock->thread.value == thread || count++ >= TR_LOCK_CHAIN)
            continue;
        tr_str_printf(text, "; thread %" PRId64 " waits for ", lock->thread.value);
        tr_lock_add(lock, text);
        tr_lock_add_place(text, " at ", lock->waits_at);
        tr_str_printf(text, ", which thread %" PRId64 " holds", thread);
        tr_lock_add_place(text, " since ", lock->held_since);
    }
    return count;
}
