#include "supervise/timers.h"

#include "base/clock.h"
#include "base/fatal.h"
#include "supervise/run_internal.h"

#include <stdlib.h>

static void *grow(void *items, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity)
        return items;
    *capacity = *capacity ? *capacity * 2 : 8;
    items = realloc(items, *capacity * size);
    if (!items)
        tr_fatal("out of memory");
    return items;
}

void tr_timers_deinit(struct tr_timers *timers) { free(timers->items); }
void tr_watches_deinit(struct tr_watches *watches) { free(watches->items); }

unsigned tr_run_timer(struct tr_run *run, int64_t when_us, tr_run_timer_fn *fire, void *arg)
{
    struct tr_timers *timers = &run->timers;
    timers->items = grow(timers->items, timers->count, &timers->capacity, sizeof(*timers->items));
    if (++timers->last_id == 0)
        timers->last_id = 1;
    timers->items[timers->count++] = (struct tr_timer){timers->last_id, when_us, fire, arg};
    return timers->last_id;
}

void tr_run_cancel(struct tr_run *run, unsigned timer)
{
    struct tr_timers *timers = &run->timers;
    for (size_t i = 0; i < timers->count; i++) {
        if (timers->items[i].id == timer) {
            timers->items[i] = timers->items[--timers->count];
            return;
        }
    }
}

static const struct tr_timer *earliest(const struct tr_timers *timers)
{
    const struct tr_timer *first = NULL;
    for (size_t i = 0; i < timers->count; i++)
        if (!first || timers->items[i].when_us < first->when_us)
            first = &timers->items[i];
    return first;
}

void tr_timers_fire(struct tr_run *run, struct tr_timers *timers, int64_t now_us)
{
    /* Bounded by the number at the start: a timer that sets itself anew for a time that is past waits for the next
     * turn. */
    for (size_t left = timers->count; left; left--) {
        const struct tr_timer *first = earliest(timers);
        if (!first || first->when_us > now_us)
            return;
        struct tr_timer timer = *first;
        tr_run_cancel(run, timer.id);
        timer.fire(timer.arg, run);
    }
}

int64_t tr_timers_next(const struct tr_timers *timers, int64_t now_us)
{
    const struct tr_timer *first = earliest(timers);
    if (!first)
        return -1;
    return first->when_us > now_us ? first->when_us - now_us : 0;
}

void tr_run_watch(struct tr_run *run, int fd, tr_run_ready_fn *ready, void *arg)
{
    struct tr_watches *watches = &run->watches;
    for (size_t i = 0; i < watches->count; i++) {
        if (watches->items[i].fd == fd && watches->items[i].ready) {
            watches->items[i].ready = ready;
            watches->items[i].arg = arg;
            return;
        }
    }
    if (!ready)
        return;
    watches->items = grow(watches->items, watches->count, &watches->capacity, sizeof(*watches->items));
    watches->items[watches->count++] = (struct tr_watch){fd, ready, arg};
}
