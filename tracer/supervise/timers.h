/* Timers and watched descriptors of a run. Private to supervise/. */
#ifndef TR_SUPERVISE_TIMERS_H
#define TR_SUPERVISE_TIMERS_H

#include "supervise/run.h"

struct tr_timer {
    unsigned id;
    int64_t when_us;
    tr_run_timer_fn *fire;
    void *arg;
};

struct tr_timers {
    struct tr_timer *items;
    size_t count, capacity;
    unsigned last_id;
};

struct tr_watch {
    int fd;
    tr_run_ready_fn *ready; /* NULL: removed while the list was being walked */
    void *arg;
};

struct tr_watches {
    struct tr_watch *items;
    size_t count, capacity;
};

void tr_timers_deinit(struct tr_timers *timers);
void tr_watches_deinit(struct tr_watches *watches);

/** Call what is due at @p now_us. */
void tr_timers_fire(struct tr_run *run, struct tr_timers *timers, int64_t now_us);

/** Microseconds from @p now_us to the next timer, 0 when one is due, -1 when there is none. */
int64_t tr_timers_next(const struct tr_timers *timers, int64_t now_us);

#endif
