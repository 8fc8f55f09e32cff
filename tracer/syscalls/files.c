#include "syscalls/arguments_internal.h"

#include "base/limits.h"

#include <fcntl.h>
#include <inttypes.h>
#include <linux/openat2.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/uio.h>
#include <unistd.h>

/* glibc defines O_LARGEFILE as 0 on x86-64; the kernel's bit (asm-generic/fcntl.h) still turns up in F_GETFL and fanotify. */
#define KERNEL_O_LARGEFILE 0100000

#define OPEN_FLAGS                                                                                                  \
    TR_CONSTANT(O_CREAT), TR_CONSTANT(O_EXCL), TR_CONSTANT(O_NOCTTY), TR_CONSTANT(O_TRUNC), TR_CONSTANT(O_APPEND),  \
        TR_CONSTANT(O_NONBLOCK), TR_CONSTANT(O_SYNC), TR_CONSTANT(O_DSYNC), TR_CONSTANT(O_ASYNC), TR_CONSTANT(O_DIRECT), \
        {KERNEL_O_LARGEFILE, "O_LARGEFILE"}, TR_CONSTANT(O_TMPFILE), TR_CONSTANT(O_DIRECTORY), TR_CONSTANT(O_NOFOLLOW), \
        TR_CONSTANT(O_NOATIME), TR_CONSTANT(O_CLOEXEC), TR_CONSTANT(O_PATH)

TR_CONSTANTS(open, O_ACCMODE, false, TR_CONSTANT(O_RDONLY), TR_CONSTANT(O_WRONLY), TR_CONSTANT(O_RDWR), OPEN_FLAGS);
/* Without an access mode: pipe2. */
TR_FLAGS(open_extra, OPEN_FLAGS);

TR_FLAGS(access, TR_CONSTANT(F_OK), TR_CONSTANT(R_OK), TR_CONSTANT(W_OK), TR_CONSTANT(X_OK));
TR_FLAGS(at, TR_CONSTANT(AT_SYMLINK_NOFOLLOW), TR_CONSTANT(AT_SYMLINK_FOLLOW), TR_CONSTANT(AT_NO_AUTOMOUNT),
         TR_CONSTANT(AT_EMPTY_PATH), TR_CONSTANT(AT_RECURSIVE));
/* The same bit means AT_EACCESS to faccessat2 and AT_REMOVEDIR to unlinkat. */
TR_FLAGS(access_at, TR_CONSTANT(AT_EACCESS), TR_CONSTANT(AT_SYMLINK_NOFOLLOW), TR_CONSTANT(AT_EMPTY_PATH));
TR_FLAGS(unlinkat, TR_CONSTANT(AT_REMOVEDIR));
TR_CHOICE(whence, TR_CONSTANT(SEEK_SET), TR_CONSTANT(SEEK_CUR), TR_CONSTANT(SEEK_END), TR_CONSTANT(SEEK_DATA),
          TR_CONSTANT(SEEK_HOLE));
TR_FLAGS(flock, TR_CONSTANT(LOCK_SH), TR_CONSTANT(LOCK_EX), TR_CONSTANT(LOCK_NB), TR_CONSTANT(LOCK_UN));
TR_FLAGS(fallocate, TR_CONSTANT(FALLOC_FL_KEEP_SIZE), TR_CONSTANT(FALLOC_FL_PUNCH_HOLE),
         TR_CONSTANT(FALLOC_FL_COLLAPSE_RANGE), TR_CONSTANT(FALLOC_FL_ZERO_RANGE), TR_CONSTANT(FALLOC_FL_INSERT_RANGE),
         TR_CONSTANT(FALLOC_FL_UNSHARE_RANGE));
TR_FLAGS(rename, TR_CONSTANT(RENAME_NOREPLACE), TR_CONSTANT(RENAME_EXCHANGE), TR_CONSTANT(RENAME_WHITEOUT));
TR_FLAGS(mount, TR_CONSTANT(MS_RDONLY), TR_CONSTANT(MS_NOSUID), TR_CONSTANT(MS_NODEV), TR_CONSTANT(MS_NOEXEC),
         TR_CONSTANT(MS_SYNCHRONOUS), TR_CONSTANT(MS_REMOUNT), TR_CONSTANT(MS_MANDLOCK), TR_CONSTANT(MS_DIRSYNC),
         TR_CONSTANT(MS_NOATIME), TR_CONSTANT(MS_NODIRATIME), TR_CONSTANT(MS_BIND), TR_CONSTANT(MS_MOVE),
         TR_CONSTANT(MS_REC), TR_CONSTANT(MS_SILENT), TR_CONSTANT(MS_UNBINDABLE), TR_CONSTANT(MS_PRIVATE),
         TR_CONSTANT(MS_SLAVE), TR_CONSTANT(MS_SHARED), TR_CONSTANT(MS_RELATIME), TR_CONSTANT(MS_STRICTATIME),
         TR_CONSTANT(MS_LAZYTIME));
