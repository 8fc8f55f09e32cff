/* siginfo_t -> the report's record of a signal. Used by: supervise, analysis, session. */
#ifndef TR_SYSCALLS_SIGNAL_RECORD_H
#define TR_SYSCALLS_SIGNAL_RECORD_H

#include "model/report.h"

#include <signal.h>

/**
 * @param number  signal number.
 * @param info    as its delivery stop showed it; NULL when the signal was never seen (SIGKILL).
 * @return in @p arena. `address` only for faults whose address the kernel tells; `sender` only for signals that were sent.
 */
struct tr_signal *tr_signal_record(struct tr_arena *arena, int number, const siginfo_t *info)
    __attribute__((returns_nonnull));

#endif
