/*
 * The state of a run, and what the files of supervise/ offer each other. Private to supervise/.
 *
 * A tracee is a process of the run, a task one of its threads. A task is either running, or in a ptrace stop that one
 * of our functions owns; every stop ends in exactly one tr_task_resume(), unless its tracee is held.
 */
#ifndef TR_SUPERVISE_RUN_INTERNAL_H
#define TR_SUPERVISE_RUN_INTERNAL_H

#include "base/limits.h"
#include "sandbox/walls.h"
#include "supervise/capture.h"
#include "supervise/cgroup.h"
#include "supervise/elf_probe.h"
#include "supervise/leftovers.h"
#include "supervise/run.h"
#include "supervise/signals.h"
#include "supervise/timers.h"
#include "syscalls/filter.h"

#include <sys/resource.h>
#include <termios.h>
#include <uthash.h>

enum tr_task_state {
    TR_TASK_RUNNING,
    TR_TASK_STOPPED,   /* in a ptrace stop */
    TR_TASK_LISTENING, /* in a group stop, waiting for SIGCONT */
    TR_TASK_EXITING,   /* past its exit stop: it never stops again, and a leader may stay so for long */
};

/* Steps of a thread that starts a leak checker's task (leak_check.c); from RETURN on it is stopped at every system
 * call. */
enum tr_lending { TR_LEND_NONE, TR_LEND_CLONE, TR_LEND_RETURN, TR_LEND_ENTRY, TR_LEND_PRCTL };

struct tr_task {
    int tid;
    struct tr_tracee *tracee; /* NULL: stopped before the call that made it was reported */
    enum tr_task_state state;
    int put_off;   /* wait status that nobody has looked at yet; 0: none */
    int signal;    /* to be delivered when it is resumed */
    enum tr_lending lending;
    bool exits;    /* it has reached its exit stop */
    bool in_call;  /* the recorder, or the sandbox, waits for the result of its system call */
    bool watched;  /* the sandbox does */
    int watched_rule; /* enum tr_rule */
    bool in_memory_call; /* the limit of memory waits for it */
    UT_hash_handle hh;
    struct tr_task *prev, *next; /* of its tracee */
};

enum tr_hold {
    TR_HOLD_NONE,
    TR_HOLD_ASKING, /* session's callback is running */
    TR_HOLD_KEPT,   /* until tr_run_release() */
    TR_HOLD_FROZEN, /* stopped because a limit of the whole run is reached */
};

/* What a process used, with the children that it has waited for. */
struct tr_account {
    int pid;
    int64_t user_us, system_us, page_faults, voluntary_switches, forced_switches, bytes_written;
};

struct tr_tracee {
    int pid, parent;
    struct tr_task *tasks;
    size_t task_count;

    enum tr_hold hold;
    enum tr_stop_reason stop_reason;
    int stop_tid;
    struct tr_bound_hit hit; /* what the next stop is about, when it is about a limit */
    bool dying;         /* a fatal signal was delivered */
    int64_t cpu_us;     /* processor time of all its threads, when it was last looked at */
    int64_t bytes_written; /* when it exited; -1 or 0: unknown */
    struct tr_account *owed; /* of children that have ended and that it may not have waited for, malloc */
    size_t owed_count, owed_capacity;
    int64_t data_limit; /* soft RLIMIT_DATA that we gave it, bytes; 0: none */
    uint64_t program_break; /* where its brk is; 0: unknown */
    bool unkillable;    /* process 1 of a namespace, whose faults end it only when it has no tracer */
    bool exit_reported;
    int helper_of;      /* a leak checker's task, which looks at the process of this pid; not told in the report */
    bool detached;      /* no longer traced; its end comes through pidfd, or through wait for the root */
    int pidfd;

    char *path;         /* executable, malloc; NULL when unknown */
    char *arguments;    /* /proc/PID/cmdline, malloc; NULL when unreadable */
    size_t arguments_size;
    uint64_t start_sp;
    bool is_32bit;
    unsigned images;    /* number of its execs */

