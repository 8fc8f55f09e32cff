/*
 * Landlock(7) in typed calls: which files a process and its descendants may open, and how. May use: base. Used by:
 * supervise, analysis.
 *
 * The numbers are those of linux/landlock.h up to ABI 7; the header of the build machine may be older.
 */
#ifndef TR_SANDBOX_LANDLOCK_H
#define TR_SANDBOX_LANDLOCK_H

#include <stdint.h>

enum tr_landlock_right {
    TR_LANDLOCK_EXECUTE = 1 << 0,
    TR_LANDLOCK_WRITE_FILE = 1 << 1,
    TR_LANDLOCK_READ_FILE = 1 << 2,
    TR_LANDLOCK_READ_DIR = 1 << 3,
    TR_LANDLOCK_REMOVE_DIR = 1 << 4,
    TR_LANDLOCK_REMOVE_FILE = 1 << 5,
    TR_LANDLOCK_MAKE_CHAR = 1 << 6,
    TR_LANDLOCK_MAKE_DIR = 1 << 7,
    TR_LANDLOCK_MAKE_REG = 1 << 8,
    TR_LANDLOCK_MAKE_SOCK = 1 << 9,
    TR_LANDLOCK_MAKE_FIFO = 1 << 10,
    TR_LANDLOCK_MAKE_BLOCK = 1 << 11,
    TR_LANDLOCK_MAKE_SYM = 1 << 12,
    TR_LANDLOCK_REFER = 1 << 13,     /* ABI 2 */
    TR_LANDLOCK_TRUNCATE = 1 << 14,  /* ABI 3 */
    TR_LANDLOCK_IOCTL_DEV = 1 << 15, /* ABI 5 */
};

/** From these ABIs on, truncation is governed, and signals and abstract sockets stay inside. */
enum { TR_LANDLOCK_ABI_TRUNCATE = 3, TR_LANDLOCK_ABI_SCOPES = 6 };

/** @return the kernel's ABI, from 1; negative errno (-ENOSYS, -EOPNOTSUPP) when there is none. */
int tr_landlock_abi(void);

/** A rule set that governs all that @p abi knows: files, TCP, signals. @return a descriptor, or -errno. */
int tr_landlock_create(int abi);

/**
 * Allow @p rights, enum tr_landlock_right, on the file or below the folder @p path, symlinks followed.
 *
 * Rights that @p abi does not know, or that a file cannot have, are left out.
 * @return 0, or an errno value; ENOENT when there is no such path.
 */
int tr_landlock_allow(int ruleset, int abi, const char *path, uint64_t rights);

/** The same for what the descriptor @p fd is of, which need not have a path: EBADFD for a pipe or socket. */
int tr_landlock_allow_fd(int ruleset, int abi, int fd, uint64_t rights);

/** Confine the calling thread, which must have no_new_privs or CAP_SYS_ADMIN. @return 0 or an errno value. */
int tr_landlock_enter(int ruleset);

#endif
