#define uthash_fatal(message) tr_fatal("out of memory")
#include "base/fatal.h"
#include "syscalls/calls_internal.h"

#include "base/clock.h"
#include "syscalls/arguments_internal.h"

#include <errno.h>
#include <string.h>
#include <sys/syscall.h>

struct tr_recorder *tr_recorder_create(enum tr_syscall_level level, int64_t start_us)
{
    struct tr_recorder *recorder = calloc(1, sizeof(*recorder));
    uint64_t *counts = calloc(tr_syscall_table_size() + 1, sizeof(*counts));
    if (!recorder || !counts)
        tr_fatal("out of memory");
    recorder->level = level;
    recorder->start_us = start_us;
    recorder->counts = counts;
    return recorder;
}

static void drop_thread(struct tr_recorder *recorder, struct tr_thread_calls *thread)
{
    HASH_DEL(recorder->threads, thread);
    tr_ring_clear(&thread->recent);
    tr_ring_clear(&thread->failed);
    tr_call_release(thread->current);
    tr_call_release(thread->interrupted);
    free(thread);
}

void tr_recorder_destroy(struct tr_recorder *recorder)
{
    if (!recorder)
        return;
    while (recorder->threads)
        drop_thread(recorder, recorder->threads);
    tr_str_deinit(&recorder->scratch);
    free(recorder->counts);
    free(recorder);
}

static bool is_gone(const struct tr_thread_calls *thread)
{
    return syscall(SYS_tgkill, thread->pid, thread->tid, 0) < 0 && errno == ESRCH;
}

/* The thread whose calls are missed least: one that has ended, the longest quiet first; else the longest quiet of all. */
static struct tr_thread_calls *least_missed(const struct tr_recorder *recorder)
{
    struct tr_thread_calls *quietest = NULL, *gone = NULL, *thread, *next;
    HASH_ITER(hh, recorder->threads, thread, next) {
        if (!quietest || thread->last_sequence < quietest->last_sequence)
            quietest = thread;
        if ((!gone || thread->last_sequence < gone->last_sequence) && is_gone(thread))
            gone = thread;
    }
    return gone ? gone : quietest;
}

static struct tr_thread_calls *find_thread(const struct tr_recorder *recorder, int tid)
{
    struct tr_thread_calls *thread;
    HASH_FIND_INT(recorder->threads, &tid, thread);
    return thread;
}

static struct tr_thread_calls *thread_of(struct tr_recorder *recorder, int pid, int tid)
{
    struct tr_thread_calls *thread = find_thread(recorder, tid);
    if (!thread) {
        if (HASH_COUNT(recorder->threads) >= TR_LIMIT_SYSCALL_THREADS) {
            drop_thread(recorder, least_missed(recorder));
            recorder->threads_dropped++;
        }
        thread = calloc(1, sizeof(*thread));
        if (!thread)
            tr_fatal("out of memory");
        thread->tid = tid;
        thread->recent = (struct tr_ring){thread->recent_slots, TR_COUNT(thread->recent_slots), 0};
        thread->failed = (struct tr_ring){thread->failed_slots, TR_COUNT(thread->failed_slots), 0};
        HASH_ADD_INT(recorder->threads, tid, thread);
    }
    thread->pid = pid;
    return thread;
}

/* A number that the table does not know, shown the way a C program makes it: syscall(9999, 0x1, …). */
static const struct tr_syscall_row unknown_row = {
    .name = "syscall",
    .arguments = {{.decode = tr_argument_long}, {.decode = tr_argument_hex}, {.decode = tr_argument_hex},
                  {.decode = tr_argument_hex}, {.decode = tr_argument_hex}, {.decode = tr_argument_hex}},
};

static const struct tr_syscall_row *wanted_row(const struct tr_recorder *recorder, int64_t number)
{
    const struct tr_syscall_row *row = tr_syscall_row(number);
    switch (recorder->level) {
    case TR_SYSCALLS_DEFAULT:
        return row && (row->flags & TR_SYSCALL_DEFAULT) ? row : NULL;
    case TR_SYSCALLS_ALL:
        return !row ? &unknown_row : row->flags & TR_SYSCALL_QUIET ? NULL : row;
    case TR_SYSCALLS_NONE:
        break;
    }
    return NULL;
}

static void set_values(struct tr_call *call, int64_t number)
{
    const struct user_regs_struct *general = &call->registers.general;
    uint64_t values[] = {(uint64_t)number, general->rdi, general->rsi, general->rdx, general->r10, general->r8, general->r9};
    memcpy(call->values, call->row == &unknown_row ? values : values + 1, sizeof(call->values));
}

static char *copy_text(const struct tr_str *text)
{
    char *copy = strdup(tr_str_text(text));
    if (!copy)
        tr_fatal("out of memory");
    return copy;
}

