/*
 * The program's three streams: redirected to files, captured or relayed through pipes or a pseudo-terminal, or left
 * alone. What is relayed is written on as fast as its reader takes it; meanwhile nothing more is read from the program,
 * which then waits as it would for that reader itself, and tracerun goes on with everything else.
 * Private to supervise/.
 */
#ifndef TR_SUPERVISE_CAPTURE_H
#define TR_SUPERVISE_CAPTURE_H

#include "arch/registers.h"
#include "base/error.h"
#include "model/report.h"
#include "supervise/kept.h"
#include "supervise/run.h"

#include <sys/types.h>

enum { TR_STREAM_PENDING = 65536 };

struct tr_stream {
    int fd;       /* our end; -1: not read by tracerun, or closed by the program's last writer */
    int program;  /* the program's end, -1: inherited */
    int copy;     /* what arrives is written there too; -1 */
    bool patient; /* writing to the copy never blocks; else only small pieces do not */
    char *pending; /* of TR_STREAM_PENDING bytes, malloc: what the copy has not taken yet, from `done` up to `size` */
    size_t done, size;
    int terminal; /* of a pseudo-terminal: its program's end, kept open so that it never hangs up early; -1 */
    bool keep;    /* it goes into the report */
    struct tr_kept kept;
};

struct tr_streams {
    struct tr_stream output, error; /* error reads nothing itself when both go to the same place */
    uint64_t bytes; /* that have arrived on both */
    uint64_t most;  /* of these to pass on and to keep; UINT64_MAX */
    int input;          /* the program's standard input when it is redirected; -1: inherited */
    off_t input_start;  /* where a seekable input stood at the start; -1 otherwise */
    off_t input_end;    /* and where it stood when the root ended; -1 when unknown */
    off_t input_size;
};

/** No stream is redirected or read. */
void tr_streams_init(struct tr_streams *streams);

/** On streams that tr_streams_init() made: open files, pipes and pseudo-terminals. Files that cannot be opened are TR_ERROR_SYSTEM with their name. */
struct tr_error *tr_streams_open(struct tr_streams *streams, const struct tr_run_options *options) TR_MUST_USE;

/** In the child: put the streams on 0, 1, 2. @return 0 or an errno value. */
int tr_streams_redirect(const struct tr_streams *streams);

/** In tracerun, after the fork: close the program's ends. */
void tr_streams_launched(struct tr_streams *streams);

/** What to wait for: the descriptor, -1 for nothing, and whether to write to it or to read. */
int tr_stream_wants(const struct tr_stream *stream, bool *ret_writes);

/** Read once from, or write once to, a stream that is ready for what it wants. @return whether there may be more. */
bool tr_stream_go_on(struct tr_streams *streams, struct tr_stream *stream);

/**
 * Take what is in the pipes; does not wait for their end, which a process that was left alone may put off for ever.
 *
 * @param patience_ms  how long a reader of what is relayed may take nothing before the rest is dropped; -1: for ever.
 * @return bytes that were dropped.
 */
uint64_t tr_streams_drain(struct tr_streams *streams, int patience_ms);

/** Take and pass on what can be without waiting, while the loop is not served. */
void tr_streams_serve(struct tr_streams *streams);

/** Whether a task that is stopped in a write waits for tracerun to read what it has captured. */
bool tr_streams_take(const struct tr_streams *streams, int tid, const struct tr_registers *registers);

/** Note how far the program has read its standard input, before anything else moves that offset. */
void tr_streams_input_done(struct tr_streams *streams);

/** The terminal's size has changed: tell pseudo-terminals. */
void tr_streams_resize(const struct tr_streams *streams);

struct tr_io *tr_streams_report(const struct tr_streams *streams, struct tr_arena *arena);
void tr_streams_deinit(struct tr_streams *streams);

#endif
