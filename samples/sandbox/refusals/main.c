/* One call each that a sandbox refuses. The name of the function is that of the argument. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/fs.h>
#include <linux/io_uring.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

static long tcp(void) { return socket(AF_INET, SOCK_STREAM, 0); }
static long udp(void) { return socket(AF_INET6, SOCK_DGRAM, 0); }
static long netlink(void) { return socket(AF_NETLINK, SOCK_RAW, 0); }
static long vsock(void) { return socket(AF_VSOCK, SOCK_STREAM, 0); }
static long local(void) { return socket(AF_UNIX, SOCK_STREAM, 0); }

static long signals_parent(void) { return kill(getppid(), SIGTERM); }
static long signals_all(void) { return kill(-1, SIGTERM); }
static long signals_group(void) { return kill(-getpgid(getppid()), SIGTERM); }
static long signals_thread(void) { return syscall(SYS_tgkill, getppid(), getppid(), SIGTERM); }
static long queues(void)
{
    siginfo_t info = {.si_code = SI_QUEUE};
    return syscall(SYS_rt_sigqueueinfo, getppid(), SIGTERM, &info);
}
static long pidfd(void) { return syscall(SYS_pidfd_open, getppid(), 0); }
static long limits_parent(void)
{
    const struct rlimit none = {0, 0};
    return prlimit(getppid(), RLIMIT_NOFILE, &none, NULL);
}
static long pins_parent(void)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(0, &set);
    return sched_setaffinity(getppid(), sizeof(set), &set);
}
static long nices_parent(void) { return setpriority(PRIO_PROCESS, (id_t)getppid(), 19); }
static long own_by_parent(void) { return fcntl(0, F_SETOWN, getppid()); }
static long own_by_record(void)
{
    const struct f_owner_ex owner = {F_OWNER_PID, getppid()};
    return fcntl(0, F_SETOWN_EX, &owner);
}

static long traces_parent(void) { return ptrace(PTRACE_SEIZE, getppid(), 0, 0); }
static long reads_parent(void)
{
    char byte;
    struct iovec here = {&byte, 1}, there = {&byte, 1};
    return process_vm_readv(getppid(), &here, 1, &there, 1, 0);
}
static long hides_child(void)
{
    long pid = syscall(SYS_clone, CLONE_UNTRACED | SIGCHLD, 0, 0, 0, 0);
    if (pid == 0)
        _exit(0);
    return pid;
}
static long not_dumpable(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

static struct sock_filter allow[] = {BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
static struct sock_fprog program = {1, allow};
static long own_filter(void) { return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program); }
static long own_filter_prctl(void) { return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0); }

static long int80(void)
{
    long result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(20) : "memory"); /* getpid */
    return result;
}
static long x32(void) { return syscall(0x40000000 | SYS_getpid); }

static long user_namespace(void) { return unshare(CLONE_NEWUSER); }
static long child_in_namespace(void)
{
    long pid = syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0);
    if (pid == 0)
        _exit(0);
    return pid;
}
static long joins_namespace(void) { return setns(0, 0); }
static long mounts(void) { return syscall(SYS_mount, "none", "/mnt", "tmpfs", 0, 0); }
static long changes_root(void) { return chroot("."); }

static long ring(void)
{
    struct io_uring_params parameters = {0};
    return syscall(SYS_io_uring_setup, 1, &parameters);
}
static long bpf(void) { return syscall(SYS_bpf, 0, 0, 0); }
static long perf(void) { return syscall(SYS_perf_event_open, 0, 0, 0, 0, 0); }
static long faults(void) { return syscall(SYS_userfaultfd, 0); }
static long keys(void) { return syscall(SYS_keyctl, 0, 0, 0, 0, 0); }
static long persona(void) { return personality(ADDR_NO_RANDOMIZE); }
static long handle(void) { return syscall(SYS_open_by_handle_at, 0, 0, 0); }
static long clock(void) { return syscall(SYS_clock_settime, 0, 0); }

/* The high half of the register is not what the kernel looks at. */
static long types(void) { return syscall(SYS_ioctl, 0, 0x100000000UL | TIOCSTI, "x"); }