    struct tr_memory *memory;
    int memory_tid;     /* thread that memory reads through */
    int memory_fd, executable_fd;

    bool ended, ended_by_tracerun, kept;
    int status;
    bool has_signal;
    siginfo_t signal;   /* of the last fatal signal's delivery stop */
    UT_hash_handle hh;
};

/* The breakpoint that follows main. */
struct tr_main_watch {
    enum { TR_MAIN_NONE, TR_MAIN_START, TR_MAIN_ENTRY, TR_MAIN_RETURN } state;
    uint64_t address; /* of the breakpoint */
    uint64_t slot;    /* TR_MAIN_START: where _start loads main's address from */
    uint64_t sp;      /* TR_MAIN_RETURN: rsp right after main's return */
};

struct tr_usage {
    bool is_known; /* a process has ended, and its account was seen */
    struct tr_account sum;
    int64_t peak_rss_kb, peak_sum_rss_kb;
    unsigned processes, threads;
};

struct tr_run {
    struct tr_run_options options;
    struct tr_run_callbacks callbacks;
    struct tr_arena *arena;
    struct tr_list notes;           /* struct tr_incomplete, for the report */

    struct tr_task *tasks;          /* by tid */
    struct tr_tracee *live;         /* by pid */
    struct tr_list tracees;         /* for the report, in order of creation */
    struct tr_tracee *graveyard;    /* ended ones that nothing refers to any more after the current event */
    unsigned omitted_tracees;
    struct tr_tracee *root;         /* in tracees */
    int root_pid;
    const char *path;               /* what was executed at the start */

    bool launched;                  /* the root's first exec is done */
    bool killing;                   /* SIGKILL has been sent to all; what is born now gets it too */
    bool freezing;                  /* a limit is reached: what is born now stays stopped */
    struct tr_bound_hit ending;     /* the limit that the run is ended for */
    int ending_pid, ending_tid;     /* the process and the task to blame for that; 0: whoever runs */
    bool survivors_ended;           /* … because they outlived the root */
    bool left_alone;                /* what lives still is detached: keep_children, or the end of an attach */
    bool attached;                  /* the root ran before tracerun did, and goes on after it */

    enum tr_filter_kind filter;
    bool has_filter;
    struct tr_recorder *recorder;
    const char *recorder_off;
    struct tr_main_watch main_watch;

    struct tr_walls *walls;         /* NULL: no sandbox */
    const struct tr_violation *violation; /* of the stop that session is being told of */
    struct {
        uint64_t pc;
        int rule;
    } told[TR_LIMIT_DENIALS];       /* refusals that session was told of */
    size_t told_count;

    struct tr_streams streams;
    struct tr_timers timers;
    struct tr_watches watches;
    struct tr_signals signals;
    struct tr_leftovers *leftovers; /* NULL: not followed */
    struct tr_cgroup *cgroup;       /* NULL: there is no limit of memory, or this machine gives us none */
    unsigned timeout_timer, cpu_timer, memory_timer, ending_timer, grace_timer, adopt_timer, job_timer, deadlock_timer;
    unsigned deadlock_tries;        /* looks that stopped the program and found that it goes on */
    int64_t ended_cpu_us;           /* processor time of the processes that have ended */
    int processors;                 /* of the machine */
    int cpu_parallel;               /* threads that can have run at once since the last look at the processor time */
    const char *file_locks;         /* tr_run_file_locks() */
    struct tr_samples samples;      /* of the thread to blame for a timeout */
    bool timer_seen;                /* a process has asked for a signal later */

    int job_signal;                 /* of the last group stop */
    int terminal;                   /* descriptor of the terminal whose modes were saved; -1: none */
    struct termios modes;
    int foreground;                 /* its foreground process group at the start */

