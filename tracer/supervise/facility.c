#include "supervise/facility.h"

#include "base/cleanup.h"
#include "sandbox/landlock.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <time.h>

enum { TRY_SECONDS = 3 };

/* Each try runs in a process of its own. @return 0 or an errno value. */
typedef int try_fn(char *detail, size_t size);

static int told(char *detail, size_t size, const char *step)
{
    int error = errno;
    snprintf(detail, size, "%s", step);
    return error;
}

/* A process to look at; it is ended with the group of the try. */
static int start_subject(void)
{
    int pid = fork();
    if (pid)
        return pid;
    for (;;)
        pause();
}

static int trace_subject(int *ret)
{
    int status;
    *ret = start_subject();
    if (*ret < 0 || ptrace(PTRACE_SEIZE, *ret, 0, PTRACE_O_EXITKILL | PTRACE_O_TRACESECCOMP | PTRACE_O_TRACEEXIT) < 0
        || ptrace(PTRACE_INTERRUPT, *ret, 0, 0) < 0 || waitpid(*ret, &status, 0) != *ret)
        return errno;
    return 0;
}

static int try_trace(char *detail, size_t size)
{
    char scope = 0;
    int pid, failed = trace_subject(&pid);
    tr_auto_close int fd = open("/proc/sys/kernel/yama/ptrace_scope", O_RDONLY | O_CLOEXEC);
    if (fd >= 0 && read(fd, &scope, 1) == 1)
        snprintf(detail, size, "kernel.yama.ptrace_scope is %c", scope);
    return failed;
}

static int try_memory(char *detail, size_t size)
{
    static const char here = 'x';
    char byte = 0;
    int pid, failed = trace_subject(&pid);
    struct iovec to = {&byte, 1}, from = {(void *)(uintptr_t)&here, 1};
    if (failed)
        return failed;
    return process_vm_readv(pid, &to, 1, &from, 1, 0) == 1 ? 0 : told(detail, size, "process_vm_readv");
}

static int try_breakpoints(char *detail, size_t size)
{
    int pid, failed = trace_subject(&pid);
    size_t offset = offsetof(struct user, u_debugreg[0]);
    if (failed)
        return failed;
    return ptrace(PTRACE_POKEUSER, pid, offset, &try_breakpoints) == 0 ? 0 : told(detail, size, "PTRACE_POKEUSER");
}

static int try_filter(char *detail, size_t size)
{
    struct sock_filter code[] = {BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
    const struct sock_fprog program = {1, code};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0)
        return told(detail, size, "no_new_privs");
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0 ? 0 : errno;
}

static int try_landlock(char *detail, size_t size)
{
    int abi = tr_landlock_abi();
    if (abi < 0)
        return -abi;
    snprintf(detail, size, "ABI %d", abi);
    tr_auto_close int ruleset = tr_landlock_create(abi);
    if (ruleset < 0)
        return -ruleset;
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 ? errno : tr_landlock_enter(ruleset);
}

static int try_landlock_version(int wanted, char *detail, size_t size)
{
    int abi = tr_landlock_abi();
    snprintf(detail, size, "needs ABI %d", wanted);
    return abi < 0 ? -abi : abi < wanted ? EOPNOTSUPP : 0;
}

static int try_truncation(char *detail, size_t size)
{
    return try_landlock_version(TR_LANDLOCK_ABI_TRUNCATE, detail, size);
}

static int try_scopes(char *detail, size_t size)
{
    return try_landlock_version(TR_LANDLOCK_ABI_SCOPES, detail, size);
}

static int try_namespaces(char *detail, size_t size)
{
    bool as_root = unshare(CLONE_NEWNS | CLONE_NEWIPC) == 0;
    if (!as_root && unshare(CLONE_NEWNS | CLONE_NEWIPC | CLONE_NEWUSER) < 0)
        return told(detail, size, "unshare");
    snprintf(detail, size, "%s", as_root ? "as root" : "in a user namespace");
    if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0 || mount("tmpfs", "/tmp", "tmpfs", 0, NULL) < 0)
        return told(detail, size, "mount");
    return 0;
}

static int try_clock(char *detail, size_t size)
{
    int pid = start_subject();
    clockid_t clock;
    timer_t timer;
    struct sigevent event = {.sigev_notify = SIGEV_NONE};
    int failed = clock_getcpuclockid(pid, &clock);
    if (failed)
        return failed;
    return timer_create(clock, &event, &timer) == 0 ? 0 : told(detail, size, "timer_create");
}

static int try_pidfd(char *detail, size_t size)
{
    (void)detail, (void)size;
    tr_auto_close int fd = (int)syscall(SYS_pidfd_open, getpid(), 0);
    return fd < 0 ? errno : 0;
}

/* Make a group below our own of hierarchy @p root. */
static int try_group(const char *root, const char *group)
{
    char path[4096];
    snprintf(path, sizeof(path), "%s%s/tracerun-doctor-%d", root, group, getpid());
    if (mkdir(path, 0700) < 0)
        return errno;
    rmdir(path);
    return 0;
}

