#include "unwind/unwind_internal.h"

#include "base/fatal.h"

#include <stdlib.h>

enum {
    FEWEST_TIMES = 3,
    SMALLEST_SHARE = 3, /* a cycle covers at least this part of the stack, or it is not what the stack is about */
    FUNCTIONS_CACHED = 1024,
};

/* The longest stretch in which every value equals the one @p length further out. */
static size_t longest_stretch(const uint64_t *values, size_t count, size_t length, size_t *ret_first)
{
    size_t best = 0, run = 0;
    for (size_t i = 0; i + length < count; i++) {
        run = values[i] == values[i + length] ? run + 1 : 0;
        if (run > best) {
            best = run;
            *ret_first = i + 1 - run;
        }
    }
    return best;
}

void find_cycle(const uint64_t *values, size_t count, struct cycle *ret)
{
    size_t covered = count / SMALLEST_SHARE;
    *ret = (struct cycle){0};
    for (size_t length = 1; length <= TR_LIMIT_CYCLE && length < count; length++) {
        size_t first = 0;
        size_t frames = longest_stretch(values, count, length, &first) + length;
        /* A multiple of a cycle covers no more than the cycle does: strictly more keeps the shortest. */
        if (frames / length < FEWEST_TIMES || frames <= covered)
            continue;
        covered = frames;
        *ret = (struct cycle){first, length, frames / length};
        if (covered > count / 2)
            break;
    }
}

/* Start of the function at @p pc; @p pc itself where there is no unwind information. */
static uint64_t function_start(struct tr_unwinder *unwinder, uint64_t pc)
{
    unw_proc_info_t info;
    return unw_get_proc_info_by_ip(unwinder->space, pc, &info, unwinder) >= 0 ? info.start_ip : pc;
}

void find_recursion(struct tr_unwinder *unwinder, const uint64_t *pcs, size_t count, struct cycle *ret)
{
    find_cycle(pcs, count, ret);
    if (ret->times || count <= TR_LIMIT_FRAMES_REPORTED)
        return;
    /* A function that calls itself from several places has a cycle of functions, but none of return addresses. */
    struct {
        uint64_t pc, start;
    } *cache = calloc(FUNCTIONS_CACHED, sizeof(*cache));
    uint64_t *starts = calloc(count, sizeof(*starts));
    if (!cache || !starts)
        tr_fatal("out of memory");
    for (size_t i = 0; i < count; i++) {
        size_t slot = (pcs[i] ^ pcs[i] >> 12) % FUNCTIONS_CACHED;
        if (cache[slot].pc != pcs[i]) {
            cache[slot].pc = pcs[i];
            cache[slot].start = function_start(unwinder, i ? pcs[i] - 1 : pcs[i]);
        }
        starts[i] = cache[slot].start;
    }
    find_cycle(starts, count, ret);
    free(starts);
    free(cache);
}
