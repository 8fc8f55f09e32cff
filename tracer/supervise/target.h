/*
 * The program that is to be run: where it is, what sort of file it is, and why it could not be executed.
 * Private to supervise/.
 */
#ifndef TR_SUPERVISE_TARGET_H
#define TR_SUPERVISE_TARGET_H

#include "base/error.h"
#include "supervise/elf_probe.h"

struct tr_target {
    const char *name; /* as typed; borrowed */
    char *path;       /* what to execute, malloc */
    struct tr_probe probe;
    bool set_id;      /* a set-user-ID or set-group-ID file */
};

/**
 * Find @p name as execvp(3) does: as it is when it has a slash, else along PATH.
 *
 * @return NULL; TR_ERROR_NOT_FOUND, which says so when a file of that name lies in the current folder;
 *         TR_ERROR_NOT_EXECUTABLE when PATH leads to files that may not be executed only.
 */
struct tr_error *tr_target_find(const char *name, struct tr_target *ret) TR_MUST_USE;
void tr_target_deinit(struct tr_target *target);

/** Why execve(2) refused @p target with @p errno_value: one line that names the file, the loader or the interpreter. */
struct tr_error *tr_target_explain(const struct tr_target *target, int errno_value)
    __attribute__((returns_nonnull)) TR_MUST_USE;

#endif
