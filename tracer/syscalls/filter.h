/*
 * The seccomp filters that decide which system calls stop for tracerun. Made when tracerun is built, by libseccomp, from
 * the table of system calls (syscalls/filter_generate.c), so that a start pays nothing for them.
 */
#ifndef TR_SYSCALLS_FILTER_H
#define TR_SYSCALLS_FILTER_H

#include "syscalls/recorder.h"

#include <linux/filter.h>
#include <stdbool.h>

/* SECCOMP_RET_TRACE data, PTRACE_GETEVENTMSG of the stop. A call has one mark; when it is also to be recorded, the other wins. */
enum tr_filter_mark {
    TR_MARK_RECORD = 1,     /* for the flight recorder */
    TR_MARK_KILL,           /* kill whose target may include tracerun's group: pid 0, -1 or negative with SIGKILL or SIGSTOP.
                               No other call signals a group: rt_sigqueueinfo and tkill take one process or thread. The one
                               exception, pidfd_send_signal with PIDFD_SIGNAL_PROCESS_GROUP (Linux 6.9), needs a sandbox. */
    TR_MARK_MEMORY,         /* brk, or a large request for writable memory: the filter for the limit of memory */
    TR_MARK_CLONE_UNTRACED, /* clone with CLONE_UNTRACED: the leak checker's own tracer */
};

enum tr_filter_kind {
    TR_FILTER_NONE,      /* --syscalls=none: TR_MARK_KILL only */
    TR_FILTER_DEFAULT,   /* the calls that matter for a diagnosis, and the other two marks */
    TR_FILTER_ALL,       /* every call (except rt_sigreturn, clock_gettime and the like that say nothing), and the other two */
    TR_FILTER_SANITIZER, /* for sanitizer builds: TR_MARK_KILL and TR_MARK_CLONE_UNTRACED only, since after the detach a
                            traced call fails with ENOSYS */
};

/** @return the program, static; other architectures (i386, x32) are allowed untraced. */
const struct sock_fprog *tr_filter_program(enum tr_filter_kind kind) __attribute__((returns_nonnull));

/**
 * The filter that goes on top of another one under a limit of memory: brk, mremap of 256 KB or more, mmap and mprotect
 * of as much to writable. Its mark wins over that of a filter that was installed before. Static.
 */
const struct sock_fprog *tr_filter_memory(void) __attribute__((returns_nonnull));

/** Room for all filters of a run together. The kernel takes 4096 (BPF_MAXINSNS). */
enum { TR_FILTER_MOST_INSTRUCTIONS = 2048 };

/**
 * Have @p program decide about what @p joined lets pass so far: its returns of SECCOMP_RET_ALLOW become jumps to it.
 *
 * @param joined  its `filter` has room for TR_FILTER_MOST_INSTRUCTIONS.
 * @return false when there is not enough room.
 */
bool tr_filter_append(struct sock_fprog *joined, const struct sock_fprog *program);

#endif
