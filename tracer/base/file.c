#include "base/file.h"

#include "base/cleanup.h"
#include "base/limits.h"
#include "base/str.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>

static off_t cap(enum tr_file_purpose purpose)
{
    return purpose == TR_FILE_SOURCE ? TR_LIMIT_SOURCE_BYTES : TR_LIMIT_FILE_BYTES;
}

/* Open for reading what @p handle, opened with O_PATH, leads to. */
static int open_handle(int handle, enum tr_file_purpose purpose)
{
    struct stat status;
    if (fstat(handle, &status) < 0)
        return -errno;
    if (S_ISDIR(status.st_mode))
        return -EISDIR;
    if (!S_ISREG(status.st_mode))
        return -EINVAL;
    if (status.st_size > cap(purpose))
        return -EFBIG;
    char self[64];
    snprintf(self, sizeof(self), "/proc/self/fd/%d", handle);
    /* O_NONBLOCK: a FIFO answers at once instead of waiting for a writer. */
    int fd = open(self, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    return fd < 0 ? -errno : fd;
}

int tr_file_open_regular(void *arg, const char *path, enum tr_file_purpose purpose)
{
    (void)arg;
    /* Opening a device may have effects, hence O_PATH first. */
    tr_auto_close int handle = open(path, O_PATH | O_CLOEXEC);
    return handle < 0 ? -errno : open_handle(handle, purpose);
}

int tr_file_open_below(const char *root, const char *relative, enum tr_file_purpose purpose)
{
    const struct open_how how = {
        .flags = O_PATH | O_CLOEXEC,
        .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS,
    };
    tr_auto_close int folder = open(root, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0)
        return -errno;
    tr_auto_close int handle = (int)syscall(SYS_openat2, folder, relative, &how, sizeof(how));
    return handle < 0 ? -errno : open_handle(handle, purpose);
}

struct tr_error *tr_file_map_init(struct tr_file_map *map, int fd)
{
    struct stat status;
    if (fstat(fd, &status) < 0)
        return tr_error_system(errno, "cannot examine a file");
    struct tr_file_map result = {.size = (size_t)status.st_size, .mtime = status.st_mtim.tv_sec};
    if (result.size) {
        void *bytes = mmap(NULL, result.size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (bytes == MAP_FAILED)
            return tr_error_system(errno, "cannot map a file");
        result.bytes = bytes;
    }
    *map = result;
    return NULL;
}

void tr_file_map_deinit(struct tr_file_map *map)
{
    if (map->bytes)
        munmap((void *)map->bytes, map->size);
    *map = (struct tr_file_map){0};
}

char *tr_file_read_proc(const char *path, size_t *ret_size)
{
    tr_auto_close int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return NULL;
    struct tr_str text = {0};
    char buffer[16384];
    for (;;) {
        ssize_t got = read(fd, buffer, sizeof(buffer));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            int saved = errno;
            tr_str_deinit(&text);
            errno = saved;
            return NULL;
        }
        if (got == 0)
            break;
        tr_str_add(&text, buffer, (size_t)got);
    }
    if (!text.bytes)
        tr_str_add_text(&text, "");
    if (ret_size)
        *ret_size = text.size;
    return text.bytes;
}
