#include "base/fatal.h"
#include "base/limits.h"
#include "process/proc.h"
#include "supervise/run_internal.h"

#include <sys/syscall.h>
#include <utlist.h>

static void *new_item(size_t size)
{
    void *item = calloc(1, size);
    if (!item)
        tr_fatal("out of memory");
    return item;
}

struct tr_task *tr_task_find(const struct tr_run *run, int tid)
{
    struct tr_task *task;
    HASH_FIND_INT(run->tasks, &tid, task);
    return task;
}

void tr_task_adopt(struct tr_tracee *tracee, struct tr_task *task)
{
    task->tracee = tracee;
    DL_APPEND(tracee->tasks, task);
    tracee->task_count++;
}

struct tr_task *tr_task_add(struct tr_run *run, struct tr_tracee *tracee, int tid)
{
    struct tr_task *task = new_item(sizeof(*task));
    task->tid = tid;
    HASH_ADD_INT(run->tasks, tid, task);
    run->usage.threads++;
    if (tracee)
        tr_task_adopt(tracee, task);
    return task;
}

void tr_task_remove(struct tr_run *run, struct tr_task *task)
{
    struct tr_tracee *tracee = task->tracee;
    HASH_DEL(run->tasks, task);
    if (tracee) {
        DL_DELETE(tracee->tasks, task);
        tracee->task_count--;
        if (tracee->memory && tracee->memory_tid == task->tid) {
            tr_memory_destroy(tracee->memory);
            tracee->memory = NULL;
        }
    }
    free(task);
}

struct tr_task *tr_tracee_first(const struct tr_tracee *tracee)
{
    for (struct tr_task *task = tracee->tasks; task; task = task->next)
        if (task->state != TR_TASK_EXITING)
            return task;
    return tracee->tasks;
}

struct tr_tracee *tr_tracee_find(const struct tr_run *run, int pid)
{
    struct tr_tracee *tracee;
    HASH_FIND_INT(run->live, &pid, tracee);
    return tracee;
}

static void copy_image(struct tr_tracee *tracee, const struct tr_tracee *parent)
{
    tracee->parent = parent->pid;
    tracee->path = parent->path ? strdup(parent->path) : NULL;
    tracee->start_sp = parent->start_sp;
    tracee->is_32bit = parent->is_32bit;
    tracee->data_limit = parent->data_limit;
    tracee->program_break = parent->program_break;
    if (parent->arguments) {
        tracee->arguments = new_item(parent->arguments_size + 1);
        memcpy(tracee->arguments, parent->arguments, parent->arguments_size);
        tracee->arguments_size = parent->arguments_size;
    }
}

static struct tr_tracee *add(struct tr_run *run, int pid)
{
    struct tr_tracee *tracee = new_item(sizeof(*tracee));
    tracee->pid = pid;
    tracee->memory_fd = tracee->executable_fd = tracee->pidfd = -1;
    if (run->freezing)
        tracee->hold = TR_HOLD_FROZEN;
    HASH_ADD_INT(run->live, pid, tracee);
    return tracee;
}

struct tr_tracee *tr_tracee_add_helper(struct tr_run *run, int pid, const struct tr_tracee *owner)
{
    struct tr_tracee *tracee = add(run, pid);
    tracee->parent = tracee->helper_of = owner->pid;
    return tracee;
}

struct tr_tracee *tr_tracee_add(struct tr_run *run, int pid, const struct tr_tracee *parent)
{
    struct tr_tracee *tracee = add(run, pid);
    if (parent)
        copy_image(tracee, parent);
    run->usage.processes++;
    if (run->tracees.count < TR_LIMIT_PROCESSES_REPORTED) {
        tr_list_add(run->arena, &run->tracees, tracee);
        tracee->kept = true;
    } else {
        run->omitted_tracees++;
    }
    return tracee;
}

static void close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

static void drop_image(struct tr_tracee *tracee)
{
    tr_memory_destroy(tracee->memory);
    tracee->memory = NULL;
    close_fd(&tracee->memory_fd);
    close_fd(&tracee->executable_fd);
}

