#include "base/fatal.h"
#include "syscalls/calls_internal.h"

#include <inttypes.h>
#include <string.h>

/* Calls picked from the rings, borrowed. */
struct selection {
    const struct tr_call **calls;
    size_t count;
};

/* The newest @p share calls of @p ring that are of the primary process, or are not. */
static void select_ring(struct selection *selection, const struct tr_ring *ring, size_t share, int pid, bool is_primary)
{
    size_t taken = 0;
    for (unsigned back = 1; back <= ring->size && taken < share; back++) {
        const struct tr_call *call = ring->slots[(ring->next + ring->size - back) % ring->size];
        if (call && (call->pid == pid) == is_primary) {
            selection->calls[selection->count++] = call;
            taken++;
        }
    }
}

static int by_sequence(const void *a, const void *b)
{
    const struct tr_call *const *x = a, *const *y = b;
    return ((*x)->sequence > (*y)->sequence) - ((*x)->sequence < (*y)->sequence);
}

static const char *result_text(struct tr_arena *arena, const struct tr_call *call)
{
    if (tr_call_failed(call))
        return "-1";
    return tr_arena_printf(arena, call->row->flags & TR_SYSCALL_RESULT_ADDRESS ? "0x%" PRIx64 : "%" PRId64, call->result);
}

static const char *error_text(struct tr_arena *arena, const struct tr_call *call)
{
    if (call->state != TR_CALL_INTERRUPTED && !tr_call_failed(call))
        return NULL;
    const char *name = tr_errno_name((int)-call->result);
    return name ? name : tr_arena_printf(arena, "errno %d", (int)-call->result);
}

static struct tr_syscall *make_record(const struct tr_recorder *recorder, struct tr_arena *arena,
                                      const struct tr_call *call, int pid)
{
    struct tr_syscall *record = tr_arena_new(arena, struct tr_syscall);
    record->name = call->row->name;
    record->text = tr_arena_strdup(arena, call->text);
    if (call->state == TR_CALL_RETURNED)
        record->result = result_text(arena, call);
    record->error = error_text(arena, call);
    record->thread = tr_number(call->tid);
    record->at_ms = tr_number((call->at_us - recorder->start_us) / 1000);
    if (call->times > 1)
        record->times = tr_number(call->times);
    if (call->pid != pid)
        record->process = tr_number(call->pid);
    return record;
}

/* Everything that report_ring() adds to. */
struct output {
    const struct tr_recorder *recorder;
    struct tr_arena *arena;
    int pid;
    struct tr_recorded *recorded;
    size_t count;
};

static size_t offset_of(bool failed)
{
    return failed ? offsetof(struct tr_thread_calls, failed) : offsetof(struct tr_thread_calls, recent);
}

static size_t count_threads(const struct output *output, bool is_primary)
{
    size_t count = 0;
    for (const struct tr_thread_calls *thread = output->recorder->threads; thread; thread = thread->hh.next)
        count += (thread->pid == output->pid) == is_primary;
    return count;
}

/* The last calls of each thread of the primary process, or of the others, at most about @p limit together: a busy thread
   must not push out what a quiet one did. */
static void report_rings(struct output *output, const struct tr_call **storage, bool failed, bool is_primary, size_t limit,
                         struct tr_list *ret)
{
    size_t threads = count_threads(output, is_primary), share = threads ? limit / threads : limit;
    if (!share)
        share = 1;
    struct selection selection = {storage, 0};
    for (const struct tr_thread_calls *thread = output->recorder->threads; thread; thread = thread->hh.next)
        select_ring(&selection, (const struct tr_ring *)((const char *)thread + offset_of(failed)), share, output->pid, is_primary);
    if (selection.count)
        qsort(selection.calls, selection.count, sizeof(*selection.calls), by_sequence);
    for (size_t i = 0; i < selection.count; i++) {
        const struct tr_call *call = selection.calls[i];
        struct tr_syscall *record = make_record(output->recorder, output->arena, call, output->pid);
        tr_list_add(output->arena, ret, record);
        output->recorded[output->count++] = (struct tr_recorded){record, call->origin, call->pid};
    }
}

static int by_count(const void *a, const void *b)
{
    const struct tr_count *const *x = a, *const *y = b;
    int64_t difference = (*y)->value.value - (*x)->value.value;
    return difference ? (difference > 0) - (difference < 0) : strcmp((*x)->name, (*y)->name);
}

static void report_counts(const struct tr_recorder *recorder, struct tr_arena *arena, struct tr_list *ret)
{
    for (unsigned number = 0; number <= tr_syscall_table_size(); number++) {
        if (!recorder->counts[number])
            continue;
        const char *name = tr_syscall_name(number);
        struct tr_count *count = tr_list_new(arena, ret, struct tr_count);
        count->name = name ? name : "unknown";
        count->value = tr_number((int64_t)recorder->counts[number]);
    }
    if (ret->count)
        qsort(ret->items, ret->count, sizeof(*ret->items), by_count);
}

void tr_recorder_report(const struct tr_recorder *recorder, struct tr_arena *arena, int pid, struct tr_syscalls *ret,
                        struct tr_recorded **ret_recorded, size_t *ret_count)
{
    size_t threads = HASH_COUNT(recorder->threads);
    size_t most = threads * TR_LIMIT_SYSCALLS_KEPT, reported = 2 * threads * (TR_LIMIT_SYSCALLS_KEPT + TR_LIMIT_SYSCALLS_FAILED);
    const struct tr_call **storage = tr_arena_alloc(arena, (most + 1) * sizeof(*storage));
    struct output output = {recorder, arena, pid, tr_arena_alloc(arena, reported * sizeof(*output.recorded)), 0};
    report_rings(&output, storage, false, true, TR_LIMIT_SYSCALLS_REPORTED, &ret->recent);
    report_rings(&output, storage, false, false, TR_LIMIT_SYSCALLS_KEPT, &ret->recent);
    report_rings(&output, storage, true, true, TR_LIMIT_SYSCALLS_REPORTED / 2, &ret->failed);
    report_rings(&output, storage, true, false, TR_LIMIT_SYSCALLS_FAILED, &ret->failed);
    report_counts(recorder, arena, &ret->counts);
    if (recorder->level == TR_SYSCALLS_NONE)
        ret->reason = "switched off";
    else if (recorder->threads_dropped)
        ret->reason = tr_arena_printf(arena, "the calls of %u threads were dropped to make room: at most %d threads are kept",
                                      recorder->threads_dropped, TR_LIMIT_SYSCALL_THREADS);
    *ret_recorded = output.recorded;
    *ret_count = output.count;
}