/* One line of /proc/self/cgroup: "0::/path" (version 2) or "4:memory:/path". */
static int try_group_line(char *line, char *detail, size_t size)
{
    static const char *const memory[] = {"/sys/fs/cgroup", "/sys/fs/cgroup/memory"};
    char *controllers = strchr(line, ':'), *group = controllers ? strchr(controllers + 1, ':') : NULL;
    if (!group)
        return ENOENT;
    *group++ = '\0';
    bool is_v2 = controllers[1] == '\0';
    if (!is_v2 && strcmp(controllers + 1, "memory") != 0)
        return ENOENT;
    char known[256] = "";
    tr_auto_close int fd = is_v2 ? open("/sys/fs/cgroup/cgroup.controllers", O_RDONLY | O_CLOEXEC) : -1;
    if (is_v2 && (fd < 0 || read(fd, known, sizeof(known) - 1) < 0 || !strstr(known, "memory")))
        return ENOENT;
    snprintf(detail, size, "version %d", is_v2 ? 2 : 1);
    return try_group(memory[!is_v2], strcmp(group, "/") == 0 ? "" : group);
}

static int try_groups(char *detail, size_t size)
{
    char line[4096];
    int result = ENOENT;
    tr_auto_fclose FILE *file = fopen("/proc/self/cgroup", "re");
    while (file && result && fgets(line, sizeof(line), file)) {
        line[strcspn(line, "\n")] = '\0';
        int tried = try_group_line(line, detail, size);
        if (tried != ENOENT)
            result = tried;
    }
    return result;
}

static const struct {
    struct tr_facility facility;
    try_fn *attempt;
} facilities[] = {
    {{"tracing", "everything: tracerun is a tracer", "in a container: --cap-add=SYS_PTRACE, or a seccomp profile that allows ptrace; "
      "on a host: sysctl kernel.yama.ptrace_scope=1"}, try_trace},
    {{"reading memory", "stacks and values, fast; else they are read through /proc", "in a container: --cap-add=SYS_PTRACE"}, try_memory},
    {{"hardware breakpoints", "the line of a return from main, turns of a loop", "a virtual machine may hide them"}, try_breakpoints},
    {{"system call filter", "the flight recorder and the sandbox", "in a container: a seccomp profile that allows seccomp"}, try_filter},
    {{"Landlock", "the sandbox's files", "Linux 5.13, with landlock among the boot parameter lsm="}, try_landlock},
    {{"Landlock, truncation", "truncating a file by name in the sandbox's folders", "Linux 6.2"}, try_truncation},
    {{"Landlock, signals", "a second wall around signals and abstract sockets", "Linux 6.12"}, try_scopes},
    {{"namespaces", "a private /tmp, /dev/shm and System V objects in the sandbox", "root, or unprivileged user namespaces: sysctl "
      "kernel.apparmor_restrict_unprivileged_userns=0; in a container: --security-opt seccomp=unconfined"}, try_namespaces},
    {{"processor clocks", "exact limits of processor time", "a kernel with CONFIG_POSIX_TIMERS"}, try_clock},
    {{"process descriptors", "waiting for processes that are not traced any more", "Linux 5.3"}, try_pidfd},
    {{"control groups", "exact limits of memory over all processes", "a writable memory controller: run below systemd-run --user --scope "
      "-p Delegate=yes, or in a container with --cgroupns=private and a writable /sys/fs/cgroup"}, try_groups},
};

size_t tr_facility_count(void) { return TR_COUNT(facilities); }
const struct tr_facility *tr_facility(size_t index) { return &facilities[index].facility; }

static _Noreturn void attempt(size_t index, int out)
{
    struct tr_facility_state state = {0};
    setpgid(0, 0);
    alarm(TRY_SECONDS);
    state.error = facilities[index].attempt(state.detail, sizeof(state.detail));
    (void)!write(out, &state, sizeof(state));
    _exit(0);
}

void tr_facility_try(size_t index, struct tr_facility_state *ret)
{
    int ends[2];
    *ret = (struct tr_facility_state){.error = EAGAIN};
    if (pipe2(ends, O_CLOEXEC) < 0)
        return;
    int pid = fork();
    if (pid == 0)
        attempt(index, ends[1]);
    close(ends[1]);
    if (pid > 0)
        setpgid(pid, pid); /* here as well: whichever comes first */
    /* Killed by the filter around us, say: that is an answer, too. */
    if (pid > 0 && read(ends[0], ret, sizeof(*ret)) != (ssize_t)sizeof(*ret))
        *ret = (struct tr_facility_state){.error = EPERM, .detail = "the attempt was ended"};
    close(ends[0]);
    if (pid <= 0)
        return;
    kill(-pid, SIGKILL);
    waitpid(pid, NULL, 0);
}
