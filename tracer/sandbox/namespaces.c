/*
 * A /tmp and a /dev/shm of the program's own, and System V objects of its own: namespaces, where the machine permits
 * them. They need no cleaning up, whatever ends tracerun. All of this runs in the child.
 */
#include "base/cleanup.h"
#include "sandbox/walls_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/mount.h>
#include <sched.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>

static const char places[][9] = {"/tmp", "/dev/shm"};
static const char place_options[] = "size=64m,nr_inodes=65536,mode=1777";

static bool write_file(const char *path, const char *text)
{
    tr_auto_close int fd = open(path, O_WRONLY | O_CLOEXEC);
    return fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);
}

/* An ordinary user gets the right to mount only inside a user namespace, in which it stays who it is. */
static int become_itself(const char *users, const char *groups)
{
    bool mapped = write_file("/proc/self/setgroups", "deny") && write_file("/proc/self/uid_map", users)
                  && write_file("/proc/self/gid_map", groups);
    return mapped ? 0 : errno;
}

static const char *below(const char *path, const char *place)
{
    size_t length = strlen(place);
    return strncmp(path, place, length) == 0 && path[length] == '/' ? path + length + 1 : NULL;
}

/* Make the folders on the way to @p path, and a folder or file there to mount on. */
static bool make_target(char *path, const char *place, bool is_folder)
{
    for (char *slash = path + strlen(place) + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        bool made = mkdir(path, 0755) == 0 || errno == EEXIST;
        *slash = '/';
        if (!made)
            return false;
    }
    if (is_folder)
        return mkdir(path, 0755) == 0 || errno == EEXIST;
    tr_auto_close int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    return fd >= 0;
}

static bool close_for_writing(const char *path)
{
    struct mount_attr attributes = {.attr_set = MOUNT_ATTR_RDONLY};
    return syscall(SYS_mount_setattr, AT_FDCWD, path, 0x8000 /* AT_RECURSIVE */, &attributes, sizeof(attributes)) == 0;
}

/* @p handle, opened before @p place was covered, comes back to where it was. What may only be read must be closed here
 * too: Landlock looks at the folders above a mount as well, and the private one may be written. */
static bool bring_back(const struct tr_root *root, const char *place, int handle)
{
    char path[PATH_MAX], from[64];
    struct stat status;
    snprintf(path, sizeof(path), "%s", root->path);
    snprintf(from, sizeof(from), "/proc/self/fd/%d", handle);
    return fstat(handle, &status) == 0 && make_target(path, place, S_ISDIR(status.st_mode))
           && mount(from, path, NULL, MS_BIND | MS_REC, NULL) == 0 && (root->writable || close_for_writing(path));
}

/* Whether another root shows @p root already, as open as it is meant to be. */
static bool is_shown(const struct tr_walls *walls, const struct tr_root *root)
{
    TR_EACH(const struct tr_root, other, &walls->roots)
    {
        bool same = strcmp(root->path, other->path) == 0;
        if ((below(root->path, other->path) && other->writable >= root->writable) || (same && other->writable > root->writable))
            return true;
    }
    return false;
}

static size_t roots_below(const struct tr_walls *walls, const char *place, const struct tr_root **ret, size_t most)
{
    size_t count = 0;
    TR_EACH(const struct tr_root, root, &walls->roots)
    {
        if (!below(root->path, place) || is_shown(walls, root))
            continue;
        if (count == most)
            return most + 1;
        /* Outer ones first: the inner are mounted over them. */
        size_t at = count++;
        for (; at && strlen(ret[at - 1]->path) > strlen(root->path); at--)
            ret[at] = ret[at - 1];
        ret[at] = root;
    }
    return count;
}

static bool is_opened(const struct tr_walls *walls, const char *place)
{
    TR_EACH(const struct tr_root, root, &walls->roots)
    {
        if (strcmp(root->path, place) == 0)
            return true;
    }
    return false;
}

enum { MOST_ROOTS = 64 };

static bool bring_all_back(const struct tr_root *const *roots, size_t count, const char *place, const int *handles)
{
    for (size_t i = 0; i < count; i++)
        if (handles[i] < 0 || !bring_back(roots[i], place, handles[i]))
            return false;
    return true;
}

/* Cover @p place with an empty folder in memory, in which what is open to the program appears where it was. */
static bool cover(struct tr_walls *walls, const char *place)
{
    const struct tr_root *roots[MOST_ROOTS];
    int handles[MOST_ROOTS];
    size_t count = roots_below(walls, place, roots, MOST_ROOTS);
    if (is_opened(walls, place) || count > MOST_ROOTS)
        return false;
    for (size_t i = 0; i < count; i++)
        handles[i] = open(roots[i]->path, O_PATH | O_CLOEXEC);
    bool covered = mount("tmpfs", place, "tmpfs", MS_NOSUID | MS_NODEV, place_options) == 0;
    bool done = covered && bring_all_back(roots, count, place, handles);
    if (covered && !done)
        umount2(place, MNT_DETACH);
    for (size_t i = 0; i < count; i++)
        if (handles[i] >= 0)
            close(handles[i]);
    return done;
}

int tr_walls_enter_namespaces(struct tr_walls *walls)
{
    static const int flags = CLONE_NEWNS | CLONE_NEWIPC;
    char folder[PATH_MAX], users[64], groups[64];
    snprintf(users, sizeof(users), "%u %u 1", geteuid(), geteuid());
    snprintf(groups, sizeof(groups), "%u %u 1", getegid(), getegid());
    if (unshare(flags) < 0) {
        if (geteuid() == 0 || unshare(flags | CLONE_NEWUSER) < 0)
            return 0; /* not permitted here */
        int failed = become_itself(users, groups);
        if (failed)
            return failed;
    }
    walls->state->own_ipc = true;
    if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0 || !getcwd(folder, sizeof(folder)))
        return 0;
    walls->state->own_tmp = cover(walls, places[0]);
    walls->state->own_shm = cover(walls, places[1]);
    /* Into the mount that is there now, so that ".." leads to what the program may see. */
    return !walls->copy && chdir(folder) < 0 ? errno : 0;
}
