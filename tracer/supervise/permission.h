/* Why a process may not be traced, in words that say what to do about it. Private to supervise/. */
#ifndef TR_SUPERVISE_PERMISSION_H
#define TR_SUPERVISE_PERMISSION_H

#include "base/error.h"

/** PTRACE_SEIZE of a child of our own failed with @p errno_value. */
struct tr_error *tr_explain_launch(int errno_value) TR_MUST_USE;

/**
 * Look at process @p pid before it is seized.
 *
 * @return NULL when nothing speaks against it; else that there is no such process, that it is a thread, a thread of the
 * kernel, a zombie, tracerun itself, or traced by somebody else.
 */
struct tr_error *tr_check_attachable(int pid) TR_MUST_USE;

/** PTRACE_SEIZE of process @p pid, for which tr_check_attachable() found nothing, failed with @p errno_value. */
struct tr_error *tr_explain_attach(int pid, int errno_value) TR_MUST_USE;

#endif
