/* Private folders that a run makes and removes. Private to sandbox/. */
#ifndef TR_SANDBOX_FOLDER_H
#define TR_SANDBOX_FOLDER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/**
 * Make a folder for this user only, in TMPDIR or /tmp, and remove those that a tracerun left when it was killed.
 *
 * @param owner  the process that is going to remove it.
 * @return whether @p ret has its path; else errno is set.
 */
bool tr_folder_make(pid_t owner, char *ret, size_t size);

/**
 * Remove @p path and all below it, without following a link or entering another file system, however deep it is. Nobody
 * may change it meanwhile.
 */
void tr_folder_remove(const char *path);

#endif
