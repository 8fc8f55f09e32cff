#include "sandbox/walls.h"

#include "base/cleanup.h"
#include "base/fatal.h"
#include "sandbox/copy.h"
#include "sandbox/folder.h"
#include "sandbox/landlock.h"
#include "sandbox/walls_internal.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>

static const struct {
    const char *name;
    bool required;
} walls_table[] = {
#define WALL(id, name, required) {name, required},
#include "sandbox/walls.def"
#undef WALL
};

/* "files: Function not implemented", for the report and the error. */
static const char *tell_missing(const struct tr_walls *walls, struct tr_arena *arena, size_t wall)
{
    return tr_arena_printf(arena, "%s: %s", walls_table[wall].name,
                           wall == TR_WALL_FILES ? "this kernel has no Landlock" : strerror(walls->state->errors[wall]));
}

struct tr_error *tr_walls_check(struct tr_walls *walls)
{
    for (size_t i = 0; i < TR_WALLS && !walls->options->best_effort; i++)
        if (walls_table[i].required && walls->state->errors[i])
            return tr_error_make(TR_ERROR_OTHER, "the sandbox %s cannot be had here: %s (--sandbox=best-effort:%s goes on "
                                 "without)", walls->options->profile->name, tell_missing(walls, walls->arena, i),
                                 walls->options->profile->name);
    return NULL;
}

static struct tr_error *copy_folder(struct tr_walls *walls)
{
    char path[PATH_MAX];
    if (!walls->options->copy_folder)
        return NULL;
    if (!tr_folder_make(getpid(), path, sizeof(path)))
        return tr_error_system(errno, "--workdir=copy: cannot make a folder");
    walls->copy = tr_arena_strdup(walls->arena, path);
    return tr_copy_folder(path);
}

static struct tr_error *prepare(struct tr_walls *walls, const char *program)
{
    TR_TRY(copy_folder(walls));
    TR_TRY(tr_walls_open_paths(walls, program));
    return tr_walls_check(walls);
}

struct tr_error *tr_walls_create(const struct tr_sandbox_options *options, const char *program, struct tr_walls **ret)
{
    struct tr_arena *arena = tr_arena_create();
    struct tr_walls *walls = tr_arena_new(arena, struct tr_walls);
    *walls = (struct tr_walls){.arena = arena, .options = options, .ruleset = -1, .own_proc = -1};
    walls->state = mmap(NULL, sizeof(*walls->state), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (walls->state == MAP_FAILED)
        tr_fatal("out of memory");
    struct tr_error *error = prepare(walls, program);
    if (error)
        tr_walls_destroy(walls);
    else
        *ret = walls;
    return error;
}

void tr_walls_destroy(struct tr_walls *walls)
{
    if (!walls)
        return;
    if (walls->state->folder[0])
        tr_folder_remove(walls->state->folder);
    if (walls->copy)
        tr_folder_remove(walls->copy);
    if (walls->ruleset >= 0)
        close(walls->ruleset);
    if (walls->own_proc >= 0)
        close(walls->own_proc);
    munmap(walls->state, sizeof(*walls->state));
    tr_arena_destroy(walls->arena);
}

/* Note how @p wall went. @return whether to go on. */
static bool stands(struct tr_walls *walls, enum tr_wall_id wall, int error)
{
    walls->state->errors[wall] = error;
    return !error || !walls_table[wall].required || walls->options->best_effort;
}

/* In the child: an empty /tmp where that is permitted, else a folder that TMPDIR names. */
static int make_temporary(struct tr_walls *walls)
{
    struct tr_wall_state *state = walls->state;
    if (!walls->options->profile->has_temporary)
        return 0;
    int failed = tr_walls_enter_namespaces(walls);
    if (failed)
        return failed;
    if (!state->own_tmp && !tr_folder_make(getppid(), state->folder, sizeof(state->folder)))
        return errno;
    const char *temporary = state->own_tmp ? "/tmp" : state->folder;
    setenv("TMPDIR", temporary, 1);
    failed = tr_walls_open_private(walls, temporary);
    return failed || !state->own_shm ? failed : tr_walls_open_private(walls, "/dev/shm");
}

bool tr_walls_enter(struct tr_walls *walls)
{
    setsid();
    /* What tracerun's caller left open is not the program's. */
    syscall(SYS_close_range, STDERR_FILENO + 1, ~0U, 4 /* CLOSE_RANGE_CLOEXEC */);
    /* A core file is a file that no limit of the program's output covers. */
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    if (!stands(walls, TR_WALL_TEMPORARY, make_temporary(walls)))
        return false;
    return !walls->copy || chdir(walls->copy) == 0;
}

bool tr_walls_close(struct tr_walls *walls)
{
    tr_walls_open_streams(walls);
    if (!stands(walls, TR_WALL_PRIVILEGES, tr_walls_drop_privileges(walls->overrides)))
        return false;
    return walls->ruleset < 0 || stands(walls, TR_WALL_FILES, tr_landlock_enter(walls->ruleset));
}

bool tr_walls_sealed(struct tr_walls *walls, int error) { return stands(walls, TR_WALL_CALLS, error); }

bool tr_walls_govern_truncation(const struct tr_walls *walls)
{
    return walls->ruleset >= 0 && walls->abi >= TR_LANDLOCK_ABI_TRUNCATE;
}

/* How a wall stands, in a few words; NULL: it does not. */
static const char *state_of(const struct tr_walls *walls, struct tr_arena *arena, enum tr_wall_id wall)
{
    const struct tr_wall_state *state = walls->state;
    if (state->errors[wall])
        return NULL;
    switch (wall) {
    case TR_WALL_FILES:
        return tr_arena_printf(arena, "Landlock, ABI %d", walls->abi);
    case TR_WALL_PRIVILEGES:
        return walls->overrides ? "no_new_privs, CAP_DAC_OVERRIDE only: the working folder is another user's"
                                : "no_new_privs, no capabilities";
    case TR_WALL_TEMPORARY:
        return state->own_tmp ? "/tmp is private" : state->folder[0] ? "TMPDIR is private" : "none";
    case TR_WALL_SIGNALS:
        return walls->abi >= TR_LANDLOCK_ABI_SCOPES ? "Landlock" : "checked by tracerun";
    case TR_WALL_IPC:
        if (walls->options->profile->bit == TR_PROFILE_BIT_STRICT)
            return "seccomp";
        return state->own_ipc ? "namespace" : "shared with the machine";
    case TR_WALL_CALLS:
    case TR_WALL_NETWORK:
    case TR_WALLS:
        break;
    }
    return "seccomp";
}

struct tr_sandbox *tr_walls_report(const struct tr_walls *walls, struct tr_arena *arena)
{
    struct tr_sandbox *sandbox = tr_arena_new(arena, struct tr_sandbox);
    sandbox->profile = walls->options->profile->name;
    for (size_t i = 0; i < TR_WALLS; i++) {
        const char *state = state_of(walls, arena, (enum tr_wall_id)i);
        if (!state) {
            tr_list_add(arena, &sandbox->missing, (void *)tell_missing(walls, arena, i));
            continue;
        }
        struct tr_wall *wall = tr_list_new(arena, &sandbox->walls, struct tr_wall);
        *wall = (struct tr_wall){.name = walls_table[i].name, .state = state};
    }
    return sandbox;
}
