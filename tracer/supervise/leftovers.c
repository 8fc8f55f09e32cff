#include "supervise/leftovers.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "supervise/run_internal.h"

#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <mqueue.h>
#include <string.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>

enum kind { SEGMENT, SEMAPHORES, QUEUE, MEMORY_OBJECT, NAMED_QUEUE };

struct leftover {
    enum kind kind;
    int id;     /* System V */
    char *name; /* POSIX: a path below /dev/shm, or the name of a queue; malloc */
};

struct tr_leftovers {
    struct leftover items[TR_LIMIT_LEFTOVERS];
    size_t count;
    bool cut;          /* there were more */
    bool memory_files; /* a process has made one */
    time_t since;      /* CLOCK_REALTIME, as the kernel dates what is made */
    char *before[3];   /* text of /proc/sysvipc/… at the start, malloc; by kind */
};

static const char *const tables[] = {
    [SEGMENT] = "/proc/sysvipc/shm", [SEMAPHORES] = "/proc/sysvipc/sem", [QUEUE] = "/proc/sysvipc/msg"};

static const char shared_memory[] = "/dev/shm/";

/* A file of /proc of any length, malloc; NULL when it cannot be read. */
static char *read_table(const char *path)
{
    char *text = NULL;
    size_t size = 0;
    FILE *file = fopen(path, "re");
    if (file && getdelim(&text, &size, 0, file) < 0) {
        free(text);
        text = NULL;
    }
    if (file)
        fclose(file);
    return text;
}

struct tr_leftovers *tr_leftovers_create(const struct tr_run *run)
{
    if (!run->options.limits[TR_BOUND_MEMORY].value)
        return NULL;
    struct tr_leftovers *leftovers = calloc(1, sizeof(*leftovers));
    if (!leftovers)
        tr_fatal("out of memory");
    leftovers->since = time(NULL);
    for (size_t i = 0; i < TR_COUNT(tables); i++)
        leftovers->before[i] = read_table(tables[i]);
    return leftovers;
}

void tr_leftovers_destroy(struct tr_leftovers *leftovers)
{
    if (!leftovers)
        return;
    for (size_t i = 0; i < TR_COUNT(leftovers->before); i++)
        free(leftovers->before[i]);
    for (size_t i = 0; i < leftovers->count; i++)
        free(leftovers->items[i].name);
    free(leftovers);
}

/* ---- what is made ---- */

static void add(struct tr_leftovers *leftovers, enum kind kind, int id, const char *name)
{
    for (size_t i = 0; i < leftovers->count; i++) {
        const struct leftover *known = &leftovers->items[i];
        if (known->kind == kind && known->id == id && (!name || strcmp(known->name, name) == 0))
            return;
    }
    if (leftovers->count == TR_COUNT(leftovers->items)) {
        leftovers->cut = true;
        return;
    }
    leftovers->items[leftovers->count++] = (struct leftover){kind, id, name ? strdup(name) : NULL};
}

static bool read_name(struct tr_memory *memory, uint64_t address, char ret[256])
{
    ret[tr_memory_read_some(memory, address, ret, 255)] = '\0';
    return strlen(ret) < 255 && ret[0];
}

static void on_open(struct tr_leftovers *leftovers, uint64_t path, uint64_t flags, struct tr_memory *memory)
{
    char name[256];
    struct stat status;
    if ((flags & O_CREAT) && read_name(memory, path, name) && strncmp(name, shared_memory, strlen(shared_memory)) == 0
        && !strchr(name + strlen(shared_memory), '/') && lstat(name, &status) < 0)
        add(leftovers, MEMORY_OBJECT, -1, name);
}

