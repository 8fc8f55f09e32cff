/* What the primary thread waits for in the kernel (report->waits), in words. Used by: kinds blocked, deadlock. */
#ifndef TR_DIAGNOSE_WAIT_H
#define TR_DIAGNOSE_WAIT_H

#include "base/str.h"
#include "diagnose/facts.h"

/** The wait of the primary thread; NULL when none is known. */
const struct tr_wait *tr_wait_primary(const struct tr_facts *facts);

/** Whether every thread of the primary process waits in the kernel, stands stopped, or is about to end. */
bool tr_wait_all(const struct tr_facts *facts);

/** Append what is waited for: "waiting to read from a pipe (descriptor 3) whose …". @return false when there is no better word than the call. */
bool tr_wait_add(const struct tr_facts *facts, const struct tr_wait *wait, struct tr_str *text);

/** A hint for this wait; NULL for none. Static text. */
const char *tr_wait_hint(const struct tr_wait *wait);

#endif