static struct tr_call *make_call(struct tr_recorder *recorder, const struct tr_syscall_row *row, int pid, int tid,
                                 const struct tr_registers *registers, struct tr_memory *memory)
{
    struct tr_call *call = tr_call_create();
    int64_t number = (int64_t)registers->general.orig_rax;
    call->row = row;
    call->number = row == &unknown_row ? tr_syscall_table_size() : (unsigned)number;
    call->pid = pid;
    call->tid = tid;
    call->sequence = ++recorder->sequence;
    call->at_us = tr_now_us();
    call->registers = *registers;
    set_values(call, number);
    recorder->scratch.size = 0;
    tr_decode_call(row, call->values, tid, memory, &recorder->scratch, &call->hole);
    call->text = copy_text(&recorder->scratch);
    if (row->flags & TR_SYSCALL_KEEP_ORIGIN)
        tr_call_keep_origin(call, memory);
    return call;
}

/*
 * A call that a signal interrupted comes a second time, unchanged or as restart_syscall, and must not count twice.
 * The arguments are compared since a handler may have run in between and made calls of its own.
 */
static bool resumes(const struct tr_call *interrupted, const struct tr_registers *registers)
{
    const struct user_regs_struct *a = &interrupted->registers.general, *b = &registers->general;
    return (a->orig_rax == b->orig_rax || b->orig_rax == SYS_restart_syscall) && a->rip == b->rip && a->rsp == b->rsp
           && a->rdi == b->rdi && a->rsi == b->rsi && a->rdx == b->rdx && a->r10 == b->r10 && a->r8 == b->r8
           && a->r9 == b->r9;
}

static bool resume(struct tr_thread_calls *thread, const struct tr_registers *registers)
{
    if (!thread->interrupted || !resumes(thread->interrupted, registers))
        return false;
    tr_call_release(thread->current);
    thread->current = tr_take(thread->interrupted);
    thread->current->state = TR_CALL_IN_PROGRESS;
    return true;
}

bool tr_recorder_enter(struct tr_recorder *recorder, int pid, int tid, const struct tr_registers *registers,
                       struct tr_memory *memory)
{
    int64_t number = (int64_t)registers->general.orig_rax;
    const struct tr_syscall_row *row = wanted_row(recorder, number);
    if (!row || registers->is_32bit || number < 0)
        return false;
    struct tr_thread_calls *thread = thread_of(recorder, pid, tid);
    if (resume(thread, registers))
        return true;
    if (number == SYS_restart_syscall)
        return false; /* of a call that was not recorded */
    struct tr_call *call = make_call(recorder, row, pid, tid, registers, memory);
    recorder->counts[call->number]++;
    thread->last_sequence = call->sequence;
    tr_ring_push(&thread->recent, call);
    tr_call_release(thread->current);
    thread->current = call;
    return !(row->flags & TR_SYSCALL_NO_RETURN);
}

/* -ERESTARTSYS, -ERESTARTNOINTR, -ERESTARTNOHAND, -ERESTART_RESTARTBLOCK (linux/errno.h): seen by tracers only. */
static bool is_interrupted(int64_t result) { return result <= -512 && result >= -516 && result != -515; }

static void fill_hole(struct tr_recorder *recorder, struct tr_call *call, struct tr_memory *memory)
{
    struct tr_str *text = &recorder->scratch;
    text->size = 0;
    tr_str_add(text, call->text, call->hole.start);
    tr_decode_output(call->row, call->values, call->tid, memory, call->hole.argument, call->result, text);
    tr_str_add_text(text, call->text + call->hole.end);
    free(call->text);
    call->text = copy_text(text);
    call->hole.present = false;
}

static void take_result(struct tr_recorder *recorder, struct tr_thread_calls *thread, struct tr_call *call,
                        struct tr_memory *memory)
{
    bool failed = tr_call_failed(call);
    bool wants_memory = failed ? !call->origin : call->hole.present;
    if (memory && wants_memory)
        tr_memory_flush(memory);
    if (failed) {
        tr_call_keep_origin(call, memory);
        if (call->result != -ENOTTY) /* isatty() on every file that stdio or python opens: an answer and no failure */
            tr_ring_push_failure(&thread->failed, call);
    } else if (call->hole.present && memory) {
        fill_hole(recorder, call, memory);
    }
}

void tr_recorder_leave(struct tr_recorder *recorder, int tid, int64_t result, struct tr_memory *memory)
{
    struct tr_thread_calls *thread = find_thread(recorder, tid);
    struct tr_call *call = thread ? tr_take(thread->current) : NULL;
    if (!call)
        return;
    call->result = result;
    if (is_interrupted(result)) {
        call->state = TR_CALL_INTERRUPTED;
        tr_call_release(thread->interrupted);
        thread->interrupted = call;
        return;
    }
    call->state = TR_CALL_RETURNED;
    take_result(recorder, thread, call, memory);
    tr_call_release(call);
}

void tr_recorder_exec(struct tr_recorder *recorder, int pid, int old_tid)
{
    struct tr_thread_calls *old = find_thread(recorder, old_tid);
    if (old_tid == pid || !old)
        return;
    struct tr_call *call = tr_take(old->current);
    struct tr_thread_calls *leader = thread_of(recorder, pid, pid);
    tr_call_release(leader->current);
    leader->current = call;
}
