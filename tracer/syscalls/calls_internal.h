/*
 * What the flight recorder keeps: calls, and rings of the last ones. A call may be in two rings (recent and failed) at once
 * and is counted by reference. May use: base, arch. Used by: recorder, recorder_report.
 */
#ifndef TR_SYSCALLS_CALLS_INTERNAL_H
#define TR_SYSCALLS_CALLS_INTERNAL_H

#include "base/limits.h"
#include "syscalls/decode_internal.h"
#include "syscalls/recorder.h"

#include <uthash.h>

enum tr_call_state {
    TR_CALL_IN_PROGRESS,
    TR_CALL_RETURNED,
    TR_CALL_INTERRUPTED, /* by a signal; the kernel restarts it, or the program sees EINTR */
};

struct tr_call {
    unsigned references;
    unsigned times;     /* failed the same way so often */
    unsigned number;    /* index of the counts: the call's number, or the table's size for one that it does not know */
    int pid, tid;
    uint64_t sequence;  /* of the recorder: order in time */
    int64_t at_us;      /* tr_now_us() at the entry */
    const struct tr_syscall_row *row;
    uint64_t values[TR_SYSCALL_ARGUMENTS];
    struct tr_registers registers; /* at the entry */
    struct tr_syscall_origin *origin; /* NULL: not taken */
    struct tr_hole hole;
    enum tr_call_state state;
    int64_t result;
    char *text;
};

/** A new zeroed call with one reference. */
struct tr_call *tr_call_create(void) __attribute__((returns_nonnull));

/** Drop one reference; NULL is allowed. */
void tr_call_release(struct tr_call *call);

/** Whether the call returned an error, -4095..-1. */
bool tr_call_failed(const struct tr_call *call);

/** Copy the registers and the stack above rsp into call->origin, once. @p memory must show the thread's stack now. */
void tr_call_keep_origin(struct tr_call *call, struct tr_memory *memory);

/** The last calls, in slots of the caller's; the oldest gives way. */
struct tr_ring {
    struct tr_call **slots;
    unsigned size;  /* slots */
    unsigned next;  /* slot to be filled next */
};

/** Add @p call, taking a reference. */
void tr_ring_push(struct tr_ring *ring, struct tr_call *call);

/** Put @p call, the same failure once more, in the place of the one that is there; it moves to the newest end. */
void tr_ring_push_failure(struct tr_ring *ring, struct tr_call *call);

/** Release every call. */
void tr_ring_clear(struct tr_ring *ring);

/** One thread's calls. */
struct tr_thread_calls {
    int tid;
    int pid;                     /* of its last call */
    uint64_t last_sequence;      /* of its last call */
    struct tr_call *current;     /* entered and not left; a reference */
    struct tr_call *interrupted; /* to be restarted; a reference */
    struct tr_call *recent_slots[TR_LIMIT_SYSCALLS_KEPT], *failed_slots[TR_LIMIT_SYSCALLS_FAILED];
    struct tr_ring recent, failed;
    UT_hash_handle hh;
};

struct tr_recorder {
    enum tr_syscall_level level;
    int64_t start_us;
    uint64_t sequence;
    uint64_t *counts;              /* by number, tr_syscall_table_size() + 1 of them */
    struct tr_thread_calls *threads; /* uthash by tid */
    unsigned threads_dropped;      /* TR_LIMIT_SYSCALL_THREADS */
    struct tr_str scratch;         /* text being made */
};

#endif
