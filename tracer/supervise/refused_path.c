#include "supervise/refused_path.h"

#include "base/cleanup.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <string.h>
#include <sys/syscall.h>

uint64_t tr_call_argument(const struct tr_registers *registers, int argument)
{
    const struct user_regs_struct *general = &registers->general;
    const unsigned long long values[] = {general->rdi, general->rsi, general->rdx,
                                         general->r10, general->r8,  general->r9};
    return values[argument];
}

static bool wants_to_write(const struct tr_registers *registers, struct tr_memory *memory)
{
    const struct user_regs_struct *general = &registers->general;
    uint64_t flags = general->rdx;
    if (general->orig_rax == SYS_open)
        flags = general->rsi;
    else if (general->orig_rax == SYS_openat2)
        tr_memory_read_u64(memory, general->rdx + offsetof(struct open_how, flags), &flags);
    return (flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC));
}

/* The folder that a relative path starts from. @return false when it cannot be told. */
static bool folder_of(int tid, int folder, const struct tr_registers *registers, char *ret, size_t size)
{
    char link[64];
    int fd = folder < 0 ? AT_FDCWD : (int)tr_call_argument(registers, folder);
    if (fd == AT_FDCWD)
        snprintf(link, sizeof(link), "/proc/%d/cwd", tid);
    else
        snprintf(link, sizeof(link), "/proc/%d/fd/%d", tid, fd);
    ssize_t length = readlink(link, ret, size - 1);
    ret[length > 0 ? length : 0] = '\0';
    return ret[0] == '/';
}

/* As the program sees it: its own /proc/self, not ours. */
static bool absolute(int pid, int tid, int folder, const struct tr_registers *registers, const char *path, char *ret)
{
    static const char self[] = "/proc/self";
    size_t length = sizeof(self) - 1;
    char start[PATH_MAX] = "";
    if (path[0] != '/' && !folder_of(tid, folder, registers, start, sizeof(start)))
        return false;
    int wrote;
    if (strncmp(path, self, length) == 0 && (path[length] == '/' || !path[length]))
        wrote = snprintf(ret, PATH_MAX, "/proc/%d%s", pid, path + length);
    else
        wrote = snprintf(ret, PATH_MAX, "%s/%s", start, path);
    return wrote > 0 && wrote < PATH_MAX;
}

/* Without symbolic links; of a file that is to be made, its folder. */
static bool resolve(char *path, bool to_write, char *ret)
{
    if (realpath(path, ret))
        return true;
    char *slash = strrchr(path, '/');
    if (!to_write || errno != ENOENT || !slash)
        return false;
    slash[slash == path] = '\0';
    return realpath(path, ret) != NULL;
}

static bool is_outside(const struct tr_walls *walls, int pid, int tid, const struct tr_registers *registers,
                       struct tr_memory *memory, int folder, int path, bool to_write)
{
    char name[PATH_MAX], full[PATH_MAX], real[PATH_MAX];
    size_t size = path < 0 ? 0 : tr_memory_read_some(memory, tr_call_argument(registers, path), name, sizeof(name));
    if (!size || !memchr(name, '\0', size) || !name[0])
        return false;
    return absolute(pid, tid, folder, registers, name, full) && resolve(full, to_write, real)
           && !tr_walls_covers(walls, real, to_write);
}

bool tr_refused_path_outside(const struct tr_walls *walls, int pid, int tid, const struct tr_registers *registers,
                             struct tr_memory *memory, enum tr_rule *rule)
{
    const struct tr_rule_paths *row = tr_rule_paths((long)registers->general.orig_rax);
    if (!row)
        return false;
    if (*rule == TR_RULE_READ && wants_to_write(registers, memory))
        *rule = TR_RULE_WRITE;
    for (int i = 0; i < 2; i++)
        if (is_outside(walls, pid, tid, registers, memory, row->folder[i], row->path[i], *rule == TR_RULE_WRITE))
            return true;
    return false;
}
