/*
 * What threads wait for: mutexes, read-write locks, conditions, other threads; who holds it, and where it was taken.
 * Private to analysis/. Sources: nptl of glibc 2.36 (pthread_mutex_t, pthread_rwlock_t, struct pthread), futex(2).
 */
#ifndef TR_ANALYSIS_LOCKS_H
#define TR_ANALYSIS_LOCKS_H

#include "analysis/context.h"

/**
 * At a stop that no thread has caused (timeout, deadlock): put a thread that waits in a circle first, main before
 * others, so that the report is about it. Changes the stop and waiting_for of @p request; the arrays are copied.
 */
void tr_analysis_blame(struct tr_arena *arena, struct tr_memory *memory, struct tr_request *request);

/** Fill report->locks, and say in the threads' waiting_for what was found; after variables were read. */
void tr_analysis_locks(struct tr_analysis *analysis);

#endif