    int64_t start_us;
    int64_t end_us;                 /* how long the run took, when that is known */
    int64_t held_since_us, held_us; /* time that the root spent stopped for session */
    int64_t root_saw_us[65];        /* when the root last had a signal delivered */
    struct tr_run_end end;
    struct tr_usage usage;
};

/* tracee.c: the tables of processes and threads. */
struct tr_task *tr_task_find(const struct tr_run *run, int tid);
/** @p tracee may be NULL for a thread whose birth was not reported yet; tr_task_adopt() gives it one later. */
struct tr_task *tr_task_add(struct tr_run *run, struct tr_tracee *tracee, int tid);
void tr_task_adopt(struct tr_tracee *tracee, struct tr_task *task);
void tr_task_remove(struct tr_run *run, struct tr_task *task);
/** The first thread that has not exited: of one that has, which a leader may be for long, /proc shows no memory. */
struct tr_task *tr_tracee_first(const struct tr_tracee *tracee);
struct tr_tracee *tr_tracee_find(const struct tr_run *run, int pid);
/** @p parent  the process that made it, whose image it shares until it execs; NULL for the root. */
struct tr_tracee *tr_tracee_add(struct tr_run *run, int pid, const struct tr_tracee *parent);
/** A leak checker's task: lives like a process of its own, but is none of the program's. */
struct tr_tracee *tr_tracee_add_helper(struct tr_run *run, int pid, const struct tr_tracee *owner);
/** The process is gone: @p usage NULL when unknown. Its struct lives until the current event is dealt with. */
void tr_tracee_end(struct tr_run *run, struct tr_tracee *tracee, int status, const struct rusage *usage);
void tr_tracees_bury(struct tr_run *run);
void tr_tracees_destroy(struct tr_run *run);
/** Read path and arguments anew, forget memory and descriptors of the image before. */
void tr_tracee_new_image(struct tr_tracee *tracee, int tid);
/** A reader of the tracee's memory, emptied, usable while @p tid is stopped. */
struct tr_memory *tr_tracee_memory(struct tr_tracee *tracee, int tid);

/* dispatch.c: one wait status. */
void tr_dispatch(struct tr_run *run, struct tr_task *task, int status);
void tr_task_resume(struct tr_run *run, struct tr_task *task, int signal_number);
/** The end of a task, as wait4(2) told it. */
void tr_task_ended(struct tr_run *run, struct tr_task *task, int status, const struct rusage *usage);

/* birth.c: fork, vfork, clone, exec. */
void tr_on_birth(struct tr_run *run, struct tr_task *task, int event);
void tr_on_exec(struct tr_run *run, struct tr_task *task);
/** Give @p tid, which may have stopped already, a place in @p tracee. */
void tr_take_in(struct tr_run *run, struct tr_tracee *tracee, int tid);
/** Take in threads and processes whose birth was never reported, since the one that made them was killed. */
void tr_adopt_orphans(void *arg, struct tr_run *run);

/* exit.c: PTRACE_EVENT_EXIT. */
void tr_on_exit(struct tr_run *run, struct tr_task *task);

/* signal_stop.c: a signal is about to be delivered. */
void tr_on_signal(struct tr_run *run, struct tr_task *task, int signal_number);

/* seccomp_stop.c: a system call that the filter stops, and its return. */
void tr_on_seccomp(struct tr_run *run, struct tr_task *task);
void tr_on_syscall_return(struct tr_run *run, struct tr_task *task);

/** Note the call in the flight recorder, and resume the task. */
void tr_record_call(struct tr_run *run, struct tr_task *task, const struct tr_registers *registers);

/* violation.c: what the sandbox refuses. Both resume the task, or end the run. */
void tr_on_refusal(struct tr_run *run, struct tr_task *task, unsigned long mark);
/** The result of a call that Landlock decides about is there. */
void tr_on_watched_return(struct tr_run *run, struct tr_task *task, const struct tr_registers *registers);

