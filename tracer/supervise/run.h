/*
 * Running a program under ptrace: launch, the event loop, threads and children, signals, time, captured output.
 * Knows nothing of stacks or variables: it calls back when a process has stopped for a reason worth a look.
 *
 * One thread owns ptrace. tr_run_loop() waits for tracees, streams, timers, signals and the watched descriptors of
 * session (the analysis worker's socket) at once.
 */
#ifndef TR_SUPERVISE_RUN_H
#define TR_SUPERVISE_RUN_H

#include "base/error.h"
#include "exchange/stop.h"
#include "model/bound.h"
#include "model/report.h"
#include "process/memory.h"
#include "sandbox/profile.h"
#include "syscalls/recorder.h"

#include <poll.h>

struct tr_run;

/** What the run may use of something. */
struct tr_allowance {
    int64_t value;                /* in the unit of its bound; 0: no limit */
    enum tr_limit_source source;  /* TR_LIMIT_FROM_ABSENT: nobody has said anything */
};

struct tr_run_options {
    char *const *argv;         /* program as it was typed, and its arguments; NULL-terminated */
    struct tr_allowance limits[TR_BOUND_COUNT]; /* by enum tr_bound */
    bool early_deadlock;       /* end the run when nothing of it can ever go on (TR_STOP_DEADLOCK) */
    int64_t grace_ms;          /* for descendants that outlive the root */
    bool keep_children;        /* leave descendants; no flight recorder, no EXITKILL */
    enum tr_syscall_level syscalls;
    bool capture;              /* stdout and stderr into the report, through pipes */
    bool pty;                  /* through a pseudo-terminal instead */
    const char *stdin_path, *stdout_path, *stderr_path; /* NULL: inherited, or captured; a path and capture: both */
    struct tr_sandbox_options sandbox;
    bool own_group;            /* the program gets a process group of its own */
    bool report_on_interrupt;  /* TERM, HUP and INT for a program that handles, ignores or blocks them: TR_STOP_LOOK */
};

/** What session answers to a stop. */
enum tr_stop_answer {
    TR_ANSWER_CONTINUE, /* resume at once (a signal is delivered) */
    TR_ANSWER_HOLD,     /* keep the process stopped until tr_run_release() */
};

struct tr_run_callbacks {
    /**
     * A process has stopped; all its threads that could be stopped are. @p stop lives until this returns.
     * Not called for what session declined beforehand through `wants`.
     */
    enum tr_stop_answer (*stopped)(void *arg, struct tr_run *run, const struct tr_stop *stop);
    /** Asked before the cost of stopping all threads is paid. */
    bool (*wants)(void *arg, struct tr_run *run, enum tr_stop_reason reason, int pid, int signal_number);
    /** The process image was replaced (exec) or is gone: drop the worker kept for it. */
    void (*image_gone)(void *arg, struct tr_run *run, int pid);
    /** A child of tracerun that is not of the run has ended and was waited for: a worker of session's, or an orphan. */
    void (*child_ended)(void *arg, struct tr_run *run, int pid, int status);
    void *arg;
};

/**
 * Launch the program. On success it is about to run its first instruction.
 *
 * @return NULL; TR_ERROR_NOT_FOUND, TR_ERROR_NOT_EXECUTABLE, or another error with a one-line reason.
 */
struct tr_error *tr_run_start(const struct tr_run_options *options, const struct tr_run_callbacks *callbacks,
                              struct tr_run **ret) TR_MUST_USE;

/**
 * Trace process @p pid, which runs already, with all its threads. The loop then stops it, tells of one TR_STOP_LOOK, and
 * when that is released lets it go, as it was: running, or stopped. Of @p options only those of the report matter.
 *
 * @return NULL, or an error with a one-line reason: no such process, not permitted, traced already, a zombie.
 */
struct tr_error *tr_run_attach(const struct tr_run_options *options, int pid, const struct tr_run_callbacks *callbacks,
                               struct tr_run **ret) TR_MUST_USE;

