/*
 * The supervisor's end of the analysis worker: starts it, asks, serves its wish for files, and keeps what it sent when it
 * dies or takes too long. Private to session/.
 */
#ifndef TR_SESSION_ANALYST_H
#define TR_SESSION_ANALYST_H

#include "exchange/request.h"
#include "session/files.h"
#include "supervise/run.h"

struct tr_analyst;

/**
 * @param arena   keeps the reports.
 * @param policy  which files it may have; borrowed.
 * @return for one process image; ended with tr_analyst_destroy().
 */
struct tr_analyst *tr_analyst_create(struct tr_arena *arena, struct tr_run *run, int pid, const struct tr_file_policy *policy)
    __attribute__((returns_nonnull));

/** Ends the worker too. A pending request is dropped without an answer. */
void tr_analyst_destroy(struct tr_analyst *analyst);

/**
 * Called when the analysis of a stop is over, from the run's loop. @p report is never NULL: what is missing is in its
 * incomplete list.
 */
typedef void tr_analyst_done_fn(void *arg, struct tr_report *report);

/**
 * Ask for the analysis of a stopped process. One request at a time.
 *
 * @param request  copied.
 */
void tr_analyst_ask(struct tr_analyst *analyst, const struct tr_request *request, tr_analyst_done_fn *done, void *arg);

/** A child of ours was waited for; notes it when it was this analyst's worker. */
void tr_analyst_child_ended(struct tr_analyst *analyst, int pid, int status);

/** The process that it works for. */
int tr_analyst_pid(const struct tr_analyst *analyst);

#endif
