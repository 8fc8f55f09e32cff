#include "cli/report_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TEMPORARY_NAMES = 100 };

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void add_folder(struct tr_str *out, const char *path)
{
    const char *name = last_part(path);
    if (name == path)
        tr_str_add_char(out, '.');
    else
        tr_str_add(out, path, name == path + 1 ? 1 : (size_t)(name - path - 1));
}

static struct tr_error *find_folder(const char *path, int *ret)
{
    tr_auto_str struct tr_str folder = {0};
    add_folder(&folder, path);
    int fd = open(folder.bytes, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0 && errno == ENOTDIR)
        return tr_error_make(TR_ERROR_OTHER, "cannot write the report %s: %s is not a folder", path, folder.bytes);
    if (fd < 0)
        return tr_error_system(errno, "cannot write the report %s: folder %s", path, folder.bytes);
    if (faccessat(fd, ".", W_OK | X_OK, AT_EACCESS) < 0) {
        struct tr_error *error = tr_error_system(errno, "cannot write the report %s: folder %s", path, folder.bytes);
        close(fd);
        return error;
    }
    *ret = fd;
    return NULL;
}

struct tr_error *tr_report_place_find(const char *path, struct tr_report_place *ret)
{
    struct stat status;
    bool exists = stat(path, &status) == 0;
    if (exists && S_ISDIR(status.st_mode))
        return tr_error_make(TR_ERROR_OTHER, "cannot write the report: %s is a folder", path);
    struct tr_report_place place = {.path = path, .folder = -1};
    if (exists && !S_ISREG(status.st_mode)) {
        if (faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) < 0)
            return tr_error_system(errno, "cannot write the report to %s", path);
        place.device = status.st_dev;
        place.inode = status.st_ino;
    } else {
        TR_TRY(find_folder(path, &place.folder));
    }
    *ret = place;
    return NULL;
}

struct tr_error *tr_write_all(int fd, const struct tr_str *bytes, const char *name)
{
    for (size_t done = 0; done < bytes->size;) {
        ssize_t wrote = write(fd, bytes->bytes + done, bytes->size - done);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote < 0)
            return tr_error_system(errno, "cannot write the report to %s", name);
        done += (size_t)wrote;
    }
    return NULL;
}

static void expand(struct tr_str *out, const char *path, long pid)
{
    for (const char *p = path; *p; p++) {
        if (p[0] == '%' && p[1] == 'p') {
            tr_str_printf(out, "%ld", pid);
            p++;
        } else if (p[0] == '%' && p[1] == '%') {
            tr_str_add_char(out, *++p);
        } else {
            tr_str_add_char(out, *p);
        }
    }
}

static struct tr_error *write_in_place(const struct tr_report_place *place, const struct tr_str *bytes)
{
    struct stat status;
    if (stat(place->path, &status) < 0)
        return tr_error_system(errno, "cannot write the report to %s", place->path);
    if (status.st_dev != place->device || status.st_ino != place->inode)
        return tr_error_make(TR_ERROR_OTHER, "cannot write the report to %s: it was replaced while the program ran", place->path);
    tr_auto_close int fd = open(place->path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    if (fd < 0)
        return tr_error_system(errno, "cannot write the report to %s", place->path);
    return tr_write_all(fd, bytes, place->path);
}

/* A new file in the folder, under a name that is free. */
static int make_temporary(int folder, const char *name, mode_t mode, struct tr_str *ret_name)
{
    int fd = -1;
    for (int i = 0; i < TEMPORARY_NAMES && fd < 0; i++) {
        ret_name->size = 0;
        tr_str_printf(ret_name, "%s.%d-%d", name, (int)getpid(), i);
        fd = openat(folder, ret_name->bytes, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (fd < 0 && errno != EEXIST)
            break;
    }
    return fd;
}

struct tr_error *tr_report_place_write(const struct tr_report_place *place, long pid, const struct tr_str *bytes)
{
    if (place->folder < 0)
        return write_in_place(place, bytes);
    tr_auto_str struct tr_str name = {0}, temporary = {0};
    expand(&name, last_part(place->path), pid);
    tr_auto_close int fd = make_temporary(place->folder, name.bytes, 0666, &temporary);
    if (fd < 0)
        return tr_error_system(errno, "cannot write the report to %s", place->path);
    struct tr_error *error = tr_write_all(fd, bytes, place->path);
    if (!error && renameat(place->folder, temporary.bytes, place->folder, name.bytes) < 0)
        error = tr_error_system(errno, "cannot write the report to %s", place->path);
    if (error)
        unlinkat(place->folder, temporary.bytes, 0);
    return error;
}
