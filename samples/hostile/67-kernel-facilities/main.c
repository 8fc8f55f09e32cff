#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <termios.h>
#include <unistd.h>

static long clone_in_namespace(void)
{
    long child = syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0);
    if (child == 0)
        _exit(0);
    return child;
}

/* To what it is, where that may be done. */
static long set_limit_of_parent(void)
{
    struct rlimit limit;
    return prlimit(getppid(), RLIMIT_NOFILE, NULL, &limit) < 0 ? -1 : prlimit(getppid(), RLIMIT_NOFILE, &limit, NULL);
}

static long raise_limit(void)
{
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_max++;
    return setrlimit(RLIMIT_NOFILE, &limit);
}

static long count_cycles(void)
{
    struct perf_event_attr what = {.type = PERF_TYPE_SOFTWARE, .size = sizeof what, .config = PERF_COUNT_SW_TASK_CLOCK, .disabled = 1};
    return syscall(SYS_perf_event_open, &what, 0, -1, -1, 0);
}

static long make_map(void)
{
    union bpf_attr what = {.map_type = BPF_MAP_TYPE_ARRAY, .key_size = 4, .value_size = 4, .max_entries = 1};
    return syscall(SYS_bpf, BPF_MAP_CREATE, &what, sizeof what);
}

/* Arguments that no kernel accepts, where the call itself would be felt. */
static long attempt(const char *what)
{
    const struct {
        const char *name;
        long number, arguments[5];
    } calls[] = {
        {"userns", SYS_unshare, {CLONE_NEWUSER}},
        {"mount", SYS_mount, {(long)"none", (long)"/nowhere", (long)"nothing"}},
        {"setns", SYS_setns, {-1}},
        {"keyctl", SYS_keyctl, {0, -3}},
        {"userfaultfd", SYS_userfaultfd, {1}},
        {"personality", SYS_personality, {READ_IMPLIES_EXEC}},
        {"ioctl-tty", SYS_ioctl, {-1, TIOCSTI, (long)"x"}},
        {"ioctl-high", SYS_ioctl, {-1, TIOCSTI | 1L << 32, (long)"x"}},
        {"chroot", SYS_chroot, {(long)"/nowhere"}},
        {"module-load", SYS_init_module, {0, 0, (long)""}},
        {"reboot", SYS_reboot, {0}},
        {"swapoff", SYS_swapoff, {(long)"/nowhere"}},
        {"acct", SYS_acct, {(long)"/nowhere"}},
        {"quotactl", SYS_quotactl, {-1, (long)"/nowhere"}},
        {"kcmp", SYS_kcmp, {1, 1, 100}},
        {"process_madvise", SYS_process_madvise, {-1}},
        {"fanotify", SYS_fanotify_init, {-1}},
        {"open_tree", SYS_open_tree, {-1, (long)"/nowhere"}},
        {"dumpable", SYS_prctl, {PR_SET_DUMPABLE, 0}},
    };
    for (unsigned i = 0; i < sizeof calls / sizeof *calls; i++) {
        const long *a = calls[i].arguments;
        if (strcmp(what, calls[i].name) == 0)
            return syscall(calls[i].number, a[0], a[1], a[2], a[3], a[4]);
    }
    return strcmp(what, "bpf") == 0 ? make_map() : strcmp(what, "perf") == 0 ? count_cycles()
         : strcmp(what, "prlimit") == 0 ? set_limit_of_parent() : strcmp(what, "raise") == 0 ? raise_limit() : clone_in_namespace();
}

int main(int argc, char **argv)
{
    alarm(20);
    if (argc < 2)
        return 2;
    return attempt(argv[1]) < 0 ? 0 : 99;
}
