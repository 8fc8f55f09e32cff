#include "session/verdict.h"

#include "session/stops.h"

#include <signal.h>
#include <sys/wait.h>

#include <tracerun/report.h>

int tr_root_signal(const struct tr_run_end *end)
{
    return end->root_ended && WIFSIGNALED(end->root_status) ? WTERMSIG(end->root_status) : 0;
}

bool tr_ended_by_tracerun(const struct tr_run_end *end)
{
    bool ended = end->deadlocked || end->violation;
    for (unsigned bound = 1; bound < TR_BOUND_COUNT; bound++)
        ended = ended || end->bounds[bound].ended_run;
    return ended;
}

bool tr_root_failed(const struct tr_run_end *end)
{
    return tr_ended_by_tracerun(end) || end->looked || (end->root_ended && end->root_status != 0);
}

/* What a limit makes of the run. Of two that were reached in the same millisecond the first of these counts. */
static const struct {
    enum tr_bound bound;
    enum tr_status status;
} verdicts[] = {
    {TR_BOUND_OUTPUT, TR_STATUS_OUTPUT_LIMIT},   {TR_BOUND_MEMORY, TR_STATUS_MEMORY_LIMIT},
    {TR_BOUND_PROCESSES, TR_STATUS_PROCESS_LIMIT}, {TR_BOUND_FILE_SIZE, TR_STATUS_FILE_LIMIT},
    {TR_BOUND_OPEN_FILES, TR_STATUS_FILE_LIMIT}, {TR_BOUND_CPU, TR_STATUS_TIMEOUT},
    {TR_BOUND_WALL, TR_STATUS_TIMEOUT},
};

static bool counts(const struct tr_run_end *end, const struct tr_bound_use *use)
{
    bool in_time = !end->root_ended || use->reached_us <= end->root_ended_us;
    return use->reached_us && in_time && (use->decides || tr_root_failed(end));
}

/* Index in verdicts, or -1. */
static int first_reached(const struct tr_run_end *end)
{
    int first = -1;
    int64_t first_ms = 0;
    for (int i = 0; i < (int)TR_COUNT(verdicts); i++) {
        const struct tr_bound_use *use = &end->bounds[verdicts[i].bound];
        if (!counts(end, use) || (first >= 0 && use->reached_us / 1000 >= first_ms))
            continue;
        first = i;
        first_ms = use->reached_us / 1000;
    }
    return first;
}

enum tr_bound tr_verdict_bound(const struct tr_run_end *end)
{
    int first = first_reached(end);
    return first < 0 ? TR_BOUND_ABSENT : verdicts[first].bound;
}

static enum tr_status status(const struct tr_run_end *end)
{
    int limit = first_reached(end);
    if (end->violation)
        return TR_STATUS_SECURITY_VIOLATION;
    if (end->deadlocked)
        return TR_STATUS_DEADLOCK;
    if (limit >= 0)
        return verdicts[limit].status;
    if ((end->looked && !tr_signal_is_crash(tr_root_signal(end))) || (end->attached && end->interrupted_by))
        return TR_STATUS_INTERRUPTED;
    if (!end->root_ended)
        return TR_STATUS_INTERNAL_ERROR;
    if (end->interrupted_by && tr_root_signal(end) == end->interrupted_by)
        return TR_STATUS_INTERRUPTED;
    return end->root_status == 0 ? TR_STATUS_SUCCESS : TR_STATUS_RUNTIME_ERROR;
}

void tr_verdict_fill(const struct tr_run_end *end, struct tr_report *report)
{
    report->status = status(end);
    report->ended_by = tr_ended_by_tracerun(end) || end->attached ? TR_ENDED_BY_TRACERUN : TR_ENDED_BY_PROGRAM;
}

void tr_verdict_exit(const struct tr_run_end *end, struct tr_session_result *ret)
{
    ret->signal = 0;
    if (end->violation || end->deadlocked || first_reached(end) >= 0)
        ret->exit_status = TRACERUN_EXIT_LIMIT;
    else if (end->attached) {
        ret->signal = end->interrupted_by;
        ret->exit_status = end->interrupted_by ? TRACERUN_EXIT_SIGNAL + end->interrupted_by : 0;
    }
    else if (!end->root_ended)
        ret->exit_status = TRACERUN_EXIT_FAILURE;
    else if (tr_root_signal(end)) {
        ret->signal = tr_root_signal(end);
        ret->exit_status = TRACERUN_EXIT_SIGNAL + ret->signal;
    } else
        ret->exit_status = WEXITSTATUS(end->root_status);
}
