/* Locks on files, flock(2) and fcntl(2), as /proc/locks tells them. Private to session/. */
#ifndef TR_SESSION_FILE_LOCKS_H
#define TR_SESSION_FILE_LOCKS_H

#include <stddef.h>

enum { TR_FILE_LOCKS = 16 };

struct tr_file_lock {
    int waiter, owner; /* processes; the owner is the one that took the lock, which a child may have inherited */
    const char *type;  /* "flock", "fcntl"; static text */
};

/**
 * What process @p pid waits for, what the owner of that lock waits for, and so on: until an owner waits for no lock, or is
 * among the waiters already.
 *
 * @param locks  the text of /proc/locks from before the processes were stopped: a stop ends the wait for a lock until it is
 *               begun anew.
 * @return how many.
 */
size_t tr_file_locks_waited_for(const char *locks, int pid, struct tr_file_lock ret[TR_FILE_LOCKS]);

#endif
