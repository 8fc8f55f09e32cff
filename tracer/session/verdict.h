/* status, ended_by and tracerun's own exit status, from how the run ended. REPORT.md, "status". Private to session/. */
#ifndef TR_SESSION_VERDICT_H
#define TR_SESSION_VERDICT_H

#include "model/report.h"
#include "session/session.h"

/**
 * The limit that the run failed for: the first that was reached; what came after it, a crash say, is its symptom. One
 * that made only a call fail counts when the root process failed too. TR_BOUND_ABSENT when there is none.
 */
enum tr_bound tr_verdict_bound(const struct tr_run_end *end);

/** Whether tracerun ended the run: for a limit, or a deadlock. */
bool tr_ended_by_tracerun(const struct tr_run_end *end);

/** Whether the root process failed: any end but exit status 0. */
bool tr_root_failed(const struct tr_run_end *end);

/** The signal that ended the root process, 0 when it exited. */
int tr_root_signal(const struct tr_run_end *end);

/** Fill status and ended_by. */
void tr_verdict_fill(const struct tr_run_end *end, struct tr_report *report);

/** Fill exit_status and signal of @p ret. */
void tr_verdict_exit(const struct tr_run_end *end, struct tr_session_result *ret);

#endif
