/* What the files of sandbox/ share. */
#ifndef TR_SANDBOX_WALLS_INTERNAL_H
#define TR_SANDBOX_WALLS_INTERNAL_H

#include "base/arena.h"
#include "sandbox/walls.h"

#include <limits.h>

enum tr_wall_id {
#define WALL(id, name, required) TR_WALL_##id,
#include "sandbox/walls.def"
#undef WALL
    TR_WALLS
};

/** In memory that the child shares with tracerun until its exec: what it has found out. */
struct tr_wall_state {
    int errors[TR_WALLS];           /* errno values; 0: it stands, or was not tried */
    bool own_ipc, own_tmp, own_shm; /* namespaces: System V objects, /tmp, /dev/shm */
    char folder[PATH_MAX];          /* private temporary folder where there is no /tmp of its own; "": none */
};

/** A path that the program may use, for explanations. */
struct tr_root {
    const char *path; /* absolute, without symbolic links */
    bool writable;
};

struct tr_walls {
    struct tr_arena *arena;
    const struct tr_sandbox_options *options;
    struct tr_list roots;     /* struct tr_root */
    int abi, ruleset;         /* Landlock; 0 and -1: none */
    int own_proc;             /* keeps the child's folder of /proc in the kernel's cache, whose inode the rule names; -1 */
    const char *copy;         /* of the working folder, private; NULL: none */
    bool overrides;           /* root works in another user's folder: permissions of files do not count */
    struct tr_wall_state *state;
};

/** Open the rule set and fill it: paths.c. No Landlock is told in walls->state; a path that was named and is not there is an error. */
struct tr_error *tr_walls_open_paths(struct tr_walls *walls, const char *program) TR_MUST_USE;

/** Open /dev/stdin and the like: the files that the program's streams are, once more by name. In the child. */
void tr_walls_open_streams(struct tr_walls *walls);

/** Allow more of Landlock's rights below a folder of the program's own. In the child. @return 0 or an errno value. */
int tr_walls_open_private(struct tr_walls *walls, const char *path);

/**
 * Give the program a /tmp, a /dev/shm and System V objects of its own, as far as that is permitted here; walls->state says
 * how far. In the child. @return an errno value when it must not go on, 0 otherwise.
 */
int tr_walls_enter_namespaces(struct tr_walls *walls);

/**
 * no_new_privs, and no capabilities any more. In the child. @return 0 or an errno value.
 *
 * @param overrides  keep CAP_DAC_OVERRIDE, which the caller must have.
 */
int tr_walls_drop_privileges(bool overrides);

#endif
