/*
 * What /proc tells about one process or thread. Every path takes a thread id: a leader that has exited shows no
 * mappings, its threads still do.
 *
 * May use: base. Used by: supervise. Source: proc(5).
 */
#ifndef TR_PROCESS_PROC_H
#define TR_PROCESS_PROC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** From /proc/TID/status. Signal sets have bit n - 1 for signal n. */
struct tr_proc_status {
    int tgid, parent, tracer;
    char state; /* R S D T t Z X; 0 when the line is missing */
    bool is_init; /* process 1 of a pid namespace below ours: signals sent to it do nothing without a handler */
    uint64_t pending, shared_pending, blocked, ignored, caught;
};

/** @return false when there is no such thread, or /proc cannot be read. */
bool tr_proc_status(int tid, struct tr_proc_status *ret);

static inline bool tr_signal_in(uint64_t set, int signal_number)
{
    return signal_number >= 1 && signal_number <= 64 && (set >> (signal_number - 1) & 1);
}

/** The thread's name, "" when it cannot be read. */
void tr_proc_name(int tid, char ret[16]);

/** The executable's path without " (deleted)", malloc memory; NULL when the link cannot be read. */
char *tr_proc_executable(int tid);

/** The auxiliary vector's entries that matter; 0 for what is not there. Source: getauxval(3). */
struct tr_proc_auxv {
    uint64_t entry; /* AT_ENTRY */
    uint64_t vdso;  /* AT_SYSINFO_EHDR */
};

/**
 * @param is_32bit  the process runs 32-bit code, so that the entries are pairs of 32-bit words.
 * @return false when unreadable.
 */
bool tr_proc_auxv(int tid, bool is_32bit, struct tr_proc_auxv *ret);

/** /proc/TID/NAME, whole, NUL-terminated, malloc memory; NULL with errno set. @p ret_size may be NULL. */
char *tr_proc_read(int tid, const char *name, size_t *ret_size);

/**
 * Open /proc/TID/NAME for reading, close-on-exec. @return a descriptor that the caller closes, or -1 with errno set.
 */
int tr_proc_open(int tid, const char *name);

/** Memory of a process, in bytes, from /proc/PID/status; 0 for what the kernel does not tell. */
struct tr_proc_memory {
    int64_t resident;    /* all that is in memory, files included */
    int64_t own;         /* anonymous, shared or not, and swapped out */
    int64_t shared;      /* of that: shared memory, which other processes may count too */
    int64_t page_tables;
    int64_t data;        /* reserved: private and writable, what RLIMIT_DATA counts */
    int64_t peak;        /* the most that was resident since its exec */
};

/** @return false when there is no such process, or it has no memory any more. */
bool tr_proc_memory(int pid, struct tr_proc_memory *ret);

/**
 * Like tr_proc_memory().own, but what several processes share is split among them, so that it can be summed. Walks
 * the page tables: a millisecond for some hundred megabytes. -1 when unreadable.
 */
int64_t tr_proc_memory_share(int pid);

/** Processor time of thread @p tid so far, microseconds; -1 where the kernel does not tell. Source: proc(5), schedstat. */
int64_t tr_proc_cpu_us(int tid);

/** A system call: its number and arguments, and the registers at it, in tracee space. */
struct tr_proc_call {
    uint64_t number, arguments[6], sp, pc;
};

/** The call that thread @p tid sleeps in; false when it runs, or sleeps outside of one. Source: proc(5), /proc/PID/syscall. */
bool tr_proc_call(int tid, struct tr_proc_call *ret);

/** Bytes that the process gave to write calls (wchar of /proc/TID/io); -1 where the kernel does not count them. */
int64_t tr_proc_bytes_written(int tid);

#endif
