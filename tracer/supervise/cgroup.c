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
    const char *members, *limit, *swap_limit, *events, *killed;
    const char *counted[3]; /* keys of memory.stat */
} names[] = {
    [1] = {"tasks", "memory.limit_in_bytes", "memory.memsw.limit_in_bytes", "memory.oom_control", "oom_kill",
           {"total_rss", "total_shmem", "total_swap"}},
    [2] = {"cgroup.procs", "memory.max", "memory.swap.max", "memory.events", "oom_kill", {"anon", "shmem", NULL}},
};

static char *read_file(const struct tr_cgroup *cgroup, const char *name)
{
    tr_auto_str struct tr_str path = {0};
    tr_str_printf(&path, "%s/%s", cgroup->path, name);
    return tr_file_read_proc(tr_str_text(&path), NULL);
}

static bool write_file(const char *folder, const char *name, int64_t value)
{
    char text[32];
    tr_auto_str struct tr_str path = {0};
    tr_str_printf(&path, "%s/%s", folder, name);
    tr_auto_close int fd = open(tr_str_text(&path), O_WRONLY | O_CLOEXEC);
    int size = snprintf(text, sizeof(text), "%" PRId64 "\n", value);
    return fd >= 0 && write(fd, text, (size_t)size) == size;
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

/* Our group's path in the hierarchy that governs memory: "N:CONTROLLERS:PATH". Cut off at its end of line. */
static bool own_group(int version, char ret[PATH_MAX])
{
    tr_auto_free char *text = tr_file_read_proc("/proc/self/cgroup", NULL);
    for (char *line = text, *next; line && *line; line = next) {
        next = line + strcspn(line, "\n");
        if (*next)
            *next++ = '\0';
        char *controllers = strchr(line, ':'), *path = controllers ? strchr(controllers + 1, ':') : NULL;
        if (!path)
            continue;
        size_t size = (size_t)(path - controllers - 1);
        if (version == 2 ? size == 0 : holds(controllers + 1, size, "memory"))
            return snprintf(ret, PATH_MAX, "%s", path + 1) < PATH_MAX;
    }
    return false;
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

/* The folder in which a group of ours may be made. */
static bool parent_folder(int version, char ret[PATH_MAX])
{
    char point[PATH_MAX], root[PATH_MAX], group[PATH_MAX];
    if (!own_group(version, group) || !mounted_at(version, point, root))
        return false;
    size_t skipped = strcmp(root, "/") == 0 ? 0 : strlen(root);
    if (strncmp(group, root, skipped) != 0)
        skipped = strlen(group); /* mounted from elsewhere, as in a container */
    tr_auto_str struct tr_str folder = {0};
    tr_str_printf(&folder, "%s%s", point, group + skipped);
    while (folder.size > 1 && folder.bytes[folder.size - 1] == '/')
        folder.bytes[--folder.size] = '\0';
    /* In version 2 a group that holds processes has no groups with limits below it. */
    if (version == 2 && folder.size > strlen(point))
        *strrchr(folder.bytes, '/') = '\0';
    return snprintf(ret, PATH_MAX, "%s", tr_str_text(&folder)) < PATH_MAX;
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
    if (!write_file(cgroup->path, name->limit, most))
        return false;
    /* Version 1 counts memory and swap together; a kernel without swap accounting lacks the file. */
    write_file(cgroup->path, name->swap_limit, cgroup->version == 1 ? most : 0);
    return true;
}

static struct tr_cgroup *make(int version, int64_t most)
{
    char folder[PATH_MAX];
    struct tr_cgroup *cgroup = NULL;
    if (!parent_folder(version, folder) || access(folder, W_OK) < 0 || !has_controller(version, folder)
        || !(cgroup = calloc(1, sizeof(*cgroup))))
        return NULL;
    remove_stale(folder);
    cgroup->version = version;
    int size = snprintf(cgroup->path, sizeof(cgroup->path), "%s/tracerun.%d", folder, getpid());
    if (size < (int)sizeof(cgroup->path) && mkdir(cgroup->path, 0755) == 0) {
        if (set_limit(cgroup, most + most / 8 + SLACK))
            return cgroup;
        rmdir(cgroup->path);
    }
    free(cgroup);
    return NULL;
}

struct tr_cgroup *tr_cgroup_create(int64_t most)
{
    struct tr_cgroup *cgroup = make(2, most);
    return cgroup ? cgroup : make(1, most);
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

int tr_cgroup_enter(const struct tr_cgroup *cgroup)
{
    errno = 0;
    return write_file(cgroup->path, names[cgroup->version].members, 0) ? 0 : errno ? errno : EIO;
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
