#include "sandbox/copy.h"

#include "base/cleanup.h"
#include "base/limits.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>

#include <linux/fs.h>

struct copy {
    unsigned entries;
    int64_t bytes;
};

static struct tr_error *too_large(void)
{
    return tr_error_make(TR_ERROR_OTHER, "--workdir=copy: the working folder is too large to be copied (more than %d MB, %d "
                         "files or %d levels)", TR_LIMIT_COPY_BYTES >> 20, TR_LIMIT_COPY_FILES, TR_LIMIT_COPY_DEPTH);
}

static struct tr_error *failed(const char *name) { return tr_error_system(errno, "--workdir=copy: %s", name); }

static struct tr_error *copy_bytes(struct copy *copy, int from, int to, const char *name)
{
    char buffer[65536];
    if (ioctl(to, FICLONE, from) == 0)
        return NULL;
    for (ssize_t got; (got = read(from, buffer, sizeof(buffer))) != 0;) {
        if (got < 0 || write(to, buffer, (size_t)got) != got)
            return failed(name);
        copy->bytes += got;
        if (copy->bytes > TR_LIMIT_COPY_BYTES)
            return too_large();
    }
    return NULL;
}

static struct tr_error *copy_file(struct copy *copy, int from_folder, int to_folder, const char *name)
{
    struct stat status;
    tr_auto_close int from = openat(from_folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (from < 0 || fstat(from, &status) < 0)
        return failed(name);
    tr_auto_close int to = openat(to_folder, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (to < 0)
        return failed(name);
    TR_TRY(copy_bytes(copy, from, to, name));
    return fchmod(to, status.st_mode & 0777) < 0 ? failed(name) : NULL;
}

static struct tr_error *copy_link(int from_folder, int to_folder, const char *name)
{
    char target[PATH_MAX];
    ssize_t length = readlinkat(from_folder, name, target, sizeof(target) - 1);
    if (length < 0)
        return failed(name);
    target[length] = '\0';
    return symlinkat(target, to_folder, name) < 0 ? failed(name) : NULL;
}

static struct tr_error *copy_entries(struct copy *copy, int from, int to, unsigned depth);

static struct tr_error *copy_subfolder(struct copy *copy, int from_folder, int to_folder, const char *name, unsigned depth)
{
    if (depth == TR_LIMIT_COPY_DEPTH)
        return too_large();
    if (mkdirat(to_folder, name, 0700) < 0)
        return failed(name);
    int from = openat(from_folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    tr_auto_close int to = openat(to_folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (from < 0 || to < 0) {
        struct tr_error *error = failed(name);
        tr_cleanup_close(&from);
        return error;
    }
    return copy_entries(copy, from, to, depth + 1);
}

static struct tr_error *copy_entry(struct copy *copy, int from, int to, const char *name, unsigned depth)
{
    struct stat status;
    if (++copy->entries > TR_LIMIT_COPY_FILES)
        return too_large();
    if (fstatat(from, name, &status, AT_SYMLINK_NOFOLLOW) < 0)
        return failed(name);
    switch (status.st_mode & S_IFMT) {
    case S_IFREG:
        return copy_file(copy, from, to, name);
    case S_IFDIR:
        return copy_subfolder(copy, from, to, name, depth);
    case S_IFLNK:
        return copy_link(from, to, name);
    case S_IFIFO:
        return mkfifoat(to, name, status.st_mode & 0777) < 0 ? failed(name) : NULL;
    default:
        return NULL;
    }
}

/* Takes @p from over. */
static struct tr_error *copy_entries(struct copy *copy, int from, int to, unsigned depth)
{
    DIR *folder = fdopendir(from);
    if (!folder) {
        close(from);
        return failed("its folders");
    }
    struct tr_error *error = NULL;
    for (struct dirent *entry; !error && (entry = readdir(folder));)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            error = copy_entry(copy, dirfd(folder), to, entry->d_name, depth);
    closedir(folder);
    return error;
}

struct tr_error *tr_copy_folder(const char *target)
{
    struct copy copy = {0};
    int from = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    tr_auto_close int to = open(target, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (from < 0 || to < 0) {
        struct tr_error *error = failed("the working folder");
        tr_cleanup_close(&from);
        return error;
    }
    return copy_entries(&copy, from, to, 0);
}
