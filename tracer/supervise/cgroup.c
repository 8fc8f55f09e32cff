#include "supervise/cgroup.h"

#include "base/cleanup.h"
#include "base/file.h"
#include "base/str.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    SWEEP_EVERY = 16,       /* a start looks for stale groups so often: a start is to be quick */
    SLACK = 128 << 20,      /* and an eighth of the limit: the watch, which can tell where it was, comes first */
    REMOVE_TRIES = 50,      /* a millisecond each: those who have just been killed take a moment to go */
};

struct tr_cgroup {
    int version;
    char path[PATH_MAX];
};

/*
 * Names of the files, by version. Source: cgroup-v1/memory.rst and cgroup-v2.rst in the kernel's documentation.
 * A thread that writes 0 to version 1's "tasks" moves at once; all other ways to move wait until every processor has
 * noticed (7 ms). Measured on Linux 6.18.
 */
static const struct names {
    const char *usual; /* where it is mounted nearly everywhere */
    const char *members, *limit, *swap_limit, *events, *killed;
    const char *counted[3]; /* keys of memory.stat */
} names[] = {
    [1] = {"/sys/fs/cgroup/memory", "tasks", "memory.limit_in_bytes", "memory.memsw.limit_in_bytes", "memory.oom_control", "oom_kill",
           {"total_rss", "total_shmem", "total_swap"}},
    [2] = {"/sys/fs/cgroup", "cgroup.procs", "memory.max", "memory.swap.max", "memory.events", "oom_kill", {"anon", "shmem", NULL}},
};

static char *read_file(const struct tr_cgroup *cgroup, const char *name)
{
    tr_auto_str struct tr_str path = {0};
    tr_str_printf(&path, "%s/%s", cgroup->path, name);
    return tr_file_read_proc(tr_str_text(&path), NULL);
}

static bool write_value(const char *path, int64_t value)
{
    char text[32];
    tr_auto_close int fd = open(path, O_WRONLY | O_CLOEXEC);
    int size = snprintf(text, sizeof(text), "%" PRId64 "\n", value);
    return fd >= 0 && write(fd, text, (size_t)size) == size;
}

static bool write_file(const struct tr_cgroup *cgroup, const char *name, int64_t value)
{
    tr_auto_str struct tr_str path = {0};
    tr_str_printf(&path, "%s/%s", cgroup->path, name);
    return write_value(tr_str_text(&path), value);
}

/* "key value" at the start of a line. */
static int64_t value_of(const char *text, const char *key)
{
    size_t length = strlen(key);
    for (const char *line = text; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
        if (strncmp(line, key, length) == 0 && line[length] == ' ')
            return strtoll(line + length, NULL, 10);
    return 0;
}

/* ---- where groups are ---- */

/* Whether a comma-separated list holds a word. */
static bool holds(const char *list, size_t size, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = list, *end = list + size; at < end; at += strcspn(at, ",") + 1)
        if ((size_t)(end - at) >= length && strncmp(at, word, length) == 0
            && (at + length == end || at[length] == ',' || at[length] == '\n'))
            return true;
    return false;
}

/* Our group's path in the hierarchy that governs memory: "N:CONTROLLERS:PATH". @return its version, 0: there is none. A
 * controller that version 1 has is not there in version 2, whose line has no controllers. */
static int own_group(char ret[PATH_MAX])
{
    tr_auto_free char *text = tr_file_read_proc("/proc/self/cgroup", NULL);
    int version = 0;
    for (char *line = text, *next; line && *line && version != 1; line = next) {
        next = line + strcspn(line, "\n");
        if (*next)
            *next++ = '\0';
        char *controllers = strchr(line, ':'), *path = controllers ? strchr(controllers + 1, ':') : NULL;
        size_t size = path ? (size_t)(path - controllers - 1) : 0;
        int found = !path ? 0 : size == 0 ? 2 : holds(controllers + 1, size, "memory") ? 1 : 0;
        if (found && snprintf(ret, PATH_MAX, "%s", path + 1) < PATH_MAX)
            version = found;
    }
    return version;
}

/* Where that hierarchy is mounted, and from which of its groups on. Source: proc(5), mountinfo. */
static bool mounted_at(int version, char ret_point[PATH_MAX], char ret_root[PATH_MAX])
{
    tr_auto_free char *text = tr_file_read_proc("/proc/self/mountinfo", NULL);
    const char *type = version == 2 ? " - cgroup2 " : " - cgroup ";
    for (char *line = text, *next; line && *line; line = next) {
        next = line + strcspn(line, "\n");
        if (*next)
            *next++ = '\0';
        const char *options = strstr(line, type);
        if (!options || sscanf(line, "%*d %*d %*s %4095s %4095s", ret_root, ret_point) != 2)
            continue;
        options = strrchr(options, ' ') + 1;
        if (version == 2 || holds(options, strlen(options), "memory"))
            return true;
    }
    return false;
}

static void strip_slashes(struct tr_str *folder)
{
    while (folder->size > 1 && folder->bytes[folder->size - 1] == '/')
        folder->bytes[--folder->size] = '\0';
}

/* The folder of our own group where systems have it, since mountinfo takes the kernel longer than the rest together; or
 * where that says. @p ret_point gets where the hierarchy is mounted. */
