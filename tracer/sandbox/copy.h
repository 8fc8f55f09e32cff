/* A copy of the working folder, for --workdir=copy. Private to sandbox/. */
#ifndef TR_SANDBOX_COPY_H
#define TR_SANDBOX_COPY_H

#include "base/error.h"

/**
 * Copy what lies in the current folder to the folder @p target, which exists and is empty: regular files with their
 * permissions, folders, symbolic links as they are, FIFOs. Sockets and devices are left out.
 *
 * @return an error when it is larger than base/limits.h allows, or something cannot be read.
 */
struct tr_error *tr_copy_folder(const char *target) TR_MUST_USE;

#endif