static void destroy(struct tr_tracee *tracee)
{
    drop_image(tracee);
    close_fd(&tracee->pidfd);
    free(tracee->path);
    free(tracee->arguments);
    free(tracee->owed);
    free(tracee);
}

void tr_tracee_end(struct tr_run *run, struct tr_tracee *tracee, int status, const struct rusage *usage)
{
    HASH_DEL(run->live, tracee);
    tr_cpu_watch_ended(run, tracee);
    if (usage)
        tr_usage_ended(run, tracee, usage);
    while (tracee->tasks)
        tr_task_remove(run, tracee->tasks);
    bool ends_run = tracee->hold == TR_HOLD_KEPT && tr_stop_ends_run(tracee->stop_reason);
    tracee->ended = true;
    tracee->status = status;
    tracee->hold = TR_HOLD_NONE;
    if (run->callbacks.image_gone)
        run->callbacks.image_gone(run->callbacks.arg, run, tracee->pid);
    drop_image(tracee);
    close_fd(&tracee->pidfd);
    if (!tracee->kept) {
        tracee->hh.next = run->graveyard;
        run->graveyard = tracee;
    }
    if (tracee == run->root)
        tr_root_ended(run);
    if (ends_run && !run->killing)
        tr_kill_all(run); /* nobody will release it any more */
}

void tr_tracees_bury(struct tr_run *run)
{
    while (run->graveyard) {
        struct tr_tracee *tracee = run->graveyard;
        run->graveyard = tracee->hh.next;
        destroy(tracee);
    }
}

void tr_tracees_destroy(struct tr_run *run)
{
    struct tr_task *task, *next_task;
    struct tr_tracee *tracee, *next;
    HASH_ITER(hh, run->tasks, task, next_task) {
        HASH_DEL(run->tasks, task);
        free(task);
    }
    HASH_ITER(hh, run->live, tracee, next) {
        HASH_DEL(run->live, tracee);
        if (!tracee->kept)
            destroy(tracee);
    }
    tr_tracees_bury(run);
    TR_EACH(struct tr_tracee, kept, &run->tracees)
        destroy(kept);
}

void tr_tracee_new_image(struct tr_tracee *tracee, int tid)
{
    drop_image(tracee);
    free(tracee->path);
    free(tracee->arguments);
    tracee->path = tr_proc_executable(tid);
    tracee->arguments = tr_proc_read(tid, "cmdline", &tracee->arguments_size);
    tracee->images++;
}

struct tr_memory *tr_tracee_memory(struct tr_tracee *tracee, int tid)
{
    /* One thread sees what all see, until it exits: not even a leader has any memory then. */
    if (tracee->memory_tid != tid) {
        tr_memory_destroy(tracee->memory);
        tracee->memory = NULL;
    }
    if (!tracee->memory) {
        tracee->memory = tr_memory_create(tid, -1);
        tracee->memory_tid = tid;
    }
    tr_memory_flush(tracee->memory);
    return tracee->memory;
}

size_t tr_run_pids(const struct tr_run *run, int *ret, size_t most)
{
    size_t count = 0;
    for (const struct tr_tracee *tracee = run->live; tracee && count < most; tracee = tracee->hh.next)
        if (!tracee->detached && !tracee->helper_of)
            ret[count++] = tracee->pid;
    return count;
}

int tr_run_memory_fd(struct tr_run *run, int pid)
{
    struct tr_tracee *tracee = tr_tracee_find(run, pid);
    if (!tracee)
        return -1;
    if (tracee->memory_fd < 0)
        tracee->memory_fd = tr_proc_open(tracee->hold != TR_HOLD_NONE ? tracee->stop_tid : pid, "mem");
    return tracee->memory_fd;
}

int tr_run_executable_fd(struct tr_run *run, int pid)
{
    struct tr_tracee *tracee = tr_tracee_find(run, pid);
    if (!tracee)
        return -1;
    if (tracee->executable_fd < 0)
        tracee->executable_fd = tr_proc_open(tracee->hold != TR_HOLD_NONE ? tracee->stop_tid : pid, "exe");
    return tracee->executable_fd;
}
