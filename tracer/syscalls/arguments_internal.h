/* Every argument function and table of constants that table_x86_64.def may name, by the file that defines it. */
#ifndef TR_SYSCALLS_ARGUMENTS_INTERNAL_H
#define TR_SYSCALLS_ARGUMENTS_INTERNAL_H

#include "syscalls/decode_internal.h"

/* arguments.c: words that need no memory, and what has no better place */
tr_argument_fn tr_argument_pointer, tr_argument_signed, tr_argument_unsigned, tr_argument_long, tr_argument_size,
    tr_argument_hex, tr_argument_data, tr_argument_data_out;

/* files.c */
tr_argument_fn tr_argument_fd, tr_argument_dirfd, tr_argument_path, tr_argument_path_out, tr_argument_mode,
    tr_argument_open_mode, tr_argument_open_how, tr_argument_file_type, tr_argument_device, tr_argument_fd_pair,
    tr_argument_fcntl_argument, tr_argument_iovec;
extern const struct tr_constants tr_constants_open, tr_constants_open_extra, tr_constants_access, tr_constants_access_at,
    tr_constants_at, tr_constants_unlinkat, tr_constants_whence, tr_constants_flock, tr_constants_fcntl,
    tr_constants_fallocate, tr_constants_rename, tr_constants_mount, tr_constants_umount, tr_constants_inotify,
    tr_constants_ioctl;

/* memory.c */
extern const struct tr_constants tr_constants_protection, tr_constants_mmap, tr_constants_mremap, tr_constants_msync,
    tr_constants_madvise, tr_constants_mlockall, tr_constants_memfd, tr_constants_getrandom;

/* ipc.c: System V */
tr_argument_fn tr_argument_sembufs;
extern const struct tr_constants tr_constants_ipc_key, tr_constants_ipc_get, tr_constants_ipc_control,
    tr_constants_shmat, tr_constants_semaphore_control, tr_constants_message_queue;

/* sockets.c */
tr_argument_fn tr_argument_sockaddr, tr_argument_sockaddr_out, tr_argument_socket_option;
extern const struct tr_constants tr_constants_socket_domain, tr_constants_socket_type, tr_constants_socket_flags,
    tr_constants_socket_level, tr_constants_message, tr_constants_shutdown;

/* processes.c */
tr_argument_fn tr_argument_argv, tr_argument_envp, tr_argument_wait_status, tr_argument_rlimit, tr_argument_clone_args,
    tr_argument_prctl_argument;
extern const struct tr_constants tr_constants_clone, tr_constants_unshare, tr_constants_wait, tr_constants_wait_id,
    tr_constants_rlimit, tr_constants_rusage, tr_constants_priority, tr_constants_scheduler, tr_constants_prctl,
    tr_constants_arch_prctl, tr_constants_seccomp, tr_constants_ptrace;

/* signals.c */
tr_argument_fn tr_argument_signal, tr_argument_sigset;
extern const struct tr_constants tr_constants_sigmask;

/* time.c */
tr_argument_fn tr_argument_timespec, tr_argument_timeval, tr_argument_itimerval, tr_argument_itimerspec;
extern const struct tr_constants tr_constants_clock, tr_constants_itimer, tr_constants_timer;

/* waiting.c: what threads sleep in */
tr_argument_fn tr_argument_pollfds, tr_argument_fdset, tr_argument_epoll_event, tr_argument_futex_timeout,
    tr_argument_futex_second, tr_argument_futex_third;
extern const struct tr_constants tr_constants_futex, tr_constants_epoll_control, tr_constants_descriptor,
    tr_constants_eventfd;

#endif
