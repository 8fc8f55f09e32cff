/* Which files a program may open: the rule set of Landlock, and the same as a list for explanations. The system's paths are
 * resolved only when there is something to explain. */
#include "base/cleanup.h"
#include "sandbox/landlock.h"
#include "sandbox/walls_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>

enum {
    READ = TR_LANDLOCK_READ_FILE,
    LOOK = READ | TR_LANDLOCK_READ_DIR,
    RUN = LOOK | TR_LANDLOCK_EXECUTE,
    DEVICE = TR_LANDLOCK_READ_FILE | TR_LANDLOCK_WRITE_FILE | TR_LANDLOCK_TRUNCATE | TR_LANDLOCK_IOCTL_DEV,
    CHANGE = RUN | TR_LANDLOCK_WRITE_FILE | TR_LANDLOCK_REMOVE_DIR | TR_LANDLOCK_REMOVE_FILE | TR_LANDLOCK_MAKE_DIR
             | TR_LANDLOCK_MAKE_REG | TR_LANDLOCK_MAKE_SOCK | TR_LANDLOCK_MAKE_FIFO | TR_LANDLOCK_MAKE_SYM
             | TR_LANDLOCK_REFER | TR_LANDLOCK_TRUNCATE,
};

/* What a program needs to be loaded and to run: libraries, locales, time zones, what the C library asks the kernel. No
 * names of users, no configuration. */
static const struct {
    const char *path;
    uint64_t rights;
} system_paths[] = {
    {"/usr", RUN},
    {"/bin", RUN},
    {"/sbin", RUN},
    {"/lib", RUN},
    {"/lib32", RUN},
    {"/lib64", RUN},
    {"/libx32", RUN},
    {"/etc/ld.so.cache", READ},
    {"/etc/ld.so.preload", READ},
    {"/etc/localtime", READ},
    {"/etc/timezone", READ},
    {"/etc/locale.alias", READ},
    {"/etc/nsswitch.conf", READ},
    {"/dev/null", DEVICE},
    {"/dev/zero", DEVICE},
    {"/dev/full", DEVICE},
    {"/dev/tty", DEVICE}, /* without a terminal of its own: ENXIO, as getpass() expects */
    {"/dev/random", READ},
    {"/dev/urandom", READ},
    {"/proc/cpuinfo", READ},
    {"/proc/meminfo", READ},
    {"/proc/stat", READ},
    {"/proc/filesystems", READ},
    {"/proc/sys/vm", LOOK},
    {"/proc/sys/kernel", LOOK},
    {"/sys/devices/system/cpu", LOOK},
    {"/sys/kernel/mm/transparent_hugepage", LOOK},
};

/* @return 0 or an errno value; ENOENT for what is not there. */
static int open_path(struct tr_walls *walls, const char *path, uint64_t rights)
{
    return walls->ruleset >= 0 ? tr_landlock_allow(walls->ruleset, walls->abi, path, rights) : 0;
}

static void remember(struct tr_walls *walls, const char *path, uint64_t rights)
{
    struct tr_root *root = tr_list_new(walls->arena, &walls->roots, struct tr_root);
    *root = (struct tr_root){tr_arena_strdup(walls->arena, path), rights & TR_LANDLOCK_WRITE_FILE};
}

static int allow(struct tr_walls *walls, const char *path, uint64_t rights)
{
    char real[PATH_MAX];
    int failed = open_path(walls, path, rights);
    if (failed || !realpath(path, real))
        return failed ? failed : errno;
    remember(walls, real, rights);
    return 0;
}

static struct tr_error *allow_named(struct tr_walls *walls, const struct tr_list *paths, const char *option, uint64_t rights)
{
    TR_EACH(const char, path, paths)
    {
        int failed = allow(walls, path, rights);
        if (failed)
            return tr_error_system(failed, "--%s %s", option, path);
    }
    return NULL;
}

