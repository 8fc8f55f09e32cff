/*
 * The flight recorder: the last system calls of each thread with decoded arguments. Fed by supervise at seccomp and
 * syscall-exit stops; read once, when a report is made. docs/HOWTO_ADD_SYSCALL.md.
 */
#ifndef TR_SYSCALLS_RECORDER_H
#define TR_SYSCALLS_RECORDER_H

#include "arch/registers.h"
#include "model/report.h"
#include "process/memory.h"

enum tr_syscall_level {
    TR_SYSCALLS_NONE,    /* nothing is recorded; only what supervision itself needs is traced */
    TR_SYSCALLS_DEFAULT, /* the calls that matter for a diagnosis */
    TR_SYSCALLS_ALL,
};

struct tr_recorder;

/** @param start_us  tr_now_us() of the launch: at_ms counts from it. Ended with tr_recorder_destroy(). */
struct tr_recorder *tr_recorder_create(enum tr_syscall_level level, int64_t start_us) __attribute__((returns_nonnull));
void tr_recorder_destroy(struct tr_recorder *recorder);

/**
 * A thread is about to make a system call: decode what the arguments point to now (paths, buffers, sockets' addresses).
 * The thread must be stopped at the entry. Calls that the level leaves out are ignored, so this may be called for any mark.
 *
 * @param memory  reader of its process; flushed by the caller.
 * @return whether the result is wanted: then the caller resumes with PTRACE_SYSCALL and calls tr_recorder_leave().
 */
bool tr_recorder_enter(struct tr_recorder *recorder, int pid, int tid, const struct tr_registers *registers,
                       struct tr_memory *memory);

/**
 * The call that the thread entered has returned @p result (negative errno as the kernel gives it: -4095..-1). Nothing
 * happens when none was entered. The thread must be stopped at the exit.
 *
 * @param memory  reader of its process, flushed here when it is needed; NULL when there is none any more.
 */
void tr_recorder_leave(struct tr_recorder *recorder, int tid, int64_t result, struct tr_memory *memory);

/**
 * Thread @p old_tid of @p pid, not its leader, has executed another program and is the leader now (PTRACE_EVENT_EXEC with
 * PTRACE_GETEVENTMSG other than the pid): the exit of its execve comes as @p pid.
 */
void tr_recorder_exec(struct tr_recorder *recorder, int pid, int old_tid);

/**
 * Where a recorded call came from, kept as raw material and turned into a location only when a report is made.
 * Taken at the entry of calls that open or look up something, and of all that fail: registers, and the stack above rsp.
 */
enum { TR_SYSCALL_STACK_BYTES = 2048 };
struct tr_syscall_origin {
    struct tr_registers registers;
    unsigned stack_size; /* bytes valid in stack, from rsp upwards */
    unsigned char stack[TR_SYSCALL_STACK_BYTES];
};

/** One recorded call and its record in the report, so that session can fill `location` from `origin`. */
struct tr_recorded {
    struct tr_syscall *record;
    const struct tr_syscall_origin *origin; /* NULL when none was taken; borrowed from the recorder */
    int pid;
};

/**
 * Fill @p ret (arena's) with what was recorded: for @p pid first, then the other processes (those carry `process`), oldest
 * first. Of the primary process's threads, the last calls of each, together about TR_LIMIT_SYSCALLS_REPORTED; of the others
 * together TR_LIMIT_SYSCALLS_KEPT.
 *
 * @param[out] ret_recorded, ret_count  array in @p arena, one for each entry of recent and failed.
 */
void tr_recorder_report(const struct tr_recorder *recorder, struct tr_arena *arena, int pid, struct tr_syscalls *ret,
                        struct tr_recorded **ret_recorded, size_t *ret_count);

/**
 * Text of a call in progress, for threads[].waiting_for: "read(0<pipe:[123]>, 0x7ffd…, 4096)". The thread must be stopped.
 *
 * @param pid     the thread or its process, for /proc/PID/fd.
 * @param memory  may be NULL: addresses stay addresses.
 * @return in @p arena; NULL when the thread was not inside a system call, or its call was already done.
 */
const char *tr_syscall_describe(struct tr_arena *arena, int pid, const struct tr_registers *registers, struct tr_memory *memory);

/** Whether a stopped thread is inside a system call that has not come to its end: it waits, or our stop has cut it short. */
bool tr_syscall_in_progress(const struct tr_registers *registers);

/** Name of a system call of the native ABI ("openat"), or NULL. */
const char *tr_syscall_name(long number);

/** Name of an errno value ("ENOENT"), or NULL. */
const char *tr_errno_name(int value);

/** Name of a signal ("SIGSEGV", "SIGRTMIN+3"); in a static or thread-local buffer for unknown numbers. */
const char *tr_signal_name(int number);

/** Name of si_code for a signal ("SEGV_MAPERR", "SI_TKILL"), or NULL. */
const char *tr_signal_code_name(int signal_number, int code);

#endif
