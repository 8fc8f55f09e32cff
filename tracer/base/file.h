/*
 * Opening files whose names come from the traced program or its debug information. Such a name may lead to a FIFO, a
 * device, a directory or a file of gigabytes; only regular files up to a cap are ever handed out, without blocking.
 */
#ifndef TR_BASE_FILE_H
#define TR_BASE_FILE_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

/** What a file is wanted for; decides the cap and, under a sandbox, where it may lie. */
enum tr_file_purpose {
    TR_FILE_MODULE, /* an executable or shared object that the program has mapped */
    TR_FILE_DEBUG,  /* separate debug information, a .dwo, a .gnu_debugaltlink target */
    TR_FILE_SOURCE,
};

/**
 * Asks for a file to be opened on our behalf. The analysis worker's opener asks the supervisor; a test opens directly.
 *
 * @return a descriptor for reading that the caller closes, or -errno: -ENOENT and the like from open(2), -EISDIR,
 *         -EINVAL for what is not a regular file, -EFBIG beyond the cap, -EACCES where the policy forbids it.
 */
typedef int tr_file_open_fn(void *arg, const char *path, enum tr_file_purpose purpose);

struct tr_file_opener {
    tr_file_open_fn *open;
    void *arg;
};

/** Opens directly, with the caps of base/limits.h and no other policy; @p arg is ignored. A tr_file_open_fn. */
int tr_file_open_regular(void *arg, const char *path, enum tr_file_purpose purpose);

/**
 * The same for the file @p relative below the folder @p root: without leaving it, without following a symbolic link.
 *
 * @return a descriptor, or -errno as above; -ELOOP for a symbolic link, -EXDEV for a way out. Source: openat2(2).
 */
int tr_file_open_below(const char *root, const char *relative, enum tr_file_purpose purpose);

/** A read-only private mapping of a whole file. */
struct tr_file_map {
    const unsigned char *bytes; /* NULL when empty */
    size_t size;
    int64_t mtime; /* seconds, CLOCK_REALTIME */
};

/** Map @p fd (kept open, still the caller's). A file that shrinks later raises SIGBUS: the worker's process isolates it. */
struct tr_error *tr_file_map_init(struct tr_file_map *map, int fd) TR_MUST_USE;
void tr_file_map_deinit(struct tr_file_map *map);

/**
 * Read a small file of /proc whole.
 *
 * @param[out] ret_size bytes read, may be NULL.
 * @return NUL-terminated malloc memory, or NULL with errno set.
 */
char *tr_file_read_proc(const char *path, size_t *ret_size);

#endif