static void allow_program(struct tr_walls *walls, const char *program)
{
    char real[PATH_MAX];
    if (!realpath(program, real))
        return; /* the launch will say why */
    allow(walls, real, RUN);
    char *slash = strrchr(real, '/');
    if (!walls->options->profile->has_work_folder || slash == real)
        return;
    *slash = '\0';
    allow(walls, real, RUN);
}

static struct tr_error *allow_folders(struct tr_walls *walls)
{
    char cwd[PATH_MAX];
    if (!walls->options->profile->has_work_folder)
        return NULL;
    if (walls->copy)
        return allow(walls, walls->copy, CHANGE), NULL;
    if (!getcwd(cwd, sizeof(cwd)))
        return tr_error_system(errno, "the sandbox needs a working folder");
    if (strcmp(cwd, "/") == 0)
        return tr_error_make(TR_ERROR_OTHER, "a sandbox opens the working folder for writing, and that is / here: start in "
                             "a folder of its own, or give --workdir=copy");
    struct stat status;
    walls->overrides = geteuid() == 0 && walls->ruleset >= 0 && stat(".", &status) == 0 && status.st_uid != 0;
    return allow(walls, ".", CHANGE), NULL;
}

struct tr_error *tr_walls_open_paths(struct tr_walls *walls, const char *program)
{
    int abi = tr_landlock_abi();
    if (abi > 0) {
        walls->ruleset = tr_landlock_create(abi);
        walls->abi = abi;
    }
    if (walls->ruleset < 0)
        walls->state->errors[TR_WALL_FILES] = abi < 0 ? -abi : -walls->ruleset;
    allow_program(walls, program);
    TR_TRY(allow_folders(walls));
    TR_TRY(allow_named(walls, &walls->options->read, "read", RUN));
    return allow_named(walls, &walls->options->write, "write", CHANGE);
}

void tr_walls_open_streams(struct tr_walls *walls)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO && walls->ruleset >= 0; fd++)
        tr_landlock_allow_fd(walls->ruleset, walls->abi, fd, fd == STDIN_FILENO ? (uint64_t)READ : (uint64_t)DEVICE);
}

static bool is_below(const char *path, const char *root)
{
    size_t length = strlen(root);
    return strncmp(path, root, length) == 0 && (path[length] == '\0' || path[length] == '/');
}

static bool is_of_system(const char *path, bool to_write)
{
    char real[PATH_MAX];
    for (size_t i = 0; i < TR_COUNT(system_paths); i++)
        if ((!to_write || (system_paths[i].rights & TR_LANDLOCK_WRITE_FILE)) && realpath(system_paths[i].path, real)
            && is_below(path, real))
            return true;
    return false;
}

/* In /tmp or /dev/shm, or a temporary folder, that nobody else has. */
static bool is_private(const struct tr_walls *walls, const char *path)
{
    const struct tr_wall_state *state = walls->state;
    return (state->own_tmp && is_below(path, "/tmp")) || (state->own_shm && is_below(path, "/dev/shm"))
           || (state->folder[0] && is_below(path, state->folder));
}

bool tr_walls_covers(const struct tr_walls *walls, const char *path, bool to_write)
{
    bool readable = false;
    if (is_of_system(path, to_write))
        return true;
    TR_EACH(const struct tr_root, root, &walls->roots)
    {
        if (!is_below(path, root->path))
            continue;
        if (root->writable || !to_write)
            return true;
        readable = true; /* in a private /tmp, what was there before and may only be read */
    }
    return !readable && is_private(walls, path);
}

int tr_walls_open_private(struct tr_walls *walls, const char *path) { return open_path(walls, path, CHANGE); }

void tr_walls_admit(struct tr_walls *walls, int pid)
{
    char path[32];
    snprintf(path, sizeof(path), "/proc/%d", pid);
    walls->own_proc = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
    allow(walls, path, LOOK);
    for (size_t i = 0; i < TR_COUNT(system_paths); i++)
        open_path(walls, system_paths[i].path, system_paths[i].rights);
    /* What else keeps a program of the same user out of our memory. */
    if (walls->ruleset < 0)
        prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}
