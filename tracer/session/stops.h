/*
 * The stops of a run that were worth an analysis, and which of them the diagnosis is about. Private to session/.
 */
#ifndef TR_SESSION_STOPS_H
#define TR_SESSION_STOPS_H

#include "exchange/stop.h"
#include "model/report.h"

/** A stop as it is remembered after the process went on. */
struct tr_stop_record {
    enum tr_stop_reason reason;
    int pid, tid;
    bool is_root;
    enum tr_bound bound;          /* that the stop is about */
    bool has_signal;
    siginfo_t signal;
    int exit_code;
    struct tr_report *report;     /* of the analysis; NULL while it runs, and when the process vanished before it ended */
    struct tr_syscalls *syscalls; /* the flight recorder at that moment */
};

/** What the choice of a primary stop needs to know of the run's end. */
struct tr_stop_choice {
    bool root_failed;   /* the root process exited non-zero, was ended by a signal, or by tracerun */
    bool ended_by_tracerun;
    bool deadlocked;    /* it did so for a deadlock */
    bool violated;      /* or for a call that the sandbox does not allow */
    enum tr_bound bound; /* limit that the run failed for */
    bool looked;        /* it was stopped to be looked at, and went on */
    int root_signal;    /* that ended the root; 0 when it exited */
};

/**
 * The stop that the diagnosis is about (REPORT.md, "status"), or NULL.
 *
 * @param stops  struct tr_stop_record *, in order of time.
 */
struct tr_stop_record *tr_stops_primary(const struct tr_list *stops, const struct tr_stop_choice *choice);

/** Whether a signal by itself says that the process did something wrong: SEGV, BUS, FPE, ILL. */
bool tr_signal_is_fault(int number);

/** Whether a signal's default is to dump core: what counts as a crash of a child. signal(7). */
bool tr_signal_is_crash(int number);

#endif
