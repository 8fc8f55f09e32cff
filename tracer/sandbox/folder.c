#include "sandbox/folder.h"

#include "base/cleanup.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    /* A start is to be quick: others remove the rest. */
    MOST_SWEPT = 8,
    /* The folder of folders goes when it is empty, maybe just before something is made in it. */
    ATTEMPTS = 4,
    /* Of /proc/PID/stat, proc(5). */
    STAT_START_TIME = 22, STAT_AFTER_NAME = 3,
};

struct removal {
    int top;
    unsigned long moved; /* folders moved up so far: their names there */
};

static bool is_dots(const char *name) { return strcmp(name, ".") == 0 || strcmp(name, "..") == 0; }

/* A folder without permissions can be neither read nor moved. What the program left may be a link to anything: not followed. */
static void unlock(int parent, const char *name)
{
    char self[64];
    tr_auto_close int fd = openat(parent, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    snprintf(self, sizeof(self), "/proc/self/fd/%d", fd);
    if (fd >= 0 && chmod(self, 0700) < 0)
        return; /* then it cannot be removed either */
}

static DIR *open_folder(int parent, const char *name)
{
    unlock(parent, name);
    int fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *folder = fd >= 0 ? fdopendir(fd) : NULL;
    if (fd >= 0 && !folder)
        close(fd);
    return folder;
}

/* Folders below this one move up to the top, where their turn comes: so depth costs neither descriptors nor stack. */
static void empty(struct removal *removal, DIR *folder)
{
    int fd = dirfd(folder);
    for (struct dirent *entry; (entry = readdir(folder));) {
        if (is_dots(entry->d_name) || unlinkat(fd, entry->d_name, 0) == 0)
            continue;
        char name[32];
        snprintf(name, sizeof(name), ".%lu", removal->moved);
        unlock(fd, entry->d_name);
        if (unlinkat(fd, entry->d_name, AT_REMOVEDIR) < 0 && renameat(fd, entry->d_name, removal->top, name) == 0)
            removal->moved++;
    }
}

/* @return whether anything at the top was removed, or moved there: what resists does not keep us for ever. */
static bool remove_entries(struct removal *removal, DIR *top)
{
    bool progress = false;
    rewinddir(top);
    for (struct dirent *entry; (entry = readdir(top));) {
        if (is_dots(entry->d_name))
            continue;
        if (unlinkat(removal->top, entry->d_name, 0) == 0 || unlinkat(removal->top, entry->d_name, AT_REMOVEDIR) == 0) {
            progress = true;
            continue;
        }
        unsigned long moved = removal->moved;
        DIR *folder = open_folder(removal->top, entry->d_name);
        if (!folder)
            continue;
        empty(removal, folder);
        closedir(folder);
        if (removal->moved != moved || unlinkat(removal->top, entry->d_name, AT_REMOVEDIR) == 0)
            progress = true;
    }
    return progress;
}

static void remove_tree(const char *path)
{
    DIR *top = open_folder(AT_FDCWD, path);
    if (!top)
        return;
    struct removal removal = {.top = dirfd(top)};
    while (remove_entries(&removal, top)) {
    }
    closedir(top);
    rmdir(path);
}

/* ---- whose a folder is: its name begins with who is going to remove it ---- */

static unsigned long long start_time(pid_t pid)
{
    char path[64], text[1024];
    snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
    tr_auto_close int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t size = fd < 0 ? -1 : read(fd, text, sizeof(text) - 1);
    if (size <= 0)
        return 0;
    text[size] = '\0';
    const char *at = strrchr(text, ')');
    for (int field = STAT_AFTER_NAME; at && field <= STAT_START_TIME; field++)
        at = strchr(at + 1, ' ');
    return at ? strtoull(at, NULL, 10) : 0;
}

/* Process ids are of a namespace: folders of another one are nobody's to judge. */
static unsigned long long namespace_number(void)
{
    struct stat status;
    return stat("/proc/self/ns/pid", &status) == 0 ? status.st_ino : 0;
}

static bool is_left(const char *name)
{
    unsigned long long namespace, started;
    int owner;
    return sscanf(name, "%llu-%d-%llu-", &namespace, &owner, &started) == 3 && namespace && namespace == namespace_number()
           && started && start_time(owner) != started;
}

static void sweep(const char *parent)
{
    DIR *folder = opendir(parent);
    int swept = 0;
    for (struct dirent *entry; folder && swept < MOST_SWEPT && (entry = readdir(folder));) {
        char path[PATH_MAX];
        if (is_dots(entry->d_name) || !is_left(entry->d_name)
            || (size_t)snprintf(path, sizeof(path), "%s/%s", parent, entry->d_name) >= sizeof(path))
            continue;
        remove_tree(path);
        swept++;
    }
    if (folder)
        closedir(folder);
}

/* The folder of this user's folders; a link, or somebody else's, is not it. */
static bool make_parent(char *ret, size_t size)
{
    const char *top = getenv("TMPDIR");
    struct stat status;
    int length = snprintf(ret, size, "%s/tracerun-%u", top && top[0] == '/' ? top : "/tmp", (unsigned)geteuid());
    if (length < 0 || (size_t)length >= size) {
        errno = ENAMETOOLONG;
        return false;
    }
    if (mkdir(ret, 0700) == 0)
        return true;
    if (errno != EEXIST || lstat(ret, &status) < 0)
        return false;
    errno = EEXIST;
    return S_ISDIR(status.st_mode) && status.st_uid == geteuid() && !(status.st_mode & 077);
}

bool tr_folder_make(pid_t owner, char *ret, size_t size)
{
    char parent[PATH_MAX];
    for (int i = 0; i < ATTEMPTS && make_parent(parent, sizeof(parent)); i++) {
        sweep(parent);
        int length = snprintf(ret, size, "%s/%llu-%d-%llu-XXXXXX", parent, namespace_number(), (int)owner, start_time(owner));
        if (length > 0 && (size_t)length < size && mkdtemp(ret))
            return true;
        if (errno != ENOENT)
            break;
    }
    ret[0] = '\0';
    return false;
}

void tr_folder_remove(const char *path)
{
    char parent[PATH_MAX];
    remove_tree(path);
    const char *slash = strrchr(path, '/');
    if (slash && (size_t)snprintf(parent, sizeof(parent), "%.*s", (int)(slash - path), path) < sizeof(parent))
        rmdir(parent); /* unless another run has a folder there */
}
