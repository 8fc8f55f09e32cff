/* Where a report goes: files, a descriptor, standard output or standard error. Private to cli/. */
#ifndef TR_CLI_DELIVER_H
#define TR_CLI_DELIVER_H

#include "cli/run_options.h"
#include "model/report.h"

/** Write @p report to every place that @p command names. */
struct tr_error *tr_deliver(const struct tr_run_command *command, const struct tr_report *report) TR_MUST_USE;

/** Before anything is run: settle where the files that @p command names are, and whether they can be written. */
struct tr_error *tr_deliver_find(const struct tr_run_command *command) TR_MUST_USE;

/** Say @p error on standard error. */
void tr_deliver_complain(const struct tr_error *error);

/**
 * A wrong command line, or an output that cannot be written: nothing was run.
 *
 * @param document  whether the caller wants a document on standard output, which then says why.
 * @return the exit status.
 */
int tr_deliver_refusal(struct tr_arena *arena, const struct tr_error *error, bool document);

/** The words of the command line, @p verb (or NULL) after the first, quoted where a shell would take them apart. In @p arena. */
const char *tr_command_line(struct tr_arena *arena, const char *verb, int argc, char **argv);

#endif
