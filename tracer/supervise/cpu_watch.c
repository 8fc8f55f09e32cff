/*
 * The limit of processor time: of all threads of all processes of the run together, those that have ended included.
 *
 * A process's clock can be read from outside. The run cannot use more than one second of it a second for each thread
 * that it has, nor for each processor of the machine; so it is looked at again no earlier than the rest of the limit
 * can have been used up, and again then, with what is left. A run that waits is looked at seldom, one that computes a
 * dozen times, and however busy the machine is, the limit is met to within SHORTEST_US of each processor.
 *
 * Source: clock_getcpuclockid(3); kernel/time/posix-cpu-timers.c, the clock of a thread group includes its ended threads.
 */
#include "base/clock.h"
#include "supervise/run_internal.h"

#include <time.h>

enum { SHORTEST_US = 1000 };

static void look(struct tr_tracee *tracee)
{
    clockid_t clock;
    struct timespec used;
    if (tracee->helper_of || clock_getcpuclockid(tracee->pid, &clock) || clock_gettime(clock, &used))
        return;
    int64_t used_us = used.tv_sec * INT64_C(1000000) + used.tv_nsec / 1000;
    if (used_us > tracee->cpu_us)
        tracee->cpu_us = used_us;
}

static int64_t used_us(const struct tr_run *run)
{
    int64_t sum = run->ended_cpu_us;
    for (struct tr_tracee *tracee = run->live; tracee; tracee = tracee->hh.next) {
        look(tracee);
        sum += tracee->cpu_us;
    }
    return sum;
}

/* How many of its threads can run at once. */
static int parallel(const struct tr_run *run)
{
    int tasks = (int)HASH_COUNT(run->tasks);
    return tasks > run->processors ? run->processors : tasks > 0 ? tasks : 1;
}

static void check(void *arg, struct tr_run *run)
{
    (void)arg;
    run->cpu_timer = 0;
    if (run->killing || run->root->ended)
        return;
    int64_t used = used_us(run), left = run->options.limits[TR_BOUND_CPU].value * 1000 - used;
    if (left <= 0) {
        tr_bound_exceeded(run, TR_BOUND_CPU, used / 1000, 0);
        return;
    }
    run->cpu_parallel = parallel(run);
    int64_t wait = left / run->cpu_parallel;
    run->cpu_timer = tr_run_timer(run, tr_now_us() + (wait > SHORTEST_US ? wait : SHORTEST_US), check, NULL);
}

void tr_cpu_watch(struct tr_run *run)
{
    if (run->options.limits[TR_BOUND_CPU].value <= 0)
        return;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    run->processors = processors > 0 ? (int)processors : 1;
    check(NULL, run);
}

void tr_cpu_watch_grown(struct tr_run *run)
{
    if (!run->cpu_timer || run->ending.bound || parallel(run) <= run->cpu_parallel)
        return;
    tr_run_cancel(run, run->cpu_timer);
    check(NULL, run);
}

void tr_cpu_watch_exit(struct tr_tracee *tracee) { look(tracee); }

void tr_cpu_watch_ended(struct tr_run *run, const struct tr_tracee *tracee)
{
    run->ended_cpu_us += tracee->cpu_us;
    tr_bound_observe(run, TR_BOUND_CPU, run->ended_cpu_us / 1000);
    if (tracee == run->root)
        tr_bound_exceeded_at_end(run, TR_BOUND_CPU, used_us(run) / 1000);
}
