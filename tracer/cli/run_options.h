/* The options of `tracerun run` and `tracerun attach`. Private to cli/. */
#ifndef TR_CLI_RUN_OPTIONS_H
#define TR_CLI_RUN_OPTIONS_H

#include "base/error.h"
#include "base/list.h"
#include "cli/report_file.h"
#include "formats/format.h"
#include "session/session.h"
#include "supervise/run.h"

/** A file that a report goes to. */
struct tr_output_file {
    const struct tr_format *format;
    const char *path; /* its last part may contain %p */
    struct tr_report_place place;
};

struct tr_run_command {
    struct tr_run_options run;
    const struct tr_format *format; /* -f; NULL when not given */
    bool document;                  /* the report goes to standard output, with the program's output captured in it */
    struct tr_list files;           /* struct tr_output_file * */
    int report_fd;                  /* -1 when not given */
    struct tr_list source_maps, source_roots, user_code; /* const char * */
    bool verbose;
    const char *debuginfod; /* servers; NULL: none is asked */
    enum tr_audience audience;
    int attach_pid;                 /* of `attach` */
    size_t max_chars;               /* as struct tr_format_options has it; 0 when not given */
};

/**
 * Parse TRACERUN_OPTIONS and the command line. --help and --version print and exit.
 *
 * @param[out] ret  strings live in @p arena or in @p argv. Its run.capture follows `document`.
 */
struct tr_error *tr_run_options_parse(struct tr_arena *arena, int argc, char **argv, struct tr_run_command *ret) TR_MUST_USE;

/** Parse the command line of `attach`: the options of the report, and a process. --help prints and exits. */
struct tr_error *tr_attach_options_parse(struct tr_arena *arena, int argc, char **argv, struct tr_run_command *ret) TR_MUST_USE;

/** Whether the options in front of the program ask for a document on standard output, even if others of them are wrong. */
bool tr_run_options_want_document(int argc, char **argv);

#endif
