/* One report out of what the supervisor knows and what the analysis of the stops found. Private to session/. */
#ifndef TR_SESSION_MERGE_H
#define TR_SESSION_MERGE_H

#include "session/stops.h"
#include "session/session.h"

/**
 * @param stops    struct tr_stop_record *, in order of time.
 * @param primary  one of them, or NULL.
 */
struct tr_report *tr_merge(struct tr_arena *arena, const struct tr_session_options *options, const struct tr_run *run,
                           const struct tr_run_end *end, const struct tr_list *stops, struct tr_stop_record *primary);

#endif
