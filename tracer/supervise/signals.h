/*
 * The signals of tracerun itself: all are blocked, so that nothing that hits the shared process group ends or stops it;
 * a few are let in while it waits. The program gets back what tracerun inherited. Private to supervise/.
 */
#ifndef TR_SUPERVISE_SIGNALS_H
#define TR_SUPERVISE_SIGNALS_H

#include <signal.h>
#include <stdbool.h>

struct tr_signals {
    bool installed;
    sigset_t inherited;   /* mask */
    sigset_t waiting;     /* mask for ppoll(2) */
    sigset_t caught;      /* those with a handler of ours */
    struct sigaction saved[65];
};

/** Signals that are noticed and passed on: TERM INT HUP QUIT USR1 USR2. Ends with 0. */
extern const int tr_relayed_signals[];

/** Block everything, install handlers. A signal that was ignored stays ignored. */
void tr_signals_install(struct tr_signals *signals);

/** In the child before exec: mask and dispositions as tracerun got them. Async-signal-safe. */
void tr_signals_inherit(const struct tr_signals *signals);

/** Undo tr_signals_install(); what is pending by then is dropped, so that it cannot change tracerun's own exit. */
void tr_signals_restore(struct tr_signals *signals);

/** Let what is pending still count as arrived; SIGCHLD, which tells nothing that waitpid() does not, stays pending. */
void tr_signals_collect(const struct tr_signals *signals);

/** Take a signal that arrived. @return false when @p number has not come. */
bool tr_signals_take(int number, siginfo_t *ret);

#endif