/* group_kill.c: kill(2) at a group that tracerun is in. Resumes the task. */
void tr_on_group_kill(struct tr_run *run, struct tr_task *task, struct tr_registers *registers);

/* leak_check.c: lending a process to its leak checker. */
void tr_on_clone_untraced(struct tr_run *run, struct tr_task *task);
/** The call has made task @p child: stop the other threads. The caller resumes @p task. */
void tr_lend_to(struct tr_run *run, struct tr_task *task, int child);
/** A system call stop of the thread that waits for it. */
void tr_lend_step(struct tr_run *run, struct tr_task *task);
/** The leak checker's task is about to exit: trace the threads of @p pid again. */
void tr_take_back(struct tr_run *run, int pid);

/* main_return.c: the breakpoint that follows main. */
/** Take the breakpoint away. Needed before a detach: it would stay, and its trap would end the program. */
void tr_main_watch_clear(struct tr_run *run, struct tr_task *task);
/** Put back the breakpoint that @p watch, a copy of run->main_watch, tells of. The root's leader is stopped. */
void tr_main_watch_set(struct tr_run *run, const struct tr_main_watch *watch);
void tr_main_watch_exec(struct tr_run *run, struct tr_task *task, const struct tr_registers *registers);
/** @return whether the SIGTRAP that stopped @p task was ours; then it has been dealt with. */
bool tr_main_watch_trap(struct tr_run *run, struct tr_task *task, const siginfo_t *info);

/* stop.c: stopping a process, asking session, holding. */
/** Stop every thread of @p tracee. @return false when the process ended or replaced its image meanwhile. */
bool tr_tracee_freeze(struct tr_run *run, struct tr_tracee *tracee);
/** The same with a deadline of the caller's; tr_now_us(). */
bool tr_tracee_freeze_until(struct tr_run *run, struct tr_tracee *tracee, int64_t deadline);
/** Ask every thread to stop, without waiting for it. */
void tr_tracee_interrupt(const struct tr_tracee *tracee);
/** Take in a stop of a thread of a tracee that is held or being stopped. */
void tr_task_keep(struct tr_run *run, struct tr_task *task, int status);
/** Resume all that tr_tracee_freeze() stopped, the thread of the stop first. */
void tr_tracee_go(struct tr_run *run, struct tr_tracee *tracee);
/**
 * Tell session of a stop of @p task, which is stopped, and go on as it answers. @p info NULL: no signal.
 * @p signal_number is delivered to the task when it goes on.
 */
void tr_report_stop(struct tr_run *run, struct tr_task *task, enum tr_stop_reason reason, const siginfo_t *info,
                    int exit_code, int signal_number);
/** Whether the run is ended when session has looked at such a stop. */
bool tr_stop_ends_run(enum tr_stop_reason reason);
bool tr_run_wants(struct tr_run *run, enum tr_stop_reason reason, int pid, int signal_number);
/** Whether session keeps any process stopped. */
bool tr_run_holds(const struct tr_run *run);

/* bounds.c: the limits of the run. */
/** Start to watch those that were given. After tr_launch(). */
void tr_bounds_watch(struct tr_run *run);
/** @p amount was in use; keeps the most. */
void tr_bound_observe(struct tr_run *run, enum tr_bound bound, int64_t amount);
/** End the run for a limit that was exceeded, soon. @p pid is to blame; 0: whoever runs. The first call wins. */
void tr_bound_exceeded(struct tr_run *run, enum tr_bound bound, int64_t observed, int pid);
/**
 * The kernel refused something to @p tracee because of a limit: the next stop of it that is reported is about that.
 * @return whether this is the first time, and so worth a report.
 */
bool tr_bound_refused(struct tr_run *run, struct tr_tracee *tracee, enum tr_bound bound, int64_t observed,
                      int64_t asked);
