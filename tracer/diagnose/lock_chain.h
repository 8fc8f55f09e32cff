/*
 * Waits for locks, followed from thread to thread. What a lock is, and who has it, was read from the locks themselves
 * (report->locks).
 */
#ifndef TR_DIAGNOSE_LOCK_CHAIN_H
#define TR_DIAGNOSE_LOCK_CHAIN_H

#include "base/str.h"
#include "diagnose/facts.h"

/** More threads than this are not followed. */
enum { TR_LOCK_CHAIN = 16 };

/** What that thread waits for; NULL when it waits for no lock, nor the end of a thread. */
const struct tr_lock *tr_lock_waited(const struct tr_facts *facts, int64_t thread);

/** Whether the end of a thread is waited for. */
bool tr_lock_is_join(const struct tr_lock *lock);

/** Append the lock: "the mutex first", "the end of thread 7", "the value of a future". */
void tr_lock_add(const struct tr_lock *lock, struct tr_str *text);

/** Append "@p before main.c:7", or nothing when the line is not known. */
void tr_lock_add_place(struct tr_str *text, const char *before, const struct tr_location *location);

/** Append what the owner of @p lock does instead of giving it back: ", which is sleeping for another 9.3 s at main.c:7". */
void tr_lock_add_holder(const struct tr_facts *facts, const struct tr_lock *lock, struct tr_str *text);

/** Append who waits for what @p thread holds: "; thread 7 waits for the mutex first at main.c:7, which it holds". @return how many do. */
size_t tr_lock_add_waiters(const struct tr_facts *facts, int64_t thread, struct tr_str *text);

#endif
