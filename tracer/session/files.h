/*
 * Which files the worker may have: promise 6 of the design. Debug information names files, and the program under test has
 * written it; under a sandbox only what lies below certain folders is read for it. Private to session/.
 */
#ifndef TR_SESSION_FILES_H
#define TR_SESSION_FILES_H

#include "base/list.h"

#include <stdbool.h>

struct tr_file_policy {
    bool confined;        /* false: any file */
    struct tr_list roots; /* const char *: absolute folders, as they are spelled and without symbolic links */
};

/** Add the folder @p path, relative to @p start when it is not absolute. */
void tr_file_policy_add(struct tr_file_policy *policy, struct tr_arena *arena, const char *start, const char *path);

/**
 * Open a file that the worker asks for: a regular file, capped, read-only. When confined, it lies below a root, or for
 * ELF files below a system folder, and no symbolic link is followed on the way.
 *
 * @param purpose  enum tr_file_purpose as it came from the worker, not trusted.
 * @return a descriptor, or -errno; -EACCES where the policy forbids it.
 */
int tr_session_open_file(const struct tr_file_policy *policy, const char *path, int purpose);

#endif
