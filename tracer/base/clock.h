/* Monotonic time in milliseconds and microseconds. */
#ifndef TR_BASE_CLOCK_H
#define TR_BASE_CLOCK_H

#include <stdint.h>
#include <time.h>

/** CLOCK_MONOTONIC in microseconds. */
static inline int64_t tr_now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * INT64_C(1000000) + now.tv_nsec / 1000;
}

static inline int64_t tr_now_ms(void) { return tr_now_us() / 1000; }

#endif
