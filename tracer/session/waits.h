/* What the threads of a stopped process wait for in the kernel, as far as /proc tells. Private to session/. */
#ifndef TR_SESSION_WAITS_H
#define TR_SESSION_WAITS_H

#include "exchange/request.h"
#include "supervise/run.h"

/**
 * Fill request->waiting_for, an entry for each thread of @p stop, and request->waits: what is known of the descriptor, lock,
 * process or time that a thread waits for. Everything of the run is stopped.
 */
void tr_waits_describe(struct tr_arena *arena, const struct tr_run *run, const struct tr_stop *stop,
                       struct tr_request *request);

#endif
