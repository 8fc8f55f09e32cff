#include "base/clock.h"
#include "supervise/descriptor.h"
#include "supervise/permission.h"
#include "supervise/target.h"
#include "supervise/run_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/seccomp.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>

enum step { STEP_NONE, STEP_GROUP, STEP_STREAMS, STEP_LIMITS, STEP_FILTER, STEP_EXEC };

/* What the child could not do; only STEP_GROUP and STEP_FILTER let it go on. */
struct failure {
    enum step step;
    int errno_value;
};

struct channel {
    int go[2];      /* tracerun -> child: a byte, once it is traced; then, when all is there that it needs, the name of the
                       file by which it enters its control group, "" for none */
    int failure[2]; /* child -> tracerun: struct failure; closed by a successful exec */
};

static void close_end(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

static void channel_deinit(struct channel *channel)
{
    for (int i = 0; i < 2; i++) {
        close_end(&channel->go[i]);
        close_end(&channel->failure[i]);
    }
}

static struct tr_error *open_pipe(int ends[2])
{
    if (pipe2(ends, O_CLOEXEC) < 0)
        return tr_error_system(errno, "cannot make a pipe");
    ends[0] = tr_descriptor_high(ends[0]);
    ends[1] = tr_descriptor_high(ends[1]);
    return NULL;
}

/* The child, between fork and exec. */

static void tell(const struct channel *channel, enum step step, int errno_value)
{
    struct failure failure = {step, errno_value};
    (void)!write(channel->failure[1], &failure, sizeof(failure));
}

/* Without CAP_SYS_ADMIN a filter needs no_new_privs, which the program then inherits: only then. Source: seccomp(2). */
static int install_filter(const struct sock_fprog *program)
{
    if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, program) == 0)
        return 0;
    if (errno != EACCES)
        return errno;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0)
        return errno;
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, program) == 0 ? 0 : errno;
}

/* All that is wanted as one filter: it costs a start less, and each call. What comes first decides first. */
static int install_filters(const struct tr_run *run)
{
    const struct sock_fprog *programs[3];
    struct sock_filter code[TR_FILTER_MOST_INSTRUCTIONS];
    struct sock_fprog joined = {0, code};
    size_t count = 0;
    if (run->walls)
        programs[count++] = tr_rule_filter(run->options.sandbox.profile->bit);
    if (run->has_filter && run->options.limits[TR_BOUND_MEMORY].value)
        programs[count++] = tr_filter_memory();
    if (run->has_filter)
        programs[count++] = tr_filter_program(run->filter);
    for (size_t i = 0; i < count; i++)
        if (!tr_filter_append(&joined, programs[i]))
            return E2BIG;
    return count ? install_filter(&joined) : 0;
}

static void execute_by_shell(const char *path, char *const *argv)
{
    size_t count = 0;
    while (argv[count])
        count++;
    const char **arguments = calloc(count + 3, sizeof(*arguments));
    if (!arguments)
        return;
    size_t at = 0;
    arguments[at++] = "/bin/sh";
    arguments[at++] = path;
    for (size_t i = 1; i < count; i++)
        arguments[at++] = argv[i];
    execve(arguments[0], (char *const *)arguments, environ);
}

/* A leak checker needs the program untraced for a while, which a sandbox cannot grant. */
static void turn_off(const char *name, const char *option)
{
    const char *before = getenv(name);
    tr_auto_str struct tr_str value = {0};
    tr_str_printf(&value, "%s%s%s", before ? before : "", before && *before ? ":" : "", option);
    setenv(name, value.bytes, 1);
}

static void no_leak_check(void)
{
    turn_off("ASAN_OPTIONS", "detect_leaks=0");
    turn_off("LSAN_OPTIONS", "detect_leaks=0");
}

static bool wait_for_go(const struct channel *channel)
{
    char byte;
    return read(channel->go[0], &byte, 1) == 1;
}

static bool wait_for_group(const struct channel *channel, char ret[PATH_MAX])
{
    ssize_t size = read(channel->go[0], ret, PATH_MAX);
    return size > 0 && ret[size - 1] == '\0';
}

