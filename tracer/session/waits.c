#include "session/waits.h"

#include "base/limits.h"
#include "base/str.h"
#include "base/utf8.h"
#include "process/memory.h"
#include "process/proc.h"
#include "session/file_locks.h"
#include "session/sockets.h"
#include "syscalls/recorder.h"

#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* What a call does with its first argument, or otherwise waits for. */
enum sort { OPENS, OPENS_AT, READS, WRITES, ACCEPTS, LOCKS, LOCKS_RANGE, WAITS_PID, WAITS_ID, SLEEPS, SLEEPS_CLOCK, FOR_SIGNAL, POLLS };

static const struct {
    uint64_t call;
    enum sort sort;
} calls[] = {
    {SYS_open, OPENS},           {SYS_openat, OPENS_AT},
    {SYS_read, READS},           {SYS_readv, READS},
    {SYS_pread64, READS},        {SYS_preadv, READS},
    {SYS_recvfrom, READS},       {SYS_recvmsg, READS},
    {SYS_recvmmsg, READS},       {SYS_write, WRITES},
    {SYS_writev, WRITES},        {SYS_pwrite64, WRITES},
    {SYS_sendto, WRITES},        {SYS_sendmsg, WRITES},
    {SYS_accept, ACCEPTS},       {SYS_accept4, ACCEPTS},
    {SYS_connect, WRITES},       {SYS_flock, LOCKS},
    {SYS_fcntl, LOCKS_RANGE},    {SYS_wait4, WAITS_PID},
    {SYS_waitid, WAITS_ID},      {SYS_nanosleep, SLEEPS},
    {SYS_pause, FOR_SIGNAL},     {SYS_clock_nanosleep, SLEEPS_CLOCK},
    {SYS_poll, POLLS},           {SYS_rt_sigsuspend, FOR_SIGNAL},
    {SYS_ppoll, POLLS},          {SYS_rt_sigtimedwait, FOR_SIGNAL},
    {SYS_select, POLLS},         {SYS_pselect6, POLLS},
    {SYS_epoll_wait, POLLS},     {SYS_epoll_pwait, POLLS},
};

/* The thread that is looked at. */
struct look {
    struct tr_arena *arena;
    const struct tr_run *run;
    int pid;
    const struct user_regs_struct *general;
    struct tr_memory *memory;
    struct tr_request *request;
    struct tr_wait *wait;
};

/* ---- descriptors ---- */

static bool link_of(int pid, const char *name, char ret[PATH_MAX])
{
    char path[64];
    snprintf(path, sizeof(path), "/proc/%d/fd/%s", pid, name);
    ssize_t size = readlink(path, ret, PATH_MAX - 1);
    ret[size > 0 ? size : 0] = '\0';
    return size > 0;
}

/* O_RDONLY, O_WRONLY or O_RDWR; -1 when unknown. Source: proc(5), /proc/PID/fdinfo. */
static int access_mode(int pid, const char *name)
{
    char path[64];
    unsigned flags;
    snprintf(path, sizeof(path), "fdinfo/%s", name);
    char *text = tr_proc_read(pid, path, NULL);
    const char *at = text ? strstr(text, "flags:") : NULL;
    bool known = at && sscanf(at, "flags: %o", &flags) == 1;
    free(text);
    return known ? (int)(flags & O_ACCMODE) : -1;
}

/* The descriptor of process @p pid that is the other end of pipe @p target: one that @p wanted says, O_WRONLY or O_RDONLY.
 * @return -1 when it has none. */
static int other_end(int pid, const char *target, int wanted)
{
    char path[64], link[PATH_MAX];
    int found = -1;
    unsigned seen = 0;
    snprintf(path, sizeof(path), "/proc/%d/fd", pid);
    DIR *folder = opendir(path);
    for (const struct dirent *entry; folder && found < 0 && seen < TR_LIMIT_WAIT_DESCRIPTORS && (entry = readdir(folder));) {
        int mode = -1;
        if (!isdigit((unsigned char)entry->d_name[0]))
            continue;
        seen++;
        if (link_of(pid, entry->d_name, link) && strcmp(link, target) == 0)
            mode = access_mode(pid, entry->d_name);
        if (mode == wanted || mode == O_RDWR)
            found = (int)strtol(entry->d_name, NULL, 10);
    }
    if (folder)
        closedir(folder);
    return found;
}

/* The call that a process is in, by its name; "" when it computes, NULL when that cannot be seen. */
static const char *call_of(struct tr_arena *arena, int pid)
{
    int64_t number;
    char *text = tr_proc_read(pid, "syscall", NULL);
    bool known = text && sscanf(text, "%" SCNd64, &number) == 1 && number >= 0;
    bool runs = text && !known;
    free(text);
    const char *name = known ? tr_syscall_name(number) : NULL;
    return name ? tr_arena_strdup(arena, name) : runs ? "" : NULL;
}

