#include "values/fold.h"

#include <string.h>

static uint64_t run_length(const unsigned char *bytes, size_t stride, uint64_t left)
{
    uint64_t length = 1;
    while (length < left && memcmp(bytes, bytes + length * stride, stride) == 0)
        length++;
    return length;
}

size_t tr_fold(const unsigned char *bytes, size_t stride, uint64_t count, uint64_t threshold, struct tr_run *ret,
               size_t limit)
{
    size_t entries = 0;
    for (uint64_t at = 0; at < count && entries < limit;) {
        uint64_t length = run_length(bytes + at * stride, stride, count - at);
        if (length >= threshold) {
            ret[entries++] = (struct tr_run){at, length};
            at += length;
        } else {
            for (; length && entries < limit; length--)
                ret[entries++] = (struct tr_run){at++, 1};
        }
    }
    return entries;
}