/** Serve everything until the run is over: root and descendants ended, no process held. */
struct tr_error *tr_run_loop(struct tr_run *run) TR_MUST_USE;

/** Free the run; afterwards no process of it is traced. */
void tr_run_destroy(struct tr_run *run);

/** Let a held process go on: its signal is delivered, its exit proceeds; after a timeout it is killed. */
void tr_run_release(struct tr_run *run, int pid);

/** Have @p ready called from the loop when @p fd is readable (or hung up). One watch a descriptor; NULL removes it. */
typedef void tr_run_ready_fn(void *arg, struct tr_run *run, int fd, short revents);
void tr_run_watch(struct tr_run *run, int fd, tr_run_ready_fn *ready, void *arg);

/**
 * Have @p fire called once from the loop at @p when_us (tr_now_us() clock).
 * @return an id for tr_run_cancel(), never 0.
 */
typedef void tr_run_timer_fn(void *arg, struct tr_run *run);
unsigned tr_run_timer(struct tr_run *run, int64_t when_us, tr_run_timer_fn *fire, void *arg);
void tr_run_cancel(struct tr_run *run, unsigned timer);

/** Descriptors for a stopped process, owned by the run, valid until its next exec or end; -1 when not to be had. */
int tr_run_memory_fd(struct tr_run *run, int pid);
int tr_run_executable_fd(struct tr_run *run, int pid);

/** How it stands with one limit. */
struct tr_bound_use {
    int64_t observed;   /* the most that was seen, in the unit of the bound; 0 when it is not watched */
    int64_t reached_us; /* tr_now_us() when it was reached; 0: never */
    bool decides;       /* the run has failed for it, however it ended; else a call failed or a signal came, which the
                           program may cope with */
    bool ended_run;     /* tracerun ended the run for it */
};

/** The file that tr_run_start() executed, as it was found. Borrowed. */
const char *tr_run_program(const struct tr_run *run) __attribute__((returns_nonnull));

/** How the run ended, for the verdict. Complete after tr_run_loop(). */
struct tr_run_end {
    int root_pid;
    bool root_ended;           /* its wait status was seen */
    int root_status;           /* as waitpid(2) gives it */
    siginfo_t root_signal;     /* of the fatal signal's delivery stop */
    bool has_root_signal;
    int64_t root_ended_us;     /* tr_now_us() */
    struct tr_bound_use bounds[TR_BOUND_COUNT]; /* by enum tr_bound */
    bool deadlocked;           /* ended early: every thread waited for ever */
    bool looked;               /* a TR_STOP_LOOK was told */
    bool attached;             /* tr_run_attach(): nothing of the process has ended because of us */
    int interrupted_by;        /* TERM, HUP or INT that tracerun got and passed on; 0: none */
    const char *recorder_off;  /* why the flight recorder was off or incomplete; NULL when it was on */
    const struct tr_violation *violation; /* that the run was ended for; NULL: none */
    unsigned denied;           /* calls that the sandbox refused without ending the run */
    unsigned survivors;        /* descendants ended after the grace period */
    unsigned faults_handled;   /* faults that the program handled itself */
    int64_t wall_ms;
    const char *sanitizer;     /* runtime found in the program; NULL when none */
};
void tr_run_end(const struct tr_run *run, struct tr_run_end *ret);

/**
 * Fill report->processes, outcome, resources, io (captured streams, stdin), all in @p arena; session decides the rest.
 */
void tr_run_report(const struct tr_run *run, struct tr_arena *arena, struct tr_report *report);

/** The processes of the run that live and are traced, at most @p most of them. @return how many. */
size_t tr_run_pids(const struct tr_run *run, int *ret, size_t most);

/** Whether a thread that is stopped in a write waits for tracerun to read what it has captured. */
bool tr_run_reads(const struct tr_run *run, int tid, const struct tr_registers *registers);

/** Text of /proc/locks from before everything was stopped for a time limit or a look; NULL when there was none. */
const char *tr_run_file_locks(const struct tr_run *run);

/** The flight recorder; never NULL. */
const struct tr_recorder *tr_run_recorder(const struct tr_run *run);

#endif
