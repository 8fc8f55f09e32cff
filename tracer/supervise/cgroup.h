/*
 * A control group for the run's memory, where this machine lets us make one: it counts what no process has mapped any
 * more, and stands behind the limit when the watch is late. Only ever an addition: without it the limit holds as far as
 * memory_watch.c says. Private to supervise/.
 */
#ifndef TR_SUPERVISE_CGROUP_H
#define TR_SUPERVISE_CGROUP_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

struct tr_cgroup;

/**
 * Make a group below our own (version 1) or beside it (version 2) that may use a little more than @p most bytes. Tried, not
 * guessed: a folder that can be made, whose limit can be set.
 *
 * @return NULL where that cannot be done.
 */
struct tr_cgroup *tr_cgroup_create(int64_t most);

/** Remove the group, which must be empty by then. NULL is allowed. */
void tr_cgroup_destroy(struct tr_cgroup *cgroup);

/** @return the file by which a process enters the group, for tr_cgroup_enter(); "" when its name is too long. */
const char *tr_cgroup_members(const struct tr_cgroup *cgroup, char ret[PATH_MAX]);

/**
 * Put the calling process, which must have no other thread, into the group of @p members.
 *
 * @return 0 or an errno value; then the group is of no use.
 */
int tr_cgroup_enter(const char *members);

/** Bytes of anonymous and shared memory, mapped or not, and swap; -1 when unknown. */
int64_t tr_cgroup_bytes(const struct tr_cgroup *cgroup);

/** Whether the kernel has killed a process of the group for want of memory. */
bool tr_cgroup_killed(const struct tr_cgroup *cgroup);

/** 1 or 2. */
int tr_cgroup_version(const struct tr_cgroup *cgroup);

#endif