static _Noreturn void child(const struct tr_run *run, const struct tr_target *target, const struct channel *channel)
{
    if (!wait_for_go(channel))
        _exit(127); /* tracerun is gone, or may not trace */
    if (run->options.own_group && !run->walls)
        setpgid(0, 0);
    int failed = tr_streams_redirect(&run->streams);
    if (failed) {
        tell(channel, STEP_STREAMS, failed);
        _exit(127);
    }
    char members[PATH_MAX];
    if ((run->walls && !tr_walls_enter(run->walls)) || !wait_for_group(channel, members))
        _exit(127);
    /* As long as it has its privileges, and sees the file system. */
    if (members[0] && (failed = tr_cgroup_enter(members)))
        tell(channel, STEP_GROUP, failed);
    if (run->walls && !tr_walls_close(run->walls))
        _exit(127);
    if (run->walls && run->end.sanitizer)
        no_leak_check();
    failed = tr_rlimits_set(&run->options);
    if (failed) {
        tell(channel, STEP_LIMITS, failed);
        _exit(127);
    }
    if ((failed = install_filters(run)))
        tell(channel, STEP_FILTER, failed);
    if (run->walls && !tr_walls_sealed(run->walls, failed))
        _exit(127);
    tr_signals_inherit(&run->signals);
    execve(target->path, run->options.argv, environ);
    failed = errno;
    /* As execvp(3): a text file without a first line that names its interpreter is for the shell. */
    if (failed == ENOEXEC && target->probe.readable && target->probe.is_text)
        execute_by_shell(target->path, run->options.argv);
    tell(channel, STEP_EXEC, failed);
    _exit(127);
}

/* tracerun, meanwhile. */

unsigned long tr_ptrace_options(const struct tr_run *run)
{
    unsigned long options = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE
                            | PTRACE_O_TRACEEXEC | PTRACE_O_TRACEEXIT;
    if (run->has_filter || run->walls)
        options |= PTRACE_O_TRACESECCOMP;
    if (!run->options.keep_children)
        options |= PTRACE_O_EXITKILL;
    return options;
}

static struct tr_error *seize(const struct tr_run *run, int pid)
{
    if (ptrace(PTRACE_SEIZE, pid, 0, tr_ptrace_options(run)) < 0)
        return tr_explain_launch(errno);
    return NULL;
}

static struct tr_error *explain_failure(const struct tr_run *run, const struct tr_target *target,
                                        struct failure failure, int status)
{
    switch (failure.step) {
    case STEP_EXEC:
        return tr_target_explain(target, failure.errno_value);
    case STEP_STREAMS:
        return tr_error_system(failure.errno_value, "cannot redirect the program's streams");
    case STEP_LIMITS:
        return tr_error_system(failure.errno_value, "cannot set the limits");
    default:
        break;
    }
    if (!WIFSIGNALED(status))
        return tr_error_make(TR_ERROR_OTHER, "the launch failed for an unknown reason");
    int number = WTERMSIG(status);
    if (number == SIGSEGV || number == SIGKILL || number == SIGBUS)
        return tr_error_make(TR_ERROR_NOT_EXECUTABLE, "cannot run %s: the kernel gave up while loading it (%s)",
                             run->options.argv[0], tr_signal_name(number));
    return tr_error_make(TR_ERROR_OTHER, "%s ended the run before the program had started", tr_signal_name(number));
}

/* Let the child run up to its exec, and leave it stopped there. @return its last status: stopped, or ended. */
static int wait_for_exec(int pid)
{
    for (;;) {
        int status;
        if (wait4(pid, &status, __WALL, NULL) < 0) {
            if (errno == EINTR)
                continue;
            return 0;
        }
        int event = status >> 16;
        if (!WIFSTOPPED(status) || event == PTRACE_EVENT_EXEC)
            return status;
        int number = WSTOPSIG(status);
        if (event == PTRACE_EVENT_STOP && number != SIGTRAP)
            ptrace(PTRACE_LISTEN, pid, 0, 0);
        else
            ptrace(PTRACE_CONT, pid, 0, (void *)(intptr_t)(event ? 0 : number));
    }
}

static void take_note(struct tr_run *run, int errno_value)
{
    run->has_filter = false;
    run->recorder_off = "the kernel refused the system call filter";
    tr_run_note(run, "syscalls", "the kernel refused the system call filter: %s", strerror(errno_value));
}

/* What takes a while and is not needed before the exec, so that the child does its own part at the same time. */
static void prepare_meanwhile(struct tr_run *run, int pid)
{
    tr_memory_watch_prepare(run);
    if (run->walls)
        tr_walls_admit(run->walls, pid);
}