static long permissions(void) { return chmod("/etc/hostname", 0777); }
static long owner(void) { return fchown(0, 1, 1); }
static long times(void) { return utimensat(AT_FDCWD, "/etc/hostname", NULL, 0); }
/* By a descriptor that may only read. */
static long flags(void) { return ioctl(open("/bin/true", O_RDONLY), FS_IOC_SETFLAGS, &(int){0}); }
static long lease(void) { return fcntl(open("/bin/true", O_RDONLY), F_SETLEASE, F_RDLCK); }
static long attribute(void) { return syscall(SYS_setxattr, "main.c", "user.x", "1", 1, 0); }

static long writes_outside(void) { return open("/etc/tracerun-was-here", O_WRONLY | O_CREAT, 0600); }
static long writes_by_link(void)
{
    if (symlink("/etc", "way-out") < 0)
        return -1;
    return open("way-out/tracerun-was-here", O_WRONLY | O_CREAT, 0600);
}
static long writes_by_dots(void) { return open("../../../../../../../../../../../../../../../../etc/tracerun-was-here", O_WRONLY | O_CREAT, 0600); }
static long makes_folder(void) { return mkdir("/etc/tracerun-was-here", 0700); }
static long removes(void) { return unlink("/etc/hostname"); }
static long truncates(void) { return truncate("/etc/hostname", 0); }
static long moves_out(void)
{
    close(open("mine", O_WRONLY | O_CREAT, 0600));
    return rename("mine", "/etc/tracerun-was-here");
}
static long reads_outside(void) { return open("/etc/shadow", O_RDONLY); }
static long reads_environment(void)
{
    char path[64];
    snprintf(path, sizeof(path), "/proc/%d/environ", getppid());
    return open(path, O_RDONLY);
}
static long writes_parent(void)
{
    char path[64];
    snprintf(path, sizeof(path), "/proc/%d/mem", getppid());
    return open(path, O_RDWR);
}

static long forks(void)
{
    long pid = fork();
    if (pid == 0)
        _exit(0);
    return pid;
}
static long executes(void) { return execl("/bin/true", "true", (char *)NULL); }
static long shares(void) { return syscall(SYS_shmget, 0, 4096, 0600 | 01000); }
static long makes_file(void) { return open("new", O_WRONLY | O_CREAT, 0600); }
static long reads_folder(void) { return open(".", O_RDONLY | O_DIRECTORY); }

static const struct {
    const char *name;
    long (*call)(void);
} calls[] = {
#define CALL(name) {#name, name}
    CALL(tcp), CALL(udp), CALL(netlink), CALL(vsock), CALL(local), CALL(signals_parent), CALL(signals_all),
    CALL(signals_group), CALL(signals_thread), CALL(queues), CALL(pidfd), CALL(limits_parent), CALL(pins_parent),
    CALL(nices_parent), CALL(own_by_parent), CALL(own_by_record), CALL(traces_parent), CALL(reads_parent),
    CALL(hides_child), CALL(not_dumpable), CALL(own_filter), CALL(own_filter_prctl), CALL(int80), CALL(x32),
    CALL(user_namespace), CALL(child_in_namespace), CALL(joins_namespace), CALL(mounts), CALL(changes_root), CALL(ring),
    CALL(bpf), CALL(perf), CALL(faults), CALL(keys), CALL(persona), CALL(handle), CALL(clock), CALL(types),
    CALL(permissions), CALL(owner), CALL(times), CALL(attribute), CALL(flags), CALL(lease),
    CALL(writes_outside), CALL(writes_by_link),
    CALL(writes_by_dots), CALL(makes_folder), CALL(removes), CALL(truncates), CALL(moves_out), CALL(reads_outside),
    CALL(reads_environment), CALL(writes_parent), CALL(forks), CALL(executes), CALL(shares), CALL(makes_file),
    CALL(reads_folder),
};

static long run(size_t i)
{
    errno = 0;
    long result = calls[i].call();
    printf("%s %s\n", calls[i].name, result >= 0 ? "done" : result == -1 && errno == 0 ? "EPERM" : strerrorname_np(errno));
    fflush(stdout);
    return result;
}

int main(int argc, char **argv)
{
    alarm(20);
    if (argc > 1 && strcmp(argv[1], "every") == 0) { /* but the last, which only "strict" refuses */
        for (size_t i = 0; strcmp(calls[i].name, "forks") != 0; i++)
            run(i);
        return 0;
    }
    for (size_t i = 0; argc > 1 && i < sizeof(calls) / sizeof(calls[0]); i++)
        if (strcmp(argv[1], calls[i].name) == 0)
            return run(i) >= 0;
    return 2;
}
