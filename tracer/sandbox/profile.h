/* The profiles of a sandbox. May use: base, model. Used by: supervise, session, cli. */
#ifndef TR_SANDBOX_PROFILE_H
#define TR_SANDBOX_PROFILE_H

#include "base/list.h"
#include "model/words.h"

#include <stdbool.h>
#include <stdint.h>

struct tr_profile {
    const char *name;
    const char *doc;
    unsigned bit;           /* of rules.def; 0: no sandbox */
    bool has_work_folder;   /* the working folder may be read and written */
    bool has_temporary;     /* there is a private temporary folder */
    bool refuses_reading;   /* a refused read is a violation, not only told */
    int64_t limits[TR_BOUND_COUNT]; /* by enum tr_bound, for a run that names none itself; 0: none */
};

/** @return the profile called @p name, static; NULL when there is none. */
const struct tr_profile *tr_profile_named(const char *name);

/** All of them, "off" first. @return an array with a NULL name at its end. */
const struct tr_profile *tr_profiles(void) __attribute__((returns_nonnull));

/** What --sandbox and the options that go with it ask for. */
struct tr_sandbox_options {
    const struct tr_profile *profile; /* NULL or "off": none */
    bool best_effort;                 /* go on without a wall that this machine cannot give, and say so */
    bool deny;                        /* --on-violation=deny: the call fails, and the run goes on */
    bool copy_folder;                 /* --workdir=copy */
    struct tr_list read, write;       /* const char *: folders and files more that may be read, or read and written */
};

static inline bool tr_sandbox_wanted(const struct tr_sandbox_options *options)
{
    return options->profile && options->profile->bit;
}

#endif
