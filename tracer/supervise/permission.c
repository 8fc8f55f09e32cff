#include "supervise/permission.h"

#include "base/cleanup.h"
#include "process/proc.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* Value of kernel.yama.ptrace_scope as a digit; 0 where there is none. Source: the kernel's LSM/Yama.rst. */
static char yama_scope(void)
{
    char scope = 0;
    tr_auto_close int fd = open("/proc/sys/kernel/yama/ptrace_scope", O_RDONLY | O_CLOEXEC);
    if (fd >= 0)
        (void)!read(fd, &scope, 1);
    return scope;
}

/* Scopes that forbid it whoever the tracee is. */
static struct tr_error *explain_scope(char scope)
{
    if (scope == '3')
        return tr_error_make(TR_ERROR_OTHER, "cannot trace: this machine forbids ptrace until its next boot "
                             "(kernel.yama.ptrace_scope is 3)");
    if (scope == '2')
        return tr_error_make(TR_ERROR_OTHER, "cannot trace: ptrace is for administrators only here; as root: "
                             "sysctl kernel.yama.ptrace_scope=1");
    return NULL;
}

struct tr_error *tr_explain_launch(int errno_value)
{
    struct tr_error *error = explain_scope(yama_scope());
    if (error)
        return error;
    return tr_error_system(errno_value, "cannot trace: ptrace is not permitted here (in a container: add the "
                           "capability SYS_PTRACE, or a seccomp profile that allows ptrace; under another tracer: "
                           "not possible)");
}

/* Whether a thread beside the leader lives on: then a leader that is a zombie does not mean that the process is. */
static bool has_other_threads(int pid)
{
    char path[64];
    unsigned count = 0;
    snprintf(path, sizeof(path), "/proc/%d/task", pid);
    DIR *folder = opendir(path);
    for (const struct dirent *entry; folder && (entry = readdir(folder));)
        count += isdigit((unsigned char)entry->d_name[0]) != 0;
    if (folder)
        closedir(folder);
    return count > 1;
}

/* A process of the user's has memory, if it is alive; a thread of the kernel has none. */
static bool is_of_kernel(int pid)
{
    size_t size = 0;
    char *maps = tr_proc_read(pid, "statm", &size);
    unsigned long long pages = 1;
    bool known = maps && sscanf(maps, "%llu", &pages) == 1;
    free(maps);
    return known && pages == 0;
}

struct tr_error *tr_check_attachable(int pid)
{
    struct tr_proc_status status;
    if (!tr_proc_status(pid, &status))
        return tr_error_make(TR_ERROR_OTHER, "there is no process %d", pid);
    if (pid == getpid())
        return tr_error_make(TR_ERROR_OTHER, "process %d is tracerun itself", pid);
    if (status.tgid != pid)
        return tr_error_make(TR_ERROR_OTHER, "%d is a thread of process %d: attach to that", pid, status.tgid);
    if (status.state == 'X' || (status.state == 'Z' && !has_other_threads(pid)))
        return tr_error_make(TR_ERROR_OTHER, "process %d has ended already; it is a zombie until its parent, process %d, "
                             "waits for it", pid, status.parent);
    if (status.tracer) {
        char name[16];
        tr_proc_name(status.tracer, name);
        return tr_error_make(TR_ERROR_OTHER, "process %d is traced already, by process %d (%s); a process has one tracer "
                             "at most", pid, status.tracer, name);
    }
    if (status.state != 'Z' && is_of_kernel(pid))
        return tr_error_make(TR_ERROR_OTHER, "process %d is a thread of the kernel", pid);
    return NULL;
}

static bool is_of_other_user(int pid, unsigned *ret_user)
{
    char path[64];
    struct stat status;
    snprintf(path, sizeof(path), "/proc/%d", pid);
    if (stat(path, &status) < 0)
        return false;
    *ret_user = status.st_uid;
    return geteuid() != 0 && status.st_uid != geteuid();
}

struct tr_error *tr_explain_attach(int pid, int errno_value)
{
    unsigned user;
    char scope = yama_scope();
    struct tr_error *error = errno_value == EPERM ? explain_scope(scope) : NULL;
    if (error)
        return error;
    if (errno_value == ESRCH)
        return tr_error_make(TR_ERROR_OTHER, "process %d has just ended", pid);
    if (errno_value != EPERM)
        return tr_error_system(errno_value, "cannot attach to process %d", pid);
    if (is_of_other_user(pid, &user))
        return tr_error_make(TR_ERROR_OTHER, "cannot attach to process %d: it belongs to user %u, or gives itself no memory "
                             "dumps; root may attach", pid, user);
    if (scope == '1' && geteuid() != 0)
        return tr_error_make(TR_ERROR_OTHER, "cannot attach to process %d: this machine lets a process trace only what it "
                             "has started itself; as root: attach, or sysctl kernel.yama.ptrace_scope=0; or start the program "
                             "with tracerun", pid);
    return tr_error_make(TR_ERROR_OTHER, "cannot attach to process %d: not permitted (it runs with other privileges, or in "
                         "a container without the capability SYS_PTRACE)", pid);
}
