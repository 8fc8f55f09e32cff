#include "process/proc.h"

#include "base/cleanup.h"
#include "base/file.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>

static void path_of(int tid, const char *name, char *ret, size_t size)
{
    snprintf(ret, size, "/proc/%d/%s", tid, name);
}

int tr_proc_open(int tid, const char *name)
{
    char path[64];
    path_of(tid, name, path, sizeof(path));
    return open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
}

char *tr_proc_read(int tid, const char *name, size_t *ret_size)
{
    char path[64];
    path_of(tid, name, path, sizeof(path));
    return tr_file_read_proc(path, ret_size);
}

/* Read a small file into a buffer, NUL-terminated: status and comm are read at every signal. */
static ssize_t read_small(int tid, const char *name, char *buffer, size_t size)
{
    tr_auto_close int fd = tr_proc_open(tid, name);
    if (fd < 0)
        return -1;
    ssize_t got = read(fd, buffer, size - 1);
    if (got >= 0)
        buffer[got] = '\0';
    return got;
}

static const char *line(const char *text, const char *label)
{
    const char *found = strstr(text, label);
    return found ? found + strlen(label) : NULL;
}

static int number(const char *text, const char *label)
{
    const char *value = line(text, label);
    return value ? (int)strtol(value, NULL, 10) : 0;
}

/* NSpid lists the ids from our namespace down to the process's own. */
static bool is_init(const char *text)
{
    const char *value = line(text, "\nNSpid:");
    size_t length = value ? strcspn(value, "\n") : 0;
    const char *last = value ? memrchr(value, '\t', length) : NULL;
    return last && last > value && strtol(last, NULL, 10) == 1;
}

static uint64_t set(const char *text, const char *label)
{
    const char *value = line(text, label);
    return value ? strtoull(value, NULL, 16) : 0;
}

bool tr_proc_status(int tid, struct tr_proc_status *ret)
{
    char text[8192];
    if (read_small(tid, "status", text, sizeof(text)) <= 0)
        return false;
    /* The labels carry their newline: the name in the first line is the program's to choose, but a newline in it is
     * escaped. */
    const char *state = line(text, "\nState:\t");
    if (!line(text, "\nSigCgt:"))
        return false; /* cut off behind thousands of groups: better nothing than a handler overlooked */
    *ret = (struct tr_proc_status){
        .tgid = number(text, "\nTgid:"),
        .parent = number(text, "\nPPid:"),
        .tracer = number(text, "\nTracerPid:"),
        .state = state ? *state : 0,
        .is_init = is_init(text),
        .pending = set(text, "\nSigPnd:"),
        .shared_pending = set(text, "\nShdPnd:"),
        .blocked = set(text, "\nSigBlk:"),
        .ignored = set(text, "\nSigIgn:"),
        .caught = set(text, "\nSigCgt:"),
    };
    return true;
}

void tr_proc_name(int tid, char ret[16])
{
    char text[64];
    ret[0] = '\0';
    if (read_small(tid, "comm", text, sizeof(text)) <= 0)
        return;
    size_t length = strcspn(text, "\n");
    if (length > 15)
        length = 15;
    memcpy(ret, text, length);
    ret[length] = '\0';
}

char *tr_proc_executable(int tid)
{
    static const char deleted[] = " (deleted)";
    char path[64], target[4096];
    path_of(tid, "exe", path, sizeof(path));
    ssize_t length = readlink(path, target, sizeof(target));
    if (length <= 0)
        return NULL;
    size_t size = (size_t)length, tail = sizeof(deleted) - 1;
    if (size > tail && memcmp(target + size - tail, deleted, tail) == 0)
        size -= tail;
    return strndup(target, size);
}

static void auxv_entry(uint64_t type, uint64_t value, struct tr_proc_auxv *ret)
{
    if (type == AT_ENTRY)
        ret->entry = value;
    else if (type == AT_SYSINFO_EHDR)
        ret->vdso = value;
}

bool tr_proc_auxv(int tid, bool is_32bit, struct tr_proc_auxv *ret)
{
    union {
        Elf64_auxv_t wide[64];
        Elf32_auxv_t narrow[128];
    } vector;
    tr_auto_close int fd = tr_proc_open(tid, "auxv");
    if (fd < 0)
        return false;
    ssize_t got = read(fd, &vector, sizeof(vector));
    if (got <= 0)
        return false;
    *ret = (struct tr_proc_auxv){0};
    if (is_32bit) {
        for (size_t i = 0; (i + 1) * sizeof(vector.narrow[0]) <= (size_t)got; i++)
            auxv_entry(vector.narrow[i].a_type, vector.narrow[i].a_un.a_val, ret);
    } else {
        for (size_t i = 0; (i + 1) * sizeof(vector.wide[0]) <= (size_t)got; i++)
            auxv_entry(vector.wide[i].a_type, vector.wide[i].a_un.a_val, ret);
    }
    return true;
}

/* A line of kB. */
static int64_t kilobytes(const char *text, const char *label)
{
    const char *value = line(text, label);
    return value ? strtoll(value, NULL, 10) * 1024 : 0;
}

bool tr_proc_memory(int pid, struct tr_proc_memory *ret)
{
    char text[8192];
    if (read_small(pid, "status", text, sizeof(text)) <= 0 || !line(text, "\nVmRSS:"))
        return false;
    *ret = (struct tr_proc_memory){
        .resident = kilobytes(text, "\nVmRSS:"),
        .own = kilobytes(text, "\nRssAnon:") + kilobytes(text, "\nRssShmem:") + kilobytes(text, "\nVmSwap:"),
        .shared = kilobytes(text, "\nRssShmem:"),
        .page_tables = kilobytes(text, "\nVmPTE:"),
        .data = kilobytes(text, "\nVmData:"),
        .peak = kilobytes(text, "\nVmHWM:"),
    };
    return true;
}

int64_t tr_proc_memory_share(int pid)
{
    char text[4096];
    if (read_small(pid, "smaps_rollup", text, sizeof(text)) <= 0)
        return -1;
    return kilobytes(text, "\nPss_Anon:") + kilobytes(text, "\nPss_Shmem:") + kilobytes(text, "\nSwapPss:");
}

int64_t tr_proc_bytes_written(int tid)
{
    char text[1024];
    if (read_small(tid, "io", text, sizeof(text)) <= 0)
        return -1;
    const char *value = line(text, "\nwchar:");
    return value ? (int64_t)strtoll(value, NULL, 10) : -1;
}

int64_t tr_proc_cpu_us(int tid)
{
    char path[32], text[64];
    unsigned long long nanoseconds;
    snprintf(path, sizeof(path), "task/%d/schedstat", tid);
    if (read_small(tid, path, text, sizeof(text)) <= 0 || sscanf(text, "%llu", &nanoseconds) != 1)
        return -1;
    return (int64_t)(nanoseconds / 1000);
}

bool tr_proc_call(int tid, struct tr_proc_call *ret)
{
    char text[256];
    uint64_t *arguments = ret->arguments;
    if (read_small(tid, "syscall", text, sizeof(text)) <= 0)
        return false;
    return sscanf(text, "%" SCNu64 " %" SCNx64 " %" SCNx64 " %" SCNx64 " %" SCNx64 " %" SCNx64 " %" SCNx64 " %" SCNx64 " %" SCNx64,
                  &ret->number, &arguments[0], &arguments[1], &arguments[2], &arguments[3], &arguments[4], &arguments[5], &ret->sp,
                  &ret->pc) == 9;
}