static struct tr_error *follow(struct tr_run *run, const struct tr_target *target, struct channel *channel, int pid)
{
    char path[PATH_MAX];
    struct tr_error *error = seize(run, pid);
    if (error) {
        kill(pid, SIGKILL);
        waitpid(pid, NULL, __WALL);
        return error;
    }
    (void)!write(channel->go[1], "", 1);
    prepare_meanwhile(run, pid);
    const char *members = tr_memory_watch_members(run, path);
    (void)!write(channel->go[1], members, strlen(members) + 1); /* in one piece: PIPE_BUF is no less than PATH_MAX */
    int status = wait_for_exec(pid);
    close_end(&channel->failure[1]);
    struct failure failure = {STEP_NONE, 0}, next;
    while (read(channel->failure[0], &next, sizeof(next)) == (ssize_t)sizeof(next)) {
        if (next.step == STEP_FILTER)
            take_note(run, next.errno_value);
        else if (next.step == STEP_GROUP)
            tr_memory_watch_alone(run);
        else
            failure = next;
    }
    if (run->walls && (error = tr_walls_check(run->walls))) {
        kill(pid, SIGKILL);
        waitpid(pid, NULL, __WALL);
        return error;
    }
    if (!WIFSTOPPED(status))
        return explain_failure(run, target, failure, status);
    run->root = tr_tracee_add(run, pid, NULL);
    run->root->parent = getpid();
    struct tr_task *task = tr_task_add(run, run->root, pid);
    task->state = TR_TASK_STOPPED;
    task->put_off = status;
    return NULL;
}

static void choose_filter(struct tr_run *run, const struct tr_probe *probe)
{
    static const enum tr_filter_kind kinds[] = {
        /* The narrow one costs as little as none, and lets leak checkers work. */
        [TR_SYSCALLS_NONE] = TR_FILTER_SANITIZER,
        [TR_SYSCALLS_DEFAULT] = TR_FILTER_DEFAULT,
        [TR_SYSCALLS_ALL] = TR_FILTER_ALL,
    };
    const char *preload = getenv("LD_PRELOAD");
    bool walled = tr_sandbox_wanted(&run->options.sandbox); /* no leak checker runs there */
    bool leak_checker = !walled && (probe->leak_checker || (preload && (strstr(preload, "asan") || strstr(preload, "lsan"))));
    run->end.sanitizer = probe->sanitizer;
    run->has_filter = !run->options.keep_children;
    if (walled && probe->leak_checker)
        tr_run_note(run, "findings", "leaks are not looked for: the leak checker is off in a sandbox, which traces everything");
    run->filter = leak_checker ? TR_FILTER_SANITIZER : kinds[run->options.syscalls];
    if (run->options.keep_children)
        run->recorder_off = "off: with --keep-children no system call may stop, since it would fail once tracerun "
                            "has gone";
    else if (run->options.syscalls == TR_SYSCALLS_NONE)
        run->recorder_off = "off: --syscalls=none";
    else if (leak_checker)
        run->recorder_off = "off: a leak checker looks at the program without tracerun, and system calls that stop "
                            "would fail then";
}

/* A relative path leads elsewhere from a copy of the folder. */
static void make_absolute(struct tr_target *target)
{
    char *path = realpath(target->path, NULL);
    if (!path)
        return; /* the exec will say why */
    free(target->path);
    target->path = path;
}

static struct tr_error *build_walls(struct tr_run *run, struct tr_target *target)
{
    if (!tr_sandbox_wanted(&run->options.sandbox))
        return NULL;
    if (target->probe.is_elf && target->probe.is_32bit)
        return tr_error_make(TR_ERROR_NOT_EXECUTABLE, "cannot run %s in a sandbox: it is a 32-bit program, whose system "
                             "calls the sandbox does not know", run->options.argv[0]);
    if (run->options.sandbox.copy_folder)
        make_absolute(target);
    return tr_walls_create(&run->options.sandbox, target->path, &run->walls);
}

static struct tr_error *launch(struct tr_run *run, struct tr_target *target, struct channel *channel)
{
    TR_TRY(build_walls(run, target));
    TR_TRY(open_pipe(channel->go));
    TR_TRY(open_pipe(channel->failure));
    run->start_us = tr_now_us();
    int pid = fork();
    if (pid < 0)
        return tr_error_system(errno, "cannot make a process");
    if (pid == 0)
        child(run, target, channel);
    run->root_pid = run->end.root_pid = pid;
    return follow(run, target, channel, pid);
}

struct tr_error *tr_launch(struct tr_run *run)
{
    struct tr_target target;
    if (access("/proc/self/status", R_OK) < 0)
        return tr_error_make(TR_ERROR_OTHER, "/proc is not mounted here, and tracerun cannot work without it");
    TR_TRY(tr_target_find(run->options.argv[0], &target));
    choose_filter(run, &target.probe);
    if (target.set_id && geteuid() != 0)
        tr_run_note(run, "processes", "the set-user-ID or set-group-ID bit of %s has no effect under a tracer",
                    target.path);
    if (!target.probe.readable && access(target.path, X_OK) == 0)
        tr_run_note(run, "threads", "%s may be executed but not read, so its memory cannot be looked at", target.path);
    struct channel channel = {{-1, -1}, {-1, -1}};
    struct tr_error *error = launch(run, &target, &channel);
    run->path = tr_arena_strdup(run->arena, target.path);
    channel_deinit(&channel);
    tr_streams_launched(&run->streams);
    tr_target_deinit(&target);
    return error;
}
