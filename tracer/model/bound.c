#include "model/bound.h"

#include <inttypes.h>

/* Rounded down to what is read at a glance; exact where that is short. */
static const char *bytes(struct tr_arena *arena, int64_t value)
{
    static const char *const units[] = {"kB", "MB", "GB", "TB"};
    int64_t unit = 1024;
    size_t which = 0;
    if (value < unit)
        return tr_arena_printf(arena, "%" PRId64 " bytes", value);
    for (; which + 1 < sizeof(units) / sizeof(units[0]) && value / unit >= 1024; which++)
        unit *= 1024;
    if (value % unit == 0 || value / unit >= 100)
        return tr_arena_printf(arena, "%" PRId64 " %s", value / unit, units[which]);
    return tr_arena_printf(arena, "%" PRId64 ".%" PRId64 " %s", value / unit, value % unit * 10 / unit, units[which]);
}

const char *tr_bound_amount(struct tr_arena *arena, enum tr_bound bound, int64_t value)
{
    switch (bound) {
    case TR_BOUND_CPU:
        return tr_arena_printf(arena, "%" PRId64 " ms of processor time", value);
    case TR_BOUND_MEMORY:
    case TR_BOUND_STACK:
    case TR_BOUND_OUTPUT:
    case TR_BOUND_FILE_SIZE:
        return bytes(arena, value);
    case TR_BOUND_PROCESSES:
        return tr_arena_printf(arena, "%" PRId64 " processes and threads", value);
    case TR_BOUND_OPEN_FILES:
        return tr_arena_printf(arena, "%" PRId64 " open files", value);
    default:
        return tr_arena_printf(arena, "%" PRId64 " ms", value);
    }
}
