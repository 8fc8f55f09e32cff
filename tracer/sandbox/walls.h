/*
 * Walls around a program that nobody trusts: Landlock for files, a seccomp filter for the rest (rules.def), no privileges,
 * a temporary folder of its own. The kernel decides; what it refuses, supervise explains.
 *
 * The order: tr_walls_create() before the fork, tr_walls_admit() when the child's id is known, tr_walls_enter(),
 * tr_walls_close() and tr_walls_sealed() in the child, tr_walls_check() when that has executed the program, or could not.
 *
 * May use: base, model. Used by: supervise.
 */
#ifndef TR_SANDBOX_WALLS_H
#define TR_SANDBOX_WALLS_H

#include "base/error.h"
#include "model/report.h"
#include "sandbox/profile.h"
#include "sandbox/rule.h"

struct tr_walls;

/**
 * Prepare the walls. Makes the private folders.
 *
 * @param options  borrowed; tr_sandbox_wanted().
 * @param program  path of what is to be executed.
 * @return NULL; an error that names the wall that this machine cannot give, unless options->best_effort.
 */
struct tr_error *tr_walls_create(const struct tr_sandbox_options *options, const char *program, struct tr_walls **ret)
    TR_MUST_USE;

/** Remove the private folders and what the program left in them: no process of the run may live. NULL is allowed. */
void tr_walls_destroy(struct tr_walls *walls);

/**
 * Open the paths of the system, and to the child @p pid its own folder of /proc. Takes a tenth of a millisecond: while the
 * child enters, and before it is closed in.
 */
void tr_walls_admit(struct tr_walls *walls, int pid);

/**
 * In the child: a session, descriptors and folders of its own. What fails is kept for tr_walls_check().
 * @return false: it must not go on.
 */
bool tr_walls_enter(struct tr_walls *walls);

/** In the child, after tr_walls_admit(): no privileges, and Landlock. @return as above. */
bool tr_walls_close(struct tr_walls *walls);

/**
 * In the child, last: the filter that begins with tr_rule_filter() is installed.
 *
 * @param error  0, or why it is not.
 * @return as above.
 */
bool tr_walls_sealed(struct tr_walls *walls, int error);

/** In tracerun, after the child's exec or end. @return the error of a wall that failed and was required. */
struct tr_error *tr_walls_check(struct tr_walls *walls) TR_MUST_USE;

/**
 * Whether the paths that the program may read, or write, include @p path: for explaining what the kernel has refused,
 * never for deciding.
 *
 * @param path  absolute, without symbolic links.
 */
bool tr_walls_covers(const struct tr_walls *walls, const char *path, bool to_write);

/** Whether truncating a file by its name is governed by Landlock; else it must be refused as a call. */
bool tr_walls_govern_truncation(const struct tr_walls *walls);

/** For the report, in @p arena. */
struct tr_sandbox *tr_walls_report(const struct tr_walls *walls, struct tr_arena *arena);

#endif