/** The root has ended, having used @p amount. The run has failed if that is too much, even if nobody noticed in time. */
void tr_bound_exceeded_at_end(struct tr_run *run, enum tr_bound bound, int64_t amount);
/** Since the start, less the time that session held the root process. */
int64_t tr_run_elapsed_us(const struct tr_run *run);
/** @p maker has made a task. */
void tr_bounds_task_made(struct tr_run *run, const struct tr_task *maker);
/** More of the program's output has arrived. */
void tr_bounds_output(struct tr_run *run);

/* rlimits.c: the limits that the kernel keeps. */
/** In the child before exec. @return 0 or an errno value. Async-signal-safe. */
int tr_rlimits_set(const struct tr_run_options *options);

/* cpu_watch.c: processor time. */
void tr_cpu_watch(struct tr_run *run);
/** A task was made: time may go faster from now on. */
void tr_cpu_watch_grown(struct tr_run *run);
/** A thread of @p tracee is about to exit, with it perhaps the process: the last look at its clock. */
void tr_cpu_watch_exit(struct tr_tracee *tracee);
/** The process is gone, also from the table of those that live. */
void tr_cpu_watch_ended(struct tr_run *run, const struct tr_tracee *tracee);

/* memory_watch.c */
/** Between fork and exec: what has to be there when the program begins. */
void tr_memory_watch_prepare(struct tr_run *run);
/** @return the file by which the child enters the control group, "" when there is none: tr_cgroup_enter(). */
const char *tr_memory_watch_members(const struct tr_run *run, char ret[PATH_MAX]);
/** The child could not enter the control group. */
void tr_memory_watch_alone(struct tr_run *run);
void tr_memory_watch(struct tr_run *run);
/** @p tracee has a new image, and is stopped. */
void tr_memory_watch_exec(struct tr_run *run, struct tr_tracee *tracee, bool is_sanitizer);
/** A call that asks for memory begins. @return whether it may be refused, so that its result is wanted. */
bool tr_memory_watch_call(struct tr_tracee *tracee, const struct tr_registers *registers);
/** It has returned. @return whether it was refused for the first time, which is worth a report. */
bool tr_memory_watch_return(struct tr_run *run, struct tr_tracee *tracee, const struct tr_registers *registers);
/** The process is about to fail, and to be reported: for want of memory? */
void tr_memory_watch_failing(struct tr_run *run, struct tr_tracee *tracee);
/** The process is about to exit, as @p status of waitpid(2) says: with the root goes the last look at the memory in use. */
void tr_memory_watch_exit(struct tr_run *run, const struct tr_tracee *tracee, int status);
/** How the limit is kept, for the report. */
const char *tr_memory_watch_method(const struct tr_run *run);

/* usage.c */
/** The last thread of @p tracee is about to exit. */
void tr_usage_exiting(struct tr_run *run, struct tr_tracee *tracee);
/** The process has ended; it is out of the table of those that live. */
void tr_usage_ended(struct tr_run *run, const struct tr_tracee *tracee, const struct rusage *used);

/* end.c: time, grace, killing. */
/** Note what a stop would change: run->file_locks. */
void tr_before_freeze(struct tr_run *run);
/** Stop every process of the run that session does not hold; set run->freezing first. */
void tr_freeze_all(struct tr_run *run);
/** All is frozen: tell session of the process to blame, then kill all. For a limit, run->ending says which. */
void tr_end_by(struct tr_run *run, enum tr_stop_reason reason);
void tr_root_ended(struct tr_run *run);
void tr_kill_all(struct tr_run *run);
/** Detach every thread of a frozen tracee. */
void tr_tracee_detach(struct tr_run *run, struct tr_tracee *tracee);
/** Detach all processes, with the signals that they were about to get, and have the loop end. */
void tr_run_leave(struct tr_run *run);
/** Collect the end of processes that were detached. */
void tr_detached_ended(struct tr_run *run, struct tr_tracee *tracee);