static bool own_folder(int version, const char *group, char ret_point[PATH_MAX], struct tr_str *ret)
{
    char root[PATH_MAX];
    tr_auto_str struct tr_str members = {0};
    snprintf(ret_point, PATH_MAX, "%s", names[version].usual);
    tr_str_printf(&members, "%s%s/cgroup.procs", ret_point, group);
    if (access(tr_str_text(&members), W_OK) == 0) {
        tr_str_printf(ret, "%s%s", ret_point, group);
        strip_slashes(ret);
        return true;
    }
    if (!mounted_at(version, ret_point, root))
        return false;
    size_t skipped = strcmp(root, "/") == 0 ? 0 : strlen(root);
    if (strncmp(group, root, skipped) != 0)
        skipped = strlen(group); /* mounted from elsewhere, as in a container */
    tr_str_printf(ret, "%s%s", ret_point, group + skipped);
    strip_slashes(ret);
    return true;
}

/* The folder in which a group of ours may be made. @return the version of its hierarchy; 0: there is none. */
static int parent_folder(char ret[PATH_MAX])
{
    char point[PATH_MAX], group[PATH_MAX];
    tr_auto_str struct tr_str folder = {0};
    int version = own_group(group);
    if (!version || !own_folder(version, group, point, &folder))
        return 0;
    /* In version 2 a group that holds processes has no groups with limits below it. */
    if (version == 2 && folder.size > strlen(point))
        *strrchr(folder.bytes, '/') = '\0';
    return snprintf(ret, PATH_MAX, "%s", tr_str_text(&folder)) < PATH_MAX ? version : 0;
}

/* ---- a group of ours ---- */

/* Groups of those that were killed before they could remove theirs. */
static void remove_stale(const char *folder)
{
    DIR *entries = opendir(folder);
    for (const struct dirent *entry; entries && (entry = readdir(entries));) {
        int pid;
        char end;
        if (sscanf(entry->d_name, "tracerun.%d%c", &pid, &end) == 1 && pid > 0 && kill(pid, 0) < 0 && errno == ESRCH)
            unlinkat(dirfd(entries), entry->d_name, AT_REMOVEDIR);
    }
    if (entries)
        closedir(entries);
}

/* In version 2 a group has limits only where the one above it says so. */
static bool has_controller(int version, const char *folder)
{
    tr_auto_str struct tr_str path = {0};
    tr_str_printf(&path, "%s/cgroup.subtree_control", folder);
    tr_auto_free char *text = version == 2 ? tr_file_read_proc(tr_str_text(&path), NULL) : NULL;
    for (char *word = text; word && *word; word++)
        if (*word == ' ' || *word == '\n')
            *word = ',';
    return version == 1 || (text && holds(text, strlen(text), "memory"));
}

static bool set_limit(const struct tr_cgroup *cgroup, int64_t most)
{
    const struct names *name = &names[cgroup->version];
    if (!write_file(cgroup, name->limit, most))
        return false;
    /* Version 1 counts memory and swap together; a kernel without swap accounting lacks the file. */
    write_file(cgroup, name->swap_limit, cgroup->version == 1 ? most : 0);
    return true;
}

/* One that is there already is of somebody who had our number: its counts are not ours. */
static bool make_folder(const char *path)
{
    return mkdir(path, 0755) == 0 || (errno == EEXIST && rmdir(path) == 0 && mkdir(path, 0755) == 0);
}

struct tr_cgroup *tr_cgroup_create(int64_t most)
{
    char folder[PATH_MAX];
    struct tr_cgroup *cgroup = NULL;
    int version = parent_folder(folder);
    if (!version || access(folder, W_OK) < 0 || !has_controller(version, folder) || !(cgroup = calloc(1, sizeof(*cgroup))))
        return NULL;
    if (getpid() % SWEEP_EVERY == 0)
        remove_stale(folder);
    cgroup->version = version;
    int size = snprintf(cgroup->path, sizeof(cgroup->path), "%s/tracerun.%d", folder, getpid());
    if (size < (int)sizeof(cgroup->path) && make_folder(cgroup->path)) {
        if (set_limit(cgroup, most + most / 8 + SLACK))
            return cgroup;
        rmdir(cgroup->path);
    }
    free(cgroup);
    return NULL;
}

void tr_cgroup_destroy(struct tr_cgroup *cgroup)
{
    const struct timespec moment = {.tv_nsec = 1000000};
    if (!cgroup)
        return;
    for (unsigned tries = 0; rmdir(cgroup->path) < 0 && errno == EBUSY && tries < REMOVE_TRIES; tries++)
        nanosleep(&moment, NULL);
    free(cgroup);
}

const char *tr_cgroup_members(const struct tr_cgroup *cgroup, char ret[PATH_MAX])
{
    int size = snprintf(ret, PATH_MAX, "%s/%s", cgroup->path, names[cgroup->version].members);
    return size < PATH_MAX ? ret : "";
}

int tr_cgroup_enter(const char *members)
{
    errno = 0;
    return write_value(members, 0) ? 0 : errno ? errno : EIO;
}

int64_t tr_cgroup_bytes(const struct tr_cgroup *cgroup)
{
    tr_auto_free char *text = read_file(cgroup, "memory.stat");
    const char *const *keys = names[cgroup->version].counted;
    int64_t sum = 0;
    if (!text)
        return -1;
    for (size_t i = 0; i < TR_COUNT(names[0].counted) && keys[i]; i++)
        sum += value_of(text, keys[i]);
    return sum;
}

bool tr_cgroup_killed(const struct tr_cgroup *cgroup)
{
    const struct names *name = &names[cgroup->version];
    tr_auto_free char *text = read_file(cgroup, name->events);
    return text && value_of(text, name->killed) > 0;
}

int tr_cgroup_version(const struct tr_cgroup *cgroup) { return cgroup->version; }