static void find_ends(struct look *look, const char *target, int wanted)
{
    int pids[TR_LIMIT_WAIT_PROCESSES];
    int own = other_end(look->pid, target, wanted);
    if (own >= 0)
        look->wait->own_end = tr_number(own);
    size_t count = tr_run_pids(look->run, pids, TR_LIMIT_WAIT_PROCESSES);
    for (size_t i = 0; i < count && !look->wait->holder.known; i++) {
        if (pids[i] == look->pid || other_end(pids[i], target, wanted) < 0)
            continue;
        look->wait->holder = tr_number(pids[i]);
        look->wait->holder_call = call_of(look->arena, pids[i]);
    }
}

/* Of a file: where the next byte is read from. */
static void find_position(struct look *look, const char *name)
{
    char path[64];
    long long position;
    snprintf(path, sizeof(path), "fdinfo/%s", name);
    char *text = tr_proc_read(look->pid, path, NULL);
    if (text && sscanf(text, "pos: %lld", &position) == 1 && position > 0)
        look->wait->position = tr_number(position);
    free(text);
}

static void look_at_descriptor(struct look *look, enum sort sort)
{
    char name[16], target[PATH_MAX];
    uint64_t inode;
    int fd = (int)look->general->rdi;
    struct tr_wait *wait = look->wait;
    wait->kind = sort == READS ? "read" : sort == WRITES ? "write" : "accept";
    wait->descriptor = tr_number(fd);
    snprintf(name, sizeof(name), "%d", fd);
    if (!link_of(look->pid, name, target))
        return;
    wait->target = tr_utf8_valid(target, strlen(target)) ? tr_arena_strdup(look->arena, target) : NULL;
    if (sscanf(target, "socket:[%" SCNu64 "]", &inode) == 1)
        wait->address = tr_socket_describe(look->arena, look->pid, inode);
    else if (access_mode(look->pid, name) != O_RDWR && sort != ACCEPTS)
        find_ends(look, target, sort == READS ? O_WRONLY : O_RDONLY);
    find_position(look, name);
}

/* An open that waits is one of a FIFO whose other end nobody has opened. */
static void look_at_open(struct look *look, int folder, uint64_t path_at)
{
    char path[256] = "", full[512], from[32] = "cwd";
    struct stat status;
    size_t size = tr_memory_read_some(look->memory, path_at, path, sizeof(path) - 1);
    if (strnlen(path, size) == size)
        return;
    if (folder != AT_FDCWD)
        snprintf(from, sizeof(from), "fd/%d", folder);
    snprintf(full, sizeof(full), "/proc/%d/%s/%s", look->pid, path[0] == '/' ? "root" : from, path);
    if (stat(full, &status) < 0 || !S_ISFIFO(status.st_mode) || !tr_utf8_valid(path, strlen(path)))
        return;
    look->wait->kind = "open";
    look->wait->target = tr_arena_strdup(look->arena, path);
}

/* ---- file locks ---- */

static void look_at_lock(struct look *look)
{
    char name[16], target[PATH_MAX];
    struct tr_file_lock chain[TR_FILE_LOCKS];
    size_t count = tr_file_locks_waited_for(tr_run_file_locks(look->run), look->pid, chain);
    look->wait->kind = "file-lock";
    look->wait->descriptor = tr_number((int)look->general->rdi);
    snprintf(name, sizeof(name), "%d", (int)look->general->rdi);
    if (link_of(look->pid, name, target) && tr_utf8_valid(target, strlen(target)))
        look->wait->target = tr_arena_strdup(look->arena, target);
    for (size_t i = 0; i < count; i++) {
        struct tr_wait *wait = look->wait;
        if (i > 0) {
            wait = tr_list_new(look->arena, &look->request->waits, struct tr_wait);
            wait->thread = tr_number(chain[i].waiter);
            wait->process = tr_number(chain[i].waiter);
            wait->kind = "file-lock";
        }
        wait->owner = tr_number(chain[i].owner);
        wait->lock = chain[i].type;
    }
}

/* ---- other waits ---- */

static void look_at_child(struct look *look, int pid)
{
    int pids[TR_LIMIT_WAIT_PROCESSES], child = pid > 0 ? pid : 0, children = 0;
    size_t count = tr_run_pids(look->run, pids, TR_LIMIT_WAIT_PROCESSES);
    struct tr_proc_status status;
    for (size_t i = 0; i < count; i++) {
        if (!tr_proc_status(pids[i], &status) || status.parent != look->pid)
            continue;
        children++;
        child = pid > 0 ? pid : pids[i];
    }
    look->wait->kind = "child";
    look->wait->children = tr_number(children);
    if (child <= 0 || (pid <= 0 && children != 1))
        return;
    look->wait->owner = tr_number(child);
    look->wait->holder_call = call_of(look->arena, child);
}

