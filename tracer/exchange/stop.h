/*
 * A stop: what the supervisor saw of a process, taken while all its threads are stopped. It is handed to session, and
 * travels to the analysis worker, which adds what memory and debug information tell.
 */
#ifndef TR_EXCHANGE_STOP_H
#define TR_EXCHANGE_STOP_H

#include "arch/registers.h"
#include "base/arena.h"
#include "base/str.h"
#include "base/wire.h"
#include "model/bound.h"
#include "model/report.h"

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

enum tr_stop_reason {
    TR_STOP_SIGNAL,      /* a signal that will end the process is about to be delivered to `tid` */
    TR_STOP_HANDLED,     /* a fault that the process has a handler for */
    TR_STOP_EXIT,        /* the process is exiting with a non-zero status; the stack of exit() is intact */
    TR_STOP_MAIN_RETURN, /* main has just returned a non-zero status; its frame lies below the stack pointer */
    TR_STOP_TIMEOUT,     /* the time is up: `hit` says which */
    TR_STOP_LIMIT,       /* tracerun ends the run since `hit` was exceeded */
    TR_STOP_REFUSED,     /* a call has just failed because of `hit`; the program goes on */
    TR_STOP_VIOLATION,   /* the sandbox has refused a call of `tid`, and the run is ended */
    TR_STOP_DENIED,      /* the sandbox has refused a call of `tid`, which goes on */
    TR_STOP_DEADLOCK,    /* every thread of the run waits for ever; proved by supervise */
    TR_STOP_INTERRUPT,   /* tracerun was asked to stop (TERM, HUP, INT) and the program is about to be ended */
    TR_STOP_LOOK,        /* somebody wants to know what the process does; it goes on afterwards */
};

struct tr_stop_thread {
    int tid;
    char name[16];              /* /proc/TID/comm */
    bool has_registers;         /* false: the thread could not be stopped in time, or is gone */
    struct tr_registers registers; /* without has_registers, but in_syscall: those of the call only */
    bool has_vectors;
    struct user_fpregs_struct vectors; /* x87 and SSE registers, as FXSAVE lays them out */
    bool in_syscall;            /* orig_rax holds the number of a call in progress or just interrupted */
    bool exiting;
    int64_t cpu_us;             /* processor time that it has used; -1: unknown */
    int stop_signal;            /* the process stands in a group stop by this signal (SIGSTOP, SIGTSTP, …); 0: not */
};

enum { TR_SAMPLE_REGIONS = 8, TR_SAMPLE_ENDS = 32, TR_SAMPLE_WHOLE_ENDS = 6 };

/** Bytes of memory as they were at a moment. */
struct tr_sample_region {
    uint64_t address;
    const void *bytes;
    uint32_t size;
};

/** A thread at a moment, and the memory that it is likely to work on. */
struct tr_sample_moment {
    bool taken;
    struct tr_registers registers;
    struct tr_sample_region regions[TR_SAMPLE_REGIONS]; /* the stack from rsp - 128 upwards, then variables, heap, those of libc */
    uint32_t region_count;
    struct tr_sample_region vectors; /* not memory: the x87, SSE and AVX registers, as the kernel lays them out; size 0: unknown */
};

/**
 * What a thread that computes did in the milliseconds before the stop, everything else being stopped: a first moment, and
 * how it went on from there to the moment of the stop.
 */
struct tr_samples {
    bool taken;
    bool returned;      /* the stop is at pc and stack pointer of `first`, `turns` times later */
    bool by_breakpoint; /* the turns were not stepped through: pcs tell only the beginning of the first */
    bool has_unseen;    /* behind the turns that were stepped through, others ran up to a breakpoint */
    bool is_alone;      /* no other thread can run nor process change its memory, and no signal is handled */
    bool input_at_end;  /* descriptor 0 has nothing more to give: a file at its end, a pipe that nobody writes to */
    uint32_t turns;
    struct tr_sample_moment earlier; /* anywhere; from there it ran freely up to `first` */
    int64_t free_us;    /* processor time of the process in between; 0 when unknown */
    struct tr_sample_moment first;
    /* Behind the first turn, the second, …; not taken where there were fewer. From TR_SAMPLE_WHOLE_ENDS on only of the stack. */
    struct tr_sample_moment ends[TR_SAMPLE_ENDS];
    uint64_t *pcs;      /* of the instructions that ran from `first` on, in order */
    struct user_regs_struct *states; /* before each of these */
    uint32_t pc_count;
    uint64_t highest_sp; /* stack pointer, of these */
    int64_t elapsed_us;
};

struct tr_stop {
    enum tr_stop_reason reason;
    int pid, tid;               /* process, and the thread that the stop is about */
    bool has_signal;
    siginfo_t signal;
    int exit_code;              /* TR_STOP_EXIT, TR_STOP_MAIN_RETURN: 1..255 */
    struct tr_stop_thread *threads; /* that of `tid` first */
    size_t thread_count, omitted_threads;
    const char *maps;           /* text of /proc/PID/maps; "" when unreadable */
    const char *executable;     /* readlink of /proc/PID/exe, without " (deleted)"; NULL when unreadable */
    uint64_t entry, vdso;       /* AT_ENTRY, AT_SYSINFO_EHDR; 0 when unknown */
    uint64_t stack_limit;       /* RLIMIT_STACK, soft; UINT64_MAX when unlimited */
    uint64_t start_sp;          /* rsp at the exec stop: argc lies there, then argv (System V ABI, 3.4.1); 0 when unknown */
    bool is_32bit;
    bool is_forked;             /* it has not executed anything itself, or may not have: its memory began as a copy of its parent's */
    struct tr_bound_hit hit;    /* TR_STOP_TIMEOUT, TR_STOP_LIMIT, TR_STOP_REFUSED */
    const struct tr_violation *violation; /* TR_STOP_VIOLATION, TR_STOP_DENIED; else NULL */
    struct tr_samples samples;  /* TR_STOP_TIMEOUT, TR_STOP_LOOK: of thread `tid` */
};

/** Append @p stop to a message. */
void tr_stop_encode(const struct tr_stop *stop, struct tr_str *out);

/** Take a stop that tr_stop_encode() wrote. @return false when it is malformed. */
bool tr_stop_decode(struct tr_wire *wire, struct tr_stop *ret);

#endif
