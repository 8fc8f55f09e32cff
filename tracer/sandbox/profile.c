#include "sandbox/profile.h"

#include "sandbox/rule.h"

#include <string.h>

#define DEFAULT_LIMITS                                                                                          \
    {[TR_BOUND_WALL] = 10000, [TR_BOUND_MEMORY] = 512 << 20, [TR_BOUND_PROCESSES] = 64, [TR_BOUND_OUTPUT] = 16 << 20}

static const struct tr_profile profiles[] = {
    {.name = "off", .doc = "no sandbox"},
    {.name = "student", .doc = "files only in the working folder and a private temporary folder, no network",
     .bit = TR_PROFILE_BIT_STUDENT, .has_work_folder = true, .has_temporary = true, .limits = DEFAULT_LIMITS},
    {.name = "strict", .doc = "computing only: no files beyond those that are open, no further processes",
     .bit = TR_PROFILE_BIT_STRICT, .refuses_reading = true, .limits = DEFAULT_LIMITS},
    {0},
};

const struct tr_profile *tr_profiles(void) { return profiles; }

const struct tr_profile *tr_profile_named(const char *name)
{
    for (const struct tr_profile *profile = profiles; profile->name; profile++)
        if (strcmp(profile->name, name) == 0)
            return profile;
    return NULL;
}