/* The kernel takes the name without the slash that mq_open(3) wants. */
static void on_queue_open(struct tr_leftovers *leftovers, uint64_t path, uint64_t flags, struct tr_memory *memory)
{
    char name[257] = "/";
    if (!(flags & O_CREAT) || !read_name(memory, path, name + 1))
        return;
    mqd_t queue = mq_open(name, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (queue < 0)
        add(leftovers, NAMED_QUEUE, -1, name);
    else
        mq_close(queue);
}

void tr_leftovers_call(struct tr_leftovers *leftovers, const struct tr_registers *registers, struct tr_memory *memory)
{
    const struct user_regs_struct *general = &registers->general;
    if (!leftovers || registers->is_32bit)
        return;
    switch (general->orig_rax) {
    case SYS_open:
        on_open(leftovers, general->rdi, general->rsi, memory);
        break;
    case SYS_openat:
        on_open(leftovers, general->rsi, general->rdx, memory);
        break;
    case SYS_mq_open:
        on_queue_open(leftovers, general->rdi, general->rsi, memory);
        break;
    case SYS_memfd_create:
        leftovers->memory_files = true;
        break;
    default:
        break;
    }
}

/* Whether the table that was read at the start, or now, has a row with this id. @return the row, or NULL. */
static const char *row_of(const char *table, int id)
{
    const char *row = table ? strchr(table, '\n') : NULL;
    for (; row; row = strchr(row + 1, '\n')) {
        int found;
        if (sscanf(row, "%*d %d", &found) == 1 && found == id)
            return row;
    }
    return NULL;
}

/* An id of another namespace would be that of somebody else's object here. */
static bool shares_namespace(int tid)
{
    char path[64];
    struct stat theirs, ours;
    snprintf(path, sizeof(path), "/proc/%d/ns/ipc", tid);
    return stat(path, &theirs) == 0 && stat("/proc/self/ns/ipc", &ours) == 0 && theirs.st_ino == ours.st_ino;
}

void tr_leftovers_return(struct tr_leftovers *leftovers, const struct tr_task *task,
                         const struct tr_registers *registers)
{
    const struct user_regs_struct *general = &registers->general;
    int id = (int)general->rax;
    enum kind kind;
    uint64_t flags;
    if (!leftovers || registers->is_32bit || (int64_t)general->rax < 0)
        return;
    switch (general->orig_rax) {
    case SYS_shmget:
        kind = SEGMENT;
        flags = general->rdx;
        break;
    case SYS_semget:
        kind = SEMAPHORES;
        flags = general->rdx;
        break;
    case SYS_msgget:
        kind = QUEUE;
        flags = general->rsi;
        break;
    default:
        return;
    }
    bool creates = (flags & IPC_CREAT) || (int)general->rdi == IPC_PRIVATE;
    if (creates && !row_of(leftovers->before[kind], id) && shares_namespace(task->tid))
        add(leftovers, kind, id, NULL);
}

/* ---- how much memory it takes ---- */

/* Memory files and removed objects that a process has open, each once. */
struct seen {
    ino_t inodes[TR_LIMIT_LEFTOVERS];
    size_t count;
    int64_t bytes;
};

static void see(struct seen *seen, const struct stat *status)
{
    for (size_t i = 0; i < seen->count; i++)
        if (seen->inodes[i] == status->st_ino)
            return;
    if (seen->count == TR_COUNT(seen->inodes))
        return;
    seen->inodes[seen->count++] = status->st_ino;
    seen->bytes += status->st_blocks * INT64_C(512);
}

static void see_open_files(int pid, struct seen *seen)
{
    char path[64], target[64];
    struct stat status;
    snprintf(path, sizeof(path), "/proc/%d/fd", pid);
    DIR *folder = opendir(path);
    unsigned looked = 0;
    for (const struct dirent *entry; folder && looked++ < TR_LIMIT_LEFTOVER_FILES && (entry = readdir(folder));) {
        ssize_t size = readlinkat(dirfd(folder), entry->d_name, target, sizeof(target) - 1);
        if (size <= 0)
            continue;
        target[size] = '\0';
        if ((strncmp(target, "/memfd:", 7) == 0 || strncmp(target, shared_memory, strlen(shared_memory)) == 0)
            && fstatat(dirfd(folder), entry->d_name, &status, 0) == 0)
            see(seen, &status);
    }
    if (folder)
        closedir(folder);
}

/* Resident and swapped bytes of a segment: the last two columns. */
static int64_t segment_bytes(const char *table, int id)
{
    int64_t resident = 0, swapped = 0;
    const char *row = row_of(table, id);
    if (row)
        sscanf(row, "%*d %*d %*o %*u %*d %*d %*u %*u %*u %*u %*u %*u %*u %*u %" SCNd64 " %" SCNd64, &resident, &swapped);
    return resident + swapped;
}

int64_t tr_leftovers_bytes(const struct tr_run *run)
{
    const struct tr_leftovers *leftovers = run->leftovers;
    if (!leftovers || (!leftovers->count && !leftovers->memory_files))
        return 0;
    struct seen seen = {0};
    struct stat status;
    int64_t segments = 0;
    char *table = NULL;
    for (size_t i = 0; i < leftovers->count; i++) {
        const struct leftover *item = &leftovers->items[i];
        if (item->kind == SEGMENT && (table || (table = read_table(tables[SEGMENT]))))
            segments += segment_bytes(table, item->id);
        else if (item->kind == MEMORY_OBJECT && lstat(item->name, &status) == 0)
            see(&seen, &status);
    }
    free(table);
    for (const struct tr_tracee *tracee = run->live; tracee; tracee = tracee->hh.next)
        see_open_files(tracee->pid, &seen);
    return segments + seen.bytes;
}

/* ---- the end ---- */

/* Made by others since, under the same name or number? Then it is dated before the run, or belongs to another user. */
static bool is_ours(const struct tr_leftovers *leftovers, uid_t owner, time_t made)
{
    return owner == geteuid() && made >= leftovers->since;
}

static bool remove_segment(const struct tr_leftovers *leftovers, int id)
{
    struct shmid_ds segment;
    return shmctl(id, IPC_STAT, &segment) == 0 && is_ours(leftovers, segment.shm_perm.cuid, segment.shm_ctime)
           && shmctl(id, IPC_RMID, NULL) == 0;
}

static bool remove_semaphores(const struct tr_leftovers *leftovers, int id)
{
    struct semid_ds set;
    union {
        struct semid_ds *buffer;
    } argument = {&set};
    return semctl(id, 0, IPC_STAT, argument) == 0 && is_ours(leftovers, set.sem_perm.cuid, set.sem_ctime)
           && semctl(id, 0, IPC_RMID) == 0;
}

static bool remove_queue(const struct tr_leftovers *leftovers, int id)
{
    struct msqid_ds queue;
    return msgctl(id, IPC_STAT, &queue) == 0 && is_ours(leftovers, queue.msg_perm.cuid, queue.msg_ctime)
           && msgctl(id, IPC_RMID, NULL) == 0;
}

static bool remove_object(const struct tr_leftovers *leftovers, const char *path)
{
    struct stat status;
    return lstat(path, &status) == 0 && is_ours(leftovers, status.st_uid, status.st_ctime) && unlink(path) == 0;
}

static bool remove_named_queue(const struct tr_leftovers *leftovers, const char *name)
{
    struct stat status;
    mqd_t queue = mq_open(name, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (queue < 0)
        return false;
    bool ours = fstat(queue, &status) == 0 && is_ours(leftovers, status.st_uid, status.st_ctime);
    mq_close(queue);
    return ours && mq_unlink(name) == 0;
}

static bool remove_item(const struct tr_leftovers *leftovers, const struct leftover *item)
{
    switch (item->kind) {
    case SEGMENT:
        return remove_segment(leftovers, item->id);
    case SEMAPHORES:
        return remove_semaphores(leftovers, item->id);
    case QUEUE:
        return remove_queue(leftovers, item->id);
    case MEMORY_OBJECT:
        return remove_object(leftovers, item->name);
    case NAMED_QUEUE:
        return remove_named_queue(leftovers, item->name);
    }
    return false;
}

void tr_leftovers_remove(struct tr_run *run)
{
    const struct tr_leftovers *leftovers = run->leftovers;
    unsigned removed = 0;
    for (size_t i = 0; leftovers && i < leftovers->count; i++)
        removed += remove_item(leftovers, &leftovers->items[i]);
    if (removed)
        tr_run_note(run, "processes", "%u shared memory segment%s, queue%s or semaphore set%s of the run outlived it and %s removed",
                    removed, removed == 1 ? "" : "s", removed == 1 ? "" : "s", removed == 1 ? "" : "s",
                    removed == 1 ? "was" : "were");
    if (leftovers && leftovers->cut)
        tr_run_note(run, "processes", "the run made more than %d segments, queues and semaphore sets; not all were followed",
                    TR_LIMIT_LEFTOVERS);
}
