/* Writing a report to a file, whole or not at all. Private to cli/. */
#ifndef TR_CLI_REPORT_FILE_H
#define TR_CLI_REPORT_FILE_H

#include "base/error.h"
#include "base/str.h"

#include <sys/types.h>

/** A file that a report is to go to, settled before the launch: the program may replace files, and folders on the way. */
struct tr_report_place {
    const char *path;     /* as given; borrowed */
    int folder;           /* descriptor of its folder, close-on-exec; -1 when the file is written in place */
    dev_t device;         /* of the file that is written in place: a device, a FIFO */
    ino_t inode;
};

/**
 * Before the launch: whether a report could be written to @p path, and where that is.
 *
 * @param[out] ret  its descriptor belongs to the caller until the end.
 */
struct tr_error *tr_report_place_find(const char *path, struct tr_report_place *ret) TR_MUST_USE;

/**
 * Write @p bytes to @p place: to a temporary name in its folder and renamed, so that a reader never sees half a report; in
 * place when it was something else than a regular file before the launch, and still is the same.
 *
 * @param pid  stands for %p in the last part of the path.
 */
struct tr_error *tr_report_place_write(const struct tr_report_place *place, long pid, const struct tr_str *bytes) TR_MUST_USE;

/** Write all of @p bytes to a descriptor. @p name is for the error. */
struct tr_error *tr_write_all(int fd, const struct tr_str *bytes, const char *name) TR_MUST_USE;

#endif