/* blame.c */
/**
 * The thread of a frozen run that is to blame for its not ending: one that computes, of the root before other processes;
 * else the first of the root, or of the process that the root waits for. @return NULL when the root is not traced any more.
 */
struct tr_task *tr_to_blame(const struct tr_run *run, struct tr_tracee **ret_tracee);
/** Whether a stopped task is about to begin a system call that is recorded: it does not wait in it. */
bool tr_task_begins_call(const struct tr_task *task);
/** The signal by which a stopped task stands in a group stop, 0 when it does not. */
int tr_task_group_stop(const struct tr_task *task);

/* look.c */
/** Stop everything, tell session (TR_STOP_LOOK), go on. @return false when now is no time for it. */
bool tr_look(struct tr_run *run);
/** Session has seen what it wanted: everything goes on, or is let go after an attach. */
void tr_look_done(struct tr_run *run);
/** Have a stopped task begin its system call anew, if our stop has made it fail and nothing else would repeat it. */
void tr_task_restart_call(struct tr_task *task);

/* attach.c */
/** Trace a process that runs already, stop it, and look at it as soon as the loop begins. */
struct tr_error *tr_attach(struct tr_run *run, int pid) TR_MUST_USE;

/* sample.c */
/**
 * Watch a frozen thread that computes for some 80 ms, on a busy machine longer; nothing is taken of one that waits. @p arena keeps the samples.
 * @return false when its process is gone.
 */
bool tr_sample(struct tr_run *run, struct tr_task *task, struct tr_arena *arena, struct tr_samples *ret);
/** Whether a stopped task computes, rather than waits: outside of a system call, behind one, or writing what we have to read. */
bool tr_task_computes(const struct tr_run *run, const struct tr_task *task);

/* endless_wait.c */
struct tr_maps;
struct tr_proc_call;
/** Whether it is a futex wait without a time limit. */
bool tr_call_wait_is_endless(const struct tr_proc_call *wait);
/** Whether a stopped thread was inside a system call that would begin again when it went on. */
bool tr_task_interrupted_wait(const struct tr_task *task, struct tr_proc_call *ret);
/** Whether a stopped thread is in an endless wait for memory of its process alone, was not woken, and would wait again. */
bool tr_task_waits_for_ever(struct tr_tracee *tracee, const struct tr_task *task, const struct tr_maps *maps);
/** Whether the threads that exit have done so: on its way out a thread wakes who waits for it (CLONE_CHILD_CLEARTID) and who
 * waits for its robust locks. To be asked before the waits are looked at. */
bool tr_tracee_threads_exited(const struct tr_tracee *tracee);
/** A set of signals, SIGHUP at bit 0: whose handlers run only for what a thread does itself, and those that glibc keeps for its own threads. */
uint64_t tr_signals_harmless(void);

/* deadlock_watch.c */
/** Watch for a deadlock from now on, where the options and the filter allow it. After tr_launch(). */
void tr_deadlock_watch(struct tr_run *run);
/** A recorded system call begins. */
void tr_deadlock_watch_call(struct tr_run *run, const struct tr_registers *registers);

/* relay.c: signals that tracerun itself gets. */
void tr_signals_handle(struct tr_run *run);
/** Whether @p signal_number, delivered to a process of the run, is what tracerun was asked to stop with. */
bool tr_is_interrupt(struct tr_run *run, int signal_number, const siginfo_t *info);

/* job.c: job control and the terminal. */
void tr_job_stopped(struct tr_run *run, int signal_number);
void tr_terminal_save(struct tr_run *run);
void tr_terminal_restore(struct tr_run *run);

/* launch.c */
struct tr_error *tr_launch(struct tr_run *run) TR_MUST_USE;
/** The options of PTRACE_SEIZE for this run. */
unsigned long tr_ptrace_options(const struct tr_run *run);

/** Say in the report that @p section is not, or not wholly, there. Repeated notes are kept once. */
void tr_run_note(struct tr_run *run, const char *section, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
