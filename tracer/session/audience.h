/* What a report shows depends on who reads it. Private to session/. */
#ifndef TR_SESSION_AUDIENCE_H
#define TR_SESSION_AUDIENCE_H

#include "model/report.h"

/**
 * Take out of @p report what somebody who is being tested must not learn about the test: frames outside the user's code,
 * with their variables and source, arguments, standard input, tracerun's command line and what hangs on these. Values that
 * the user's own code holds stay: the program could print them.
 *
 * @param argv  the program's, with its name; arguments of its children are in the report.
 */
void tr_session_show_student(struct tr_arena *arena, struct tr_report *report, char *const *argv);

#endif
