/* Causality: the system call that failed before, behind a NULL. */
#ifndef TR_DIAGNOSE_FAILED_CALL_H
#define TR_DIAGNOSE_FAILED_CALL_H

#include "diagnose/facts.h"

/**
 * The failed system call that made a pointer called @p variable NULL: the last one that the user's code made on a line
 * that assigns to that name, in a function that is still running; else, with @p is_stream, the last failed open that the
 * user's code made.
 *
 * @param[out] ret_assigned  whether the line of the call was seen to assign to the variable, and not to one of a caller
 *                           that is called the same.
 * @return NULL when there is none. Borrowed from the report.
 */
const struct tr_syscall *tr_failed_call_behind(const struct tr_facts *facts, const char *variable, bool is_stream,
                                               bool *ret_assigned);

/** Add to @p finding the call as evidence, and to its hint what to do. */
void tr_failed_call_tell(const struct tr_facts *facts, const struct tr_syscall *call, const char *variable,
                         bool assigned, struct tr_finding *finding);

/** Name of the error, such as ENOENT, of an open that failed on the line of tr_facts_frame(); NULL when there is none. */
const char *tr_failed_open_error(const struct tr_facts *facts);

#endif
