/* The worker as a process: where its program is, start, end. Private to session/. */
#ifndef TR_SESSION_WORKER_PROCESS_H
#define TR_SESSION_WORKER_PROCESS_H

#include "base/arena.h"
#include "base/error.h"

#include <stdbool.h>

struct tr_worker_process {
    int pid;    /* 0: none */
    int socket; /* our end; -1: none */
    bool ended; /* it was waited for, with `status` as waitpid(2) gives it */
    int status;
};

#define TR_WORKER_PROCESS_NONE ((struct tr_worker_process){.socket = -1})

/**
 * Start tracerun-worker: beside our own executable, or in ../libexec/tracerun/. It inherits its socket as descriptor 3 and
 * /dev/null as its streams, nothing else.
 */
struct tr_error *tr_worker_process_start(struct tr_worker_process *worker) TR_MUST_USE;

/** Kill and reap it; NULL is left behind. Harmless when there is none. */
void tr_worker_process_end(struct tr_worker_process *worker);

/** Say what became of a worker whose socket has closed, waiting for its end if need be: "was ended by SIGSEGV". */
const char *tr_worker_process_fate(struct tr_worker_process *worker, struct tr_arena *arena);

#endif
