/*
 * The limits of the run: which were reached, and ending the run for one. Whoever watches a limit calls
 * tr_bound_exceeded(), from wherever it notices; the run is ended from the loop, where nothing else is in progress.
 */
#include "base/clock.h"
#include "supervise/run_internal.h"

enum { AGAIN_US = 20000 }; /* while a process is held for session, whose analysis must not be cut off */

void tr_bound_observe(struct tr_run *run, enum tr_bound bound, int64_t amount)
{
    struct tr_bound_use *use = &run->end.bounds[bound];
    if (amount > use->observed)
        use->observed = amount;
}

int64_t tr_run_elapsed_us(const struct tr_run *run)
{
    int64_t now = tr_now_us(), held = run->held_us;
    if (!run->root->ended && run->root->hold == TR_HOLD_KEPT)
        held += now - run->held_since_us;
    return now - run->start_us - held;
}

static bool is_time(enum tr_bound bound) { return bound == TR_BOUND_WALL || bound == TR_BOUND_CPU; }

static void end_run(void *arg, struct tr_run *run)
{
    (void)arg;
    run->ending_timer = 0;
    if (run->killing || run->root->ended)
        return;
    tr_before_freeze(run);
    run->freezing = true;
    tr_freeze_all(run);
    if (tr_run_holds(run)) {
        run->ending_timer = tr_run_timer(run, tr_now_us() + AGAIN_US, end_run, NULL);
        return;
    }
    if (run->root->ended)
        return; /* by itself, in the last moment */
    run->end.bounds[run->ending.bound].decides = run->end.bounds[run->ending.bound].ended_run = true;
    tr_end_by(run, is_time(run->ending.bound) ? TR_STOP_TIMEOUT : TR_STOP_LIMIT);
}

void tr_bound_exceeded(struct tr_run *run, enum tr_bound bound, int64_t observed, int pid)
{
    struct tr_bound_use *use = &run->end.bounds[bound];
    tr_bound_observe(run, bound, observed);
    if (!use->reached_us)
        use->reached_us = tr_now_us();
    if (run->ending.bound || run->killing)
        return;
    run->end_us = tr_run_elapsed_us(run);
    run->ending = (struct tr_bound_hit){.bound = bound, .value = run->options.limits[bound].value, .observed = observed};
    run->ending_pid = pid;
    run->ending_timer = tr_run_timer(run, tr_now_us(), end_run, NULL);
}

bool tr_bound_refused(struct tr_run *run, struct tr_tracee *tracee, enum tr_bound bound, int64_t observed,
                      int64_t asked)
{
    struct tr_bound_use *use = &run->end.bounds[bound];
    tr_bound_observe(run, bound, observed);
    if (use->reached_us || run->killing)
        return false;
    use->reached_us = tr_now_us();
    tracee->hit = (struct tr_bound_hit){
        .bound = bound, .value = run->options.limits[bound].value, .observed = observed, .asked = asked};
    return true;
}

void tr_bounds_task_made(struct tr_run *run, const struct tr_task *maker)
{
    int64_t tasks = HASH_COUNT(run->tasks), most = run->options.limits[TR_BOUND_PROCESSES].value;
    tr_cpu_watch_grown(run);
    if (!most)
        return;
    for (const struct tr_tracee *tracee = run->live; tracee && tasks > most; tracee = tracee->hh.next)
        tasks -= tracee->helper_of != 0;
    tr_bound_observe(run, TR_BOUND_PROCESSES, tasks);
    if (tasks <= most)
        return;
    if (!run->ending.bound && !run->killing)
        run->ending_tid = maker->tid;
    tr_bound_exceeded(run, TR_BOUND_PROCESSES, tasks, maker->tracee->pid);
}

void tr_bounds_output(struct tr_run *run)
{
    int64_t bytes = (int64_t)run->streams.bytes, most = run->options.limits[TR_BOUND_OUTPUT].value;
    tr_bound_observe(run, TR_BOUND_OUTPUT, bytes);
    if (most && bytes > most)
        tr_bound_exceeded(run, TR_BOUND_OUTPUT, bytes, 0);
}

/* The time that session holds the program for an analysis is not the program's. */
static void wall_over(void *arg, struct tr_run *run)
{
    (void)arg;
    int64_t left = run->options.limits[TR_BOUND_WALL].value * 1000 - tr_run_elapsed_us(run);
    run->timeout_timer = left > 0 ? tr_run_timer(run, tr_now_us() + left, wall_over, NULL) : 0;
    if (left <= 0)
        tr_bound_exceeded(run, TR_BOUND_WALL, tr_run_elapsed_us(run) / 1000, 0);
}

void tr_bound_exceeded_at_end(struct tr_run *run, enum tr_bound bound, int64_t amount)
{
    struct tr_bound_use *use = &run->end.bounds[bound];
    int64_t most = run->options.limits[bound].value;
    tr_bound_observe(run, bound, amount);
    if (!most || amount <= most || use->reached_us)
        return;
    use->reached_us = run->end.root_ended ? run->end.root_ended_us : tr_now_us();
    use->decides = true;
}

void tr_bounds_watch(struct tr_run *run)
{
    int64_t wall_ms = run->options.limits[TR_BOUND_WALL].value;
    if (wall_ms > 0)
        run->timeout_timer = tr_run_timer(run, run->start_us + wall_ms * 1000, wall_over, NULL);
    tr_cpu_watch(run);
    tr_memory_watch(run);
}