TR_FLAGS(umount, TR_CONSTANT(MNT_FORCE), TR_CONSTANT(MNT_DETACH), TR_CONSTANT(MNT_EXPIRE),
         TR_CONSTANT(UMOUNT_NOFOLLOW));
TR_FLAGS(inotify, TR_CONSTANT(IN_ALL_EVENTS), TR_CONSTANT(IN_ACCESS), TR_CONSTANT(IN_MODIFY), TR_CONSTANT(IN_ATTRIB),
         TR_CONSTANT(IN_CLOSE_WRITE), TR_CONSTANT(IN_CLOSE_NOWRITE), TR_CONSTANT(IN_OPEN), TR_CONSTANT(IN_MOVED_FROM),
         TR_CONSTANT(IN_MOVED_TO), TR_CONSTANT(IN_CREATE), TR_CONSTANT(IN_DELETE), TR_CONSTANT(IN_DELETE_SELF),
         TR_CONSTANT(IN_MOVE_SELF), TR_CONSTANT(IN_ONLYDIR), TR_CONSTANT(IN_DONT_FOLLOW), TR_CONSTANT(IN_EXCL_UNLINK),
         TR_CONSTANT(IN_MASK_CREATE), TR_CONSTANT(IN_MASK_ADD), TR_CONSTANT(IN_ONESHOT));
TR_CONSTANTS(ioctl, UINT32_MAX, false, TR_CONSTANT(TCGETS), TR_CONSTANT(TCSETS), TR_CONSTANT(TCSETSW),
             TR_CONSTANT(TCSETSF), TR_CONSTANT(TIOCGWINSZ), TR_CONSTANT(TIOCSWINSZ), TR_CONSTANT(TIOCGPGRP),
             TR_CONSTANT(TIOCSPGRP), TR_CONSTANT(TIOCSCTTY), TR_CONSTANT(TIOCNOTTY), TR_CONSTANT(TIOCGSID),
             TR_CONSTANT(FIONREAD), TR_CONSTANT(FIONBIO), TR_CONSTANT(FIOCLEX), TR_CONSTANT(FIONCLEX));
TR_CHOICE(fcntl, TR_CONSTANT(F_DUPFD), TR_CONSTANT(F_DUPFD_CLOEXEC), TR_CONSTANT(F_GETFD), TR_CONSTANT(F_SETFD),
          TR_CONSTANT(F_GETFL), TR_CONSTANT(F_SETFL), TR_CONSTANT(F_GETLK), TR_CONSTANT(F_SETLK), TR_CONSTANT(F_SETLKW),
          TR_CONSTANT(F_OFD_GETLK), TR_CONSTANT(F_OFD_SETLK), TR_CONSTANT(F_OFD_SETLKW), TR_CONSTANT(F_GETOWN),
          TR_CONSTANT(F_SETOWN), TR_CONSTANT(F_GETSIG), TR_CONSTANT(F_SETSIG), TR_CONSTANT(F_SETLEASE),
          TR_CONSTANT(F_GETLEASE), TR_CONSTANT(F_NOTIFY), TR_CONSTANT(F_GETPIPE_SZ), TR_CONSTANT(F_SETPIPE_SZ),
          TR_CONSTANT(F_ADD_SEALS), TR_CONSTANT(F_GET_SEALS));

TR_FLAGS(fd_flags, TR_CONSTANT(FD_CLOEXEC));
TR_CHOICE(lock_type, TR_CONSTANT(F_RDLCK), TR_CONSTANT(F_WRLCK), TR_CONSTANT(F_UNLCK));
TR_FLAGS(resolve, TR_CONSTANT(RESOLVE_NO_XDEV), TR_CONSTANT(RESOLVE_NO_MAGICLINKS), TR_CONSTANT(RESOLVE_NO_SYMLINKS),
         TR_CONSTANT(RESOLVE_BENEATH), TR_CONSTANT(RESOLVE_IN_ROOT), TR_CONSTANT(RESOLVE_CACHED));
TR_CONSTANTS(file_type_bits, S_IFMT, false, TR_CONSTANT(S_IFREG), TR_CONSTANT(S_IFCHR), TR_CONSTANT(S_IFBLK),
             TR_CONSTANT(S_IFIFO), TR_CONSTANT(S_IFSOCK), TR_CONSTANT(S_IFDIR));

void tr_argument_fd(struct tr_decode *decode, uint64_t value) { tr_decode_add_fd(decode, (int32_t)value); }

void tr_argument_dirfd(struct tr_decode *decode, uint64_t value)
{
    if ((int32_t)value == AT_FDCWD)
        tr_str_add_text(decode->out, "AT_FDCWD");
    else
        tr_decode_add_fd(decode, (int32_t)value);
}

void tr_argument_path(struct tr_decode *decode, uint64_t value) { tr_decode_add_string_at(decode, value); }

