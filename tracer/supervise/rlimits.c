/*
 * The limits that the kernel keeps for each process. Both the soft and the hard one, so that the program cannot raise
 * it again. What tracerun itself may not raise stays as low as it was.
 */
#include "supervise/run_internal.h"

#include <errno.h>

static const struct {
    enum tr_bound bound;
    int resource;
} kept[] = {
    {TR_BOUND_STACK, RLIMIT_STACK}, {TR_BOUND_FILE_SIZE, RLIMIT_FSIZE}, {TR_BOUND_OPEN_FILES, RLIMIT_NOFILE}};

int tr_rlimits_set(const struct tr_run_options *options)
{
    for (size_t i = 0; i < TR_COUNT(kept); i++) {
        const struct tr_allowance *allowance = &options->limits[kept[i].bound];
        struct rlimit limit;
        if (allowance->source == TR_LIMIT_FROM_ABSENT)
            continue;
        if (getrlimit(kept[i].resource, &limit) < 0)
            return errno;
        rlim_t wanted = allowance->value ? (rlim_t)allowance->value : RLIM_INFINITY;
        if (wanted > limit.rlim_max)
            wanted = limit.rlim_max;
        limit = (struct rlimit){wanted, wanted};
        if (setrlimit(kept[i].resource, &limit) < 0)
            return errno;
    }
    return 0;
}
