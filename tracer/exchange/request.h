/* What the analysis worker is asked: a stop, and how to tell the user's code and sources. */
#ifndef TR_EXCHANGE_REQUEST_H
#define TR_EXCHANGE_REQUEST_H

#include "base/error.h"
#include "base/list.h"
#include "exchange/stop.h"
#include "model/report.h"

/** How far the analysis goes. After a worker died, the next one is asked for less. */
enum tr_depth {
    TR_DEPTH_FULL,
    TR_DEPTH_SYMBOLS,   /* no debug information is opened: stack and symbol names only */
};

/** The stack that led to a recorded system call; its first user frame becomes the call's location. */
struct tr_origin_request {
    bool failed;        /* an entry of syscalls->failed, else of syscalls->recent */
    uint32_t index;     /* which */
    struct tr_registers registers;
    const void *stack;  /* the bytes from rsp upwards; borrowed */
    uint32_t stack_size;
};

struct tr_request {
    struct tr_stop stop;
    struct tr_list waiting_for;   /* const char *: of each thread of `stop`, the system call it is in; "" for none */
    struct tr_list waits;         /* struct tr_wait *: what is known of those calls */
    enum tr_depth depth;
    bool verbose;                 /* keep the library frames outside of main or of a thread's first function */
    const char *debuginfod;       /* servers to ask for debug information, as DEBUGINFOD_URLS has them; NULL: none */
    const char *start_folder;     /* in which tracerun was started; paths below it are shown relative */
    struct tr_list source_maps;   /* const char *: "OLD=NEW" */
    struct tr_list user_code;     /* const char *: globs of paths or functions that are the user's code */
    struct tr_syscalls *syscalls; /* the flight recorder at the stop; NULL when it is off */
    struct tr_origin_request *origins;
    uint32_t origin_count;
};

/** Append @p request to a message. */
void tr_request_encode(const struct tr_request *request, struct tr_str *out);

/** @param[out] ret its strings and arrays live in @p arena. */
struct tr_error *tr_request_decode(struct tr_arena *arena, const void *bytes, size_t size, struct tr_request *ret) TR_MUST_USE;

#endif
