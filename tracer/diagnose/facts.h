/*
 * What a diagnosis is made from: the report so far, and how the process came to its end. No process, no DWARF: tests
 * build facts by hand. May use: model, arch. Used by: analysis (with memory), session (without, when the worker is
 * gone).
 */
#ifndef TR_DIAGNOSE_FACTS_H
#define TR_DIAGNOSE_FACTS_H

#include "model/bound.h"
#include "model/report.h"

#include <stddef.h>

/** Read tracee memory. @return false when any of the @p size bytes at @p address is unreadable. */
typedef bool tr_read_fn(void *arg, uint64_t address, void *buffer, size_t size);

struct tr_facts {
    struct tr_arena *arena;         /* of the report: findings live there */
    const struct tr_report *report; /* threads[0] is the thread that the diagnosis is about */
    const struct tr_signal *signal; /* the fatal signal; NULL when none */
    struct tr_number exit_code;     /* of a non-zero exit */
    bool returned_from_main;        /* that exit came from main's return */
    bool timed_out;                 /* stopped to see why it does not end: at a time limit, or since somebody asked */
    bool deadlocked;    /* instead: every thread of the run waits, and nothing can wake one */
    int64_t timeout_ms; /* the limit of time that ran out; 0: none did, somebody asked */
    struct tr_bound_hit hit; /* the limit that was reached, of time or of something else */
    const struct tr_violation *violation; /* the call that the sandbox has refused; NULL: none */
    bool interrupted;   /* tracerun was asked to stop */
    size_t callers;      /* they are about this many calls further out: tr_facts_caller() */
    const char *folder; /* in which tracerun was started: files below it are told relative; NULL: as they are */
    tr_read_fn *read;   /* NULL: no memory to be had */
    void *read_arg;
};

/** The primary thread, or NULL when no stop was analysed. */
const struct tr_thread *tr_facts_thread(const struct tr_facts *facts);

/** Its first frame of the user's own code; without debug information its first frame of the program itself; or NULL. */
const struct tr_frame *tr_facts_frame(const struct tr_facts *facts);

/**
 * The facts as the caller of tr_facts_frame() has them: that is the frame, and its statement the one of the expressions. The
 * fault and the signal stay.
 *
 * @return false when it was not called by the user's own code, or not directly, or the statement is not known.
 */
bool tr_facts_caller(const struct tr_facts *facts, struct tr_facts *ret);

/** JSON pointer of a frame of the primary thread, for evidence. In the arena. */
const char *tr_facts_frame_ref(const struct tr_facts *facts, const struct tr_frame *frame);

/** The location of tr_facts_frame(), for a finding; NULL when there is no frame. */
struct tr_location *tr_facts_location(const struct tr_facts *facts);

/** "main.c:23", or "function" or "module+0x…" where the line is not known; "an unknown place" at worst. In the arena.
 */
const char *tr_facts_place(const struct tr_facts *facts);

/** " after 1000 ms" of the limit that ran out, "" where none did. In the arena. */
const char *tr_facts_after(const struct tr_facts *facts);

/** The innermost frame, when it is inside a library or other code that is not the user's; NULL otherwise. */
const struct tr_frame *tr_facts_library_frame(const struct tr_facts *facts);

/**
 * The function of a library that the user's code had called when it stopped: the name of the outermost frame inside
 * tr_facts_frame(), as a program would spell it ("strlen" for __strlen_avx2). NULL when none, or its name is not known.
 */
const char *tr_facts_called(const struct tr_facts *facts);

/** Whether tr_facts_frame() had called code that the compiler wrote: a copy, an assignment or the end of a class. */
bool tr_facts_in_implicit(const struct tr_facts *facts);

/** Whether a frame inside tr_facts_frame() is of the function @p name. */
bool tr_facts_inside(const struct tr_facts *facts, const char *name);

/** Whether the fatal signal is @p name ("SIGSEGV"), and, with @p code not NULL, its si_code that ("SEGV_MAPERR"). */
bool tr_facts_signal(const struct tr_facts *facts, const char *name, const char *code);

/**
 * Whether the processor refused an address: SIGSEGV, and SIGBUS for one that no memory can have, reached through rsp or rbp,
 * which the processor calls a fault of the stack segment (Intel SDM volume 3, 6.15, interrupt 12).
 */
bool tr_facts_bad_address(const struct tr_facts *facts);

/** Whether the process raised the fatal signal by kill(), raise() or abort(), rather than got it from another. */
bool tr_facts_own_signal(const struct tr_facts *facts);

/**
 * Whether the signal may be one that the kernel sends a process for its own system call (SIGPIPE, SIGXFSZ): it names
 * that process as the sender, or none, and the thread is not inside kill() or raise().
 */
bool tr_facts_from_kernel(const struct tr_facts *facts);

/** The failed access, or NULL. Its address need not be known. */
const struct tr_fault *tr_facts_fault(const struct tr_facts *facts);

/** The value of a register of the primary thread, unknown when it was not read. */
struct tr_word tr_facts_register(const struct tr_facts *facts, const char *name);

/** Text of the instruction that was about to run, "" when unknown. */
const char *tr_facts_instruction(const struct tr_facts *facts);

/** Read tracee memory, false also when there is none to be had. */
bool tr_facts_read(const struct tr_facts *facts, uint64_t address, void *buffer, size_t size);

/** How long it had been running when its time was up: "500 ms", "500 ms of processor time". In the arena. */
const char *tr_facts_time(const struct tr_facts *facts);

/** An amount of the limit that was reached, for a sentence: "64 MB". In the arena. */
const char *tr_facts_amount(const struct tr_facts *facts, int64_t value);

/** How a hostile name or piece of source reads in a sentence of ours (tr_str_add_name()). In the arena. */
const char *tr_facts_name(const struct tr_facts *facts, const char *text);

/** How a value of the report reads in a sentence of ours: strings and characters as spelled, cut. In the arena. */
const char *tr_facts_value(const struct tr_facts *facts, const char *value);

/** How the program's text reads in a sentence of ours (tr_str_add_quoted()). In the arena. */
const char *tr_facts_quoted(const struct tr_facts *facts, const char *text);

/** Append a fact to @p finding; @p ref is a JSON pointer into the report or NULL. */
void tr_finding_add(const struct tr_facts *facts, struct tr_finding *finding, const char *ref, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
