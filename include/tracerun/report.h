/*
 * What a program that calls tracerun may rely on: the exit statuses of `tracerun`, and the name of its report format.
 * The report itself is JSON (formats/json/report.schema.json, docs/REPORT.md).
 */
#ifndef TRACERUN_REPORT_H
#define TRACERUN_REPORT_H

/** Value of `schema` in every report of this version. Keys may be added under the same name. */
#define TRACERUN_REPORT_SCHEMA "tracerun.report/1"

/**
 * tracerun's own exit statuses. In every other case its exit status is the program's, and a signal that ended the program
 * ends tracerun too, or becomes TRACERUN_EXIT_SIGNAL + its number where that cannot be done. As timeout(1) and env(1) have it.
 */
enum tracerun_exit {
    TRACERUN_EXIT_LIMIT = 124,          /* a limit ended the run: TIMEOUT, DEADLOCK, … */
    TRACERUN_EXIT_FAILURE = 125,        /* tracerun could not do its work, wrong options included */
    TRACERUN_EXIT_NOT_EXECUTABLE = 126, /* the program was found but cannot be executed */
    TRACERUN_EXIT_NOT_FOUND = 127,      /* the program, or its interpreter, was not found */
    TRACERUN_EXIT_SIGNAL = 128,         /* plus the number of the signal */
};

#endif
