#include "analysis/worker.h"

#include "analysis/analyze.h"
#include "base/cleanup.h"
#include "base/limits.h"
#include "exchange/message.h"
#include "model/codec.h"
#include "sandbox/landlock.h"
#include "sandbox/rule.h"

#include <errno.h>
#include <linux/capability.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#ifdef TR_SANITIZED
enum { IS_SANITIZED = true };
#else
enum { IS_SANITIZED = false };
#endif

struct worker {
    int socket;
    unsigned opens_left; /* of the request that is being served */
    bool closed_in;
};

/*
 * Nothing is written, executed or sent, and no other process is touched: what the program under test has written, its debug
 * information, could make the libraries that read it do anything. Files can be read, since libdw opens .dwo files itself
 * (symbols/unit.c). Nobody traces a worker, so that what the filter stops for a tracer fails with ENOSYS here. Two
 * need more: debuginfod's client, and a sanitizer's runtime.
 */
static void close_in(struct worker *worker, const struct tr_request *request)
{
    if (IS_SANITIZED || worker->closed_in || request->debuginfod)
        return;
    worker->closed_in = true;
    int abi = tr_landlock_abi();
    tr_auto_close int ruleset = abi > 0 ? tr_landlock_create(abi) : -1;
    if (ruleset >= 0 && tr_landlock_allow(ruleset, abi, "/", TR_LANDLOCK_READ_FILE | TR_LANDLOCK_READ_DIR) == 0)
        tr_landlock_enter(ruleset);
    syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, tr_rule_filter(TR_PROFILE_BIT_WORKER));
}

/* A worker reads hostile bytes with big libraries: it needs nothing but memory, the socket and what comes through it. */
static void give_up_privileges(void)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {0};
    syscall(SYS_capset, &header, none);
    struct rlimit no_core = {0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    /* The sanitizers' shadow counts as data. */
    struct rlimit data = {TR_LIMIT_WORKER_BYTES, TR_LIMIT_WORKER_BYTES};
    if (!IS_SANITIZED)
        setrlimit(RLIMIT_DATA, &data);
}

/* Nobody is left to talk to when the supervisor is gone. */
static void send_or_die(int socket, const struct tr_message *message)
{
    tr_auto_error struct tr_error *error = tr_message_send(socket, message);
    if (error)
        _exit(1);
}

static void tell_step(void *arg, const char *step)
{
    struct worker *worker = arg;
    struct tr_message message;
    tr_message_init(&message, TR_MESSAGE_STEP);
    snprintf(message.text, sizeof(message.text), "%s", step);
    send_or_die(worker->socket, &message);
}

static void send_snapshot(void *arg, const struct tr_report *report)
{
    struct worker *worker = arg;
    tr_auto_str struct tr_str bytes = {0};
    tr_encode(&tr_record_report, report, &bytes);
    tr_auto_close int fd = -1;
    tr_auto_error struct tr_error *error = tr_bulk_make(&bytes, &fd);
    if (error)
        return; /* the next one may come through; the last one missing is noticed by the supervisor */
    struct tr_message message;
    tr_message_init(&message, TR_MESSAGE_SNAPSHOT);
    message.fds[0] = fd;
    send_or_die(worker->socket, &message);
}

/* A tr_file_open_fn: the supervisor opens, since the worker has no privileges and must not choose what it reads. */
static int ask_to_open(void *arg, const char *path, enum tr_file_purpose purpose)
{
    struct worker *worker = arg;
    if (!worker->opens_left)
        return -EMFILE;
    worker->opens_left--;
    struct tr_message message;
    tr_message_init(&message, TR_MESSAGE_OPEN);
    if ((size_t)snprintf(message.text, sizeof(message.text), "%s", path) >= sizeof(message.text))
        return -ENAMETOOLONG;
    message.value = (int)purpose;
    send_or_die(worker->socket, &message);
    bool got, closed;
    tr_auto_error struct tr_error *error = tr_message_receive(worker->socket, true, &message, &got, &closed);
    if (error || !got || message.type != TR_MESSAGE_OPENED)
        _exit(1);
    int fd = tr_take_fd(message.fds[0]);
    tr_message_deinit(&message);
    return message.value ? message.value : fd >= 0 ? fd : -EBADF;
}

static struct tr_error *serve(struct worker *worker, const struct tr_message *request_message)
{
    tr_auto_str struct tr_str bytes = {0};
    TR_TRY(tr_bulk_read(request_message->fds[0], &bytes));
    struct tr_arena *arena = tr_arena_create();
    struct tr_request request;
    struct tr_error *error = tr_request_decode(arena, bytes.bytes, bytes.size, &request);
    if (!error) {
        close_in(worker, &request);
        worker->opens_left = TR_LIMIT_WORKER_OPENS;
        struct tr_memory *memory = tr_memory_create(0, request_message->fds[1]);
        const struct tr_analysis_sink sink = {tell_step, send_snapshot, worker};
        struct tr_file_opener opener = {ask_to_open, worker};
        tr_analyze(arena, &request, memory, opener, request_message->fds[2], &sink);
        tr_memory_destroy(memory);
        struct tr_message done;
        tr_message_init(&done, TR_MESSAGE_DONE);
        send_or_die(worker->socket, &done);
    }
    tr_arena_destroy(arena);
    return error;
}

int tr_worker_serve(int socket)
{
    give_up_privileges();
    /* libdw would ask a server for debug information: minutes of waiting, and a network connection nobody wanted. */
    unsetenv("DEBUGINFOD_URLS");
    struct worker worker = {.socket = socket};
    for (;;) {
        struct tr_message message;
        bool got, closed;
        tr_auto_error struct tr_error *error = tr_message_receive(socket, true, &message, &got, &closed);
        if (error)
            return 1;
        if (!got)
            return 0;
        if (message.type == TR_MESSAGE_REQUEST)
            error = serve(&worker, &message);
        tr_message_deinit(&message);
        if (error)
            return 1;
    }
}
