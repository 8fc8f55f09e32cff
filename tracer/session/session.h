/*
 * The joiner: run a program, have its stops analysed, and make one report of what is known. Everything that tracerun does
 * with one program goes through tr_session_run().
 *
 * May use: floors 0 to 4, diagnose. Used by: cli.
 */
#ifndef TR_SESSION_SESSION_H
#define TR_SESSION_SESSION_H

#include "base/error.h"
#include "model/report.h"
#include "supervise/run.h"

/** Who reads the report. */
enum tr_audience { TR_AUDIENCE_DEVELOPER, TR_AUDIENCE_STUDENT };

struct tr_session_options {
    struct tr_run_options run;
    const char *start_folder;    /* absolute; NULL when it is not known (deleted) */
    struct tr_list source_maps;  /* const char *: "OLD=NEW" */
    struct tr_list source_roots; /* const char *: folders more from which sources are read under a sandbox */
    struct tr_list user_code;    /* const char *: globs */
    bool verbose;
    const char *debuginfod;      /* servers to ask for debug information, as DEBUGINFOD_URLS has them; NULL: none */
    enum tr_audience audience;   /* decides what is left out: audience.h */
    const char *command;         /* the command line, for tool.command; secrets are masked here */
};

struct tr_session_result {
    struct tr_report *report; /* in the arena that was given; never NULL */
    int exit_status;          /* for tracerun's own exit, when no signal is to be repeated */
    int signal;               /* repeat this signal on ourselves; 0: none */
};

/**
 * Run the program to its end and report. Where the run never began, the report has status INTERNAL_ERROR and the reason
 * as its diagnosis' summary.
 *
 * @param arena  keeps the report.
 */
void tr_session_run(struct tr_arena *arena, const struct tr_session_options *options, struct tr_session_result *ret);

/**
 * Stop process @p pid, which runs already, report what it does, and let it go as it was. The exit status is 0 when that
 * worked; a signal that tracerun got meanwhile is to be repeated. Of options->run only what concerns the report counts.
 */
void tr_session_attach(struct tr_arena *arena, const struct tr_session_options *options, int pid,
                       struct tr_session_result *ret);

/** A report of status INTERNAL_ERROR that says @p reason; for failures before there is a session. */
struct tr_report *tr_session_failure(struct tr_arena *arena, const char *reason) __attribute__((returns_nonnull));

#endif
