/*
 * The futex that a thread waits for: whom its word names, and which call of a library began the wait. Private to analysis/.
 * Sources: nptl of glibc 2.36 (pthread_mutex_t, pthread_rwlock_t, struct pthread), libstdc++ 12 (bits/atomic_wait.h,
 * bits/atomic_futex.h), futex(2).
 */
#ifndef TR_ANALYSIS_FUTEX_WAIT_H
#define TR_ANALYSIS_FUTEX_WAIT_H

#include "exchange/stop.h"
#include "model/report.h"
#include "process/memory.h"

struct tr_futex_wait {
    uint64_t address;
    bool is_shared; /* other processes may hold it */
    bool is_tid;    /* the word itself names its owner, as in a robust or priority-inheriting mutex */
    bool is_join;   /* the kernel clears the word when the thread ends: it waits for a shared futex */
    bool is_timed;  /* it has a time limit */
    int owner;      /* of a mutex, or the thread that is joined; 0: not known */
};

/** @return false when the thread waits for no futex. */
bool tr_futex_wait_of(const struct tr_stop_thread *thread, const struct tr_stop *stop, struct tr_memory *memory, struct tr_futex_wait *ret);

/** What sort of wait it is, by the library functions that the user's code called: a kind of struct tr_lock. */
const char *tr_futex_kind(const struct tr_thread *thread, const struct tr_futex_wait *wait);

/** The thread that holds a read-write lock for writing; 0 for none. */
int tr_rwlock_writer(struct tr_memory *memory, uint64_t futex);

/** How many hold a read-write lock for reading. */
uint32_t tr_rwlock_readers(struct tr_memory *memory, uint64_t futex);

/** How far before the futex word a lock of that kind may begin, in bytes. */
uint64_t tr_lock_reach(const char *kind);

/** SIZE_MAX when there is no such thread. */
size_t tr_stop_thread_index(const struct tr_stop *stop, int tid);

#endif
