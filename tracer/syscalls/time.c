#include "syscalls/arguments_internal.h"

#include <inttypes.h>
#include <sys/time.h>
#include <time.h>

TR_CHOICE(clock, TR_CONSTANT(CLOCK_REALTIME), TR_CONSTANT(CLOCK_MONOTONIC), TR_CONSTANT(CLOCK_PROCESS_CPUTIME_ID),
          TR_CONSTANT(CLOCK_THREAD_CPUTIME_ID), TR_CONSTANT(CLOCK_MONOTONIC_RAW), TR_CONSTANT(CLOCK_REALTIME_COARSE),
          TR_CONSTANT(CLOCK_MONOTONIC_COARSE), TR_CONSTANT(CLOCK_BOOTTIME), TR_CONSTANT(CLOCK_REALTIME_ALARM),
          TR_CONSTANT(CLOCK_BOOTTIME_ALARM), TR_CONSTANT(CLOCK_TAI));
TR_CHOICE(itimer, TR_CONSTANT(ITIMER_REAL), TR_CONSTANT(ITIMER_VIRTUAL), TR_CONSTANT(ITIMER_PROF));
TR_FLAGS(timer, TR_CONSTANT(TIMER_ABSTIME));

void tr_argument_timespec(struct tr_decode *decode, uint64_t value) { tr_decode_add_time_at(decode, value, "tv_nsec"); }

void tr_argument_timeval(struct tr_decode *decode, uint64_t value) { tr_decode_add_time_at(decode, value, "tv_usec"); }

/* struct itimerval and itimerspec: the interval, then the value, two words each. */
static void add_timer(struct tr_decode *decode, uint64_t value, const char *fraction)
{
    int64_t words[4];
    if (tr_decode_read(decode, value, words, sizeof(words)))
        tr_str_printf(decode->out,
                      "{it_interval={tv_sec=%" PRId64 ", %s=%" PRId64 "}, it_value={tv_sec=%" PRId64 ", %s=%" PRId64 "}}",
                      words[0], fraction, words[1], words[2], fraction, words[3]);
}

void tr_argument_itimerval(struct tr_decode *decode, uint64_t value) { add_timer(decode, value, "tv_usec"); }

void tr_argument_itimerspec(struct tr_decode *decode, uint64_t value) { add_timer(decode, value, "tv_nsec"); }