/* The result is the length; getcwd counts the NUL and readlink has none. */
void tr_argument_path_out(struct tr_decode *decode, uint64_t value)
{
    uint64_t size = (uint64_t)decode->result;
    char last;
    if (size && decode->memory && tr_memory_read(decode->memory, value + size - 1, &last, 1) && !last)
        size--;
    tr_decode_add_bytes_at(decode, value, size);
}

void tr_argument_mode(struct tr_decode *decode, uint64_t value)
{
    tr_str_printf(decode->out, "%#03" PRIo32, (uint32_t)value);
}

/* The mode counts only when a file may be made; otherwise the register holds rubbish. The flags come before it. */
void tr_argument_open_mode(struct tr_decode *decode, uint64_t value)
{
    uint64_t flags = decode->values[decode->index - 1];
    if ((flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE)
        tr_argument_mode(decode, value);
}

void tr_argument_open_how(struct tr_decode *decode, uint64_t value)
{
    struct open_how how;
    if (!tr_decode_read(decode, value, &how, sizeof(how)))
        return;
    tr_str_add_text(decode->out, "{flags=");
    tr_constants_add(decode->out, &tr_constants_open, how.flags);
    if (how.mode)
        tr_str_printf(decode->out, ", mode=%#03" PRIo64, (uint64_t)how.mode);
    tr_str_add_text(decode->out, ", resolve=");
    tr_constants_add(decode->out, &tr_constants_resolve, how.resolve);
    tr_str_add_char(decode->out, '}');
}

void tr_argument_file_type(struct tr_decode *decode, uint64_t value)
{
    if (value & S_IFMT) {
        tr_constants_add(decode->out, &tr_constants_file_type_bits, value & S_IFMT);
        tr_str_add_char(decode->out, '|');
    }
    tr_argument_mode(decode, value & ~(uint64_t)S_IFMT);
}

void tr_argument_device(struct tr_decode *decode, uint64_t value)
{
    tr_str_printf(decode->out, "makedev(%u, %u)", major((uint32_t)value), minor((uint32_t)value));
}

void tr_argument_fd_pair(struct tr_decode *decode, uint64_t value)
{
    int32_t pair[2];
    if (tr_decode_read(decode, value, pair, sizeof(pair)))
        tr_str_printf(decode->out, "[%" PRId32 ", %" PRId32 "]", pair[0], pair[1]);
}

static void add_lock(struct tr_decode *decode, uint64_t value)
{
    struct flock lock;
    if (!tr_decode_read(decode, value, &lock, sizeof(lock)))
        return;
    tr_str_add_text(decode->out, "{l_type=");
    tr_constants_add(decode->out, &tr_constants_lock_type, (uint64_t)lock.l_type);
    tr_str_add_text(decode->out, ", l_whence=");
    tr_constants_add(decode->out, &tr_constants_whence, (uint64_t)lock.l_whence);
    tr_str_printf(decode->out, ", l_start=%" PRId64 ", l_len=%" PRId64 "}", (int64_t)lock.l_start, (int64_t)lock.l_len);
}

/* What the third argument of fcntl is depends on the second. */
void tr_argument_fcntl_argument(struct tr_decode *decode, uint64_t value)
{
    switch ((int32_t)decode->values[1]) {
    case F_GETFD: case F_GETFL: case F_GETOWN: case F_GETSIG: case F_GETLEASE: case F_GETPIPE_SZ: case F_GET_SEALS:
        break;
    case F_SETFD:
        tr_constants_add(decode->out, &tr_constants_fd_flags, value);
        break;
    case F_SETFL:
        tr_constants_add(decode->out, &tr_constants_open, value);
        break;
    case F_GETLK: case F_SETLK: case F_SETLKW: case F_OFD_GETLK: case F_OFD_SETLK: case F_OFD_SETLKW:
        add_lock(decode, value);
        break;
    case F_DUPFD: case F_DUPFD_CLOEXEC: case F_SETOWN: case F_SETPIPE_SZ:
        tr_argument_signed(decode, value);
        break;
    case F_SETSIG:
        tr_argument_signal(decode, value);
        break;
    default:
        tr_argument_hex(decode, value);
    }
}

/* What writev writes; the count is the next argument. */
void tr_argument_iovec(struct tr_decode *decode, uint64_t value)
{
    struct iovec items[TR_LIMIT_SYSCALL_ITEMS];
    uint64_t count = (uint32_t)tr_decode_next(decode), shown = count < TR_COUNT(items) ? count : TR_COUNT(items);
    if (!shown) {
        tr_decode_add_pointer(decode, value);
        return;
    }
    if (!tr_decode_read(decode, value, items, shown * sizeof(*items)))
        return;
    tr_str_add_char(decode->out, '[');
    for (size_t i = 0; i < shown; i++) {
        tr_str_add_text(decode->out, i ? ", {" : "{");
        tr_decode_add_bytes_at(decode, (uint64_t)(uintptr_t)items[i].iov_base, items[i].iov_len);
        tr_str_printf(decode->out, ", %zu}", items[i].iov_len);
    }
    tr_str_add_text(decode->out, shown < count ? ", …]" : "]");
}