static int64_t milliseconds(const int64_t time[2]) { return time[0] * 1000 + time[1] / 1000000; }

/*
 * @p flags, @p clock  as clock_nanosleep(2) takes them. An interrupted sleep has written what is left of it to @p left_at, if
 * that is given: our stop has done that.
 */
static void look_at_sleep(struct look *look, clockid_t clock, int flags, uint64_t time_at, uint64_t left_at)
{
    int64_t time[2], left[2];
    struct timespec now;
    look->wait->kind = "sleep";
    if (!tr_memory_read(look->memory, time_at, time, sizeof(time)))
        return;
    if (!(flags & TIMER_ABSTIME)) {
        look->wait->total_ms = left_at == time_at ? (struct tr_number){0} : tr_number(milliseconds(time));
        if (left_at && tr_memory_read(look->memory, left_at, left, sizeof(left)))
            look->wait->remaining_ms = tr_number(milliseconds(left));
    } else if (clock_gettime(clock, &now) == 0) {
        const int64_t now_words[2] = {now.tv_sec, now.tv_nsec};
        look->wait->remaining_ms = tr_number(milliseconds(time) - milliseconds(now_words));
    }
}

static void look_at_call(struct look *look, enum sort sort)
{
    const struct user_regs_struct *general = look->general;
    switch (sort) {
    case OPENS:
        look_at_open(look, AT_FDCWD, general->rdi);
        break;
    case OPENS_AT:
        look_at_open(look, (int)general->rdi, general->rsi);
        break;
    case READS:
    case WRITES:
    case ACCEPTS:
        look_at_descriptor(look, sort);
        break;
    case LOCKS_RANGE:
        if (general->rsi != F_SETLKW && general->rsi != F_OFD_SETLKW)
            break;
        /* fall through */
    case LOCKS:
        look_at_lock(look);
        break;
    case WAITS_PID:
        look_at_child(look, (int)general->rdi);
        break;
    case WAITS_ID:
        look_at_child(look, general->rdi == P_PID ? (int)general->rsi : 0);
        break;
    case SLEEPS:
        look_at_sleep(look, CLOCK_MONOTONIC, 0, general->rdi, general->rsi);
        break;
    case SLEEPS_CLOCK:
        look_at_sleep(look, (clockid_t)general->rdi, (int)general->rsi, general->rdx, general->r10);
        break;
    case FOR_SIGNAL:
        look->wait->kind = "signal";
        break;
    case POLLS:
        look->wait->kind = "poll";
        break;
    }
}

static void look_at(struct look *look, const struct tr_stop_thread *thread)
{
    for (size_t i = 0; i < TR_COUNT(calls); i++) {
        if (calls[i].call != look->general->orig_rax)
            continue;
        struct tr_wait *wait = tr_list_new(look->arena, &look->request->waits, struct tr_wait);
        look->wait = wait;
        wait->thread = tr_number(thread->tid);
        wait->kind = "";
        wait->call = tr_arena_strdup(look->arena, tr_syscall_name((int64_t)calls[i].call));
        look_at_call(look, calls[i].sort);
    }
}

static void add_stopped(struct tr_arena *arena, const struct tr_stop_thread *thread, struct tr_request *request)
{
    struct tr_wait *wait = tr_list_new(arena, &request->waits, struct tr_wait);
    wait->thread = tr_number(thread->tid);
    wait->kind = "stopped";
    wait->call = tr_signal_name(thread->stop_signal);
}

void tr_waits_describe(struct tr_arena *arena, const struct tr_run *run, const struct tr_stop *stop,
                       struct tr_request *request)
{
    struct look look = {.arena = arena, .run = run, .pid = stop->pid, .request = request};
    look.memory = tr_memory_create(stop->pid, -1);
    for (size_t i = 0; i < stop->thread_count; i++) {
        const struct tr_stop_thread *thread = &stop->threads[i];
        const char *text = NULL;
        look.general = &thread->registers.general;
        if (thread->stop_signal) {
            text = tr_arena_printf(arena, "SIGCONT, stopped by %s", tr_signal_name(thread->stop_signal));
            add_stopped(arena, thread, request);
        } else if (thread->in_syscall && !stop->is_32bit &&
                   !tr_run_reads(run, thread->tid, &thread->registers)) {
            text = tr_syscall_describe(arena, stop->pid, &thread->registers, look.memory);
            if (text && request->waits.count < TR_LIMIT_WAITS)
                look_at(&look, thread);
        }
        tr_list_add(arena, &request->waiting_for, (void *)(text ? text : ""));
    }
    tr_memory_destroy(look.memory);
}
