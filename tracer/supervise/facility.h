/*
 * What this machine offers to tracerun, found out by trying it in a child. May use: base, sandbox. Used by: cli (doctor).
 */
#ifndef TR_SUPERVISE_FACILITY_H
#define TR_SUPERVISE_FACILITY_H

#include <stddef.h>

struct tr_facility {
    const char *name;   /* "trace processes" */
    const char *use;    /* what it is good for */
    const char *unlock; /* what could be done where it is missing */
};

/** What came of a try. */
struct tr_facility_state {
    int error;       /* errno value of what failed; 0: it works */
    char detail[80]; /* a version or a way, "" for none; where it failed, the step */
};

/** @return the number of facilities; tr_facility(i) describes each, the essential one (tracing) first. */
size_t tr_facility_count(void);
const struct tr_facility *tr_facility(size_t index) __attribute__((returns_nonnull));

/** Try one, in a child that ends before this returns. Takes milliseconds, a few seconds at most. */
void tr_facility_try(size_t index, struct tr_facility_state *ret);

#endif
