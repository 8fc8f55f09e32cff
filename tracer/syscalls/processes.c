#include "syscalls/arguments_internal.h"

#include "base/limits.h"
#include "syscalls/recorder.h"

#include <asm/prctl.h>
#include <inttypes.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/wait.h>

#define NAMESPACES                                                                                                 \
    TR_CONSTANT(CLONE_NEWCGROUP), TR_CONSTANT(CLONE_NEWUTS), TR_CONSTANT(CLONE_NEWIPC), TR_CONSTANT(CLONE_NEWUSER), \
        TR_CONSTANT(CLONE_NEWPID), TR_CONSTANT(CLONE_NEWNET), TR_CONSTANT(CLONE_NEWNS)

/* CSIGNAL, the low byte, is the signal that the child's end sends. */
TR_CONSTANTS(clone, CSIGNAL, false, TR_CONSTANT(SIGCHLD), TR_CONSTANT(CLONE_VM), TR_CONSTANT(CLONE_FS),
             TR_CONSTANT(CLONE_FILES), TR_CONSTANT(CLONE_SIGHAND), TR_CONSTANT(CLONE_PIDFD), TR_CONSTANT(CLONE_PTRACE),
             TR_CONSTANT(CLONE_VFORK), TR_CONSTANT(CLONE_PARENT), TR_CONSTANT(CLONE_THREAD), NAMESPACES,
             TR_CONSTANT(CLONE_SYSVSEM), TR_CONSTANT(CLONE_SETTLS), TR_CONSTANT(CLONE_PARENT_SETTID),
             TR_CONSTANT(CLONE_CHILD_CLEARTID), TR_CONSTANT(CLONE_DETACHED), TR_CONSTANT(CLONE_UNTRACED),
             TR_CONSTANT(CLONE_CHILD_SETTID), TR_CONSTANT(CLONE_IO));
TR_FLAGS(unshare, TR_CONSTANT(CLONE_FILES), TR_CONSTANT(CLONE_FS), TR_CONSTANT(CLONE_SYSVSEM), NAMESPACES,
         {0x80, "CLONE_NEWTIME"});
TR_FLAGS(wait, TR_CONSTANT(WNOHANG), TR_CONSTANT(WUNTRACED), TR_CONSTANT(WEXITED), TR_CONSTANT(WCONTINUED),
         TR_CONSTANT(WNOWAIT), TR_CONSTANT(__WNOTHREAD), TR_CONSTANT(__WALL), TR_CONSTANT(__WCLONE));
TR_CHOICE(wait_id, TR_CONSTANT(P_ALL), TR_CONSTANT(P_PID), TR_CONSTANT(P_PGID), TR_CONSTANT(P_PIDFD));
TR_CHOICE(rlimit, TR_CONSTANT(RLIMIT_CPU), TR_CONSTANT(RLIMIT_FSIZE), TR_CONSTANT(RLIMIT_DATA), TR_CONSTANT(RLIMIT_STACK),
          TR_CONSTANT(RLIMIT_CORE), TR_CONSTANT(RLIMIT_RSS), TR_CONSTANT(RLIMIT_NPROC), TR_CONSTANT(RLIMIT_NOFILE),
          TR_CONSTANT(RLIMIT_MEMLOCK), TR_CONSTANT(RLIMIT_AS), TR_CONSTANT(RLIMIT_LOCKS), TR_CONSTANT(RLIMIT_SIGPENDING),
          TR_CONSTANT(RLIMIT_MSGQUEUE), TR_CONSTANT(RLIMIT_NICE), TR_CONSTANT(RLIMIT_RTPRIO), TR_CONSTANT(RLIMIT_RTTIME));
TR_CHOICE(rusage, TR_CONSTANT(RUSAGE_SELF), TR_CONSTANT(RUSAGE_CHILDREN), TR_CONSTANT(RUSAGE_THREAD));
TR_CHOICE(priority, TR_CONSTANT(PRIO_PROCESS), TR_CONSTANT(PRIO_PGRP), TR_CONSTANT(PRIO_USER));
TR_CHOICE(scheduler, TR_CONSTANT(SCHED_OTHER), TR_CONSTANT(SCHED_FIFO), TR_CONSTANT(SCHED_RR), TR_CONSTANT(SCHED_BATCH),
          TR_CONSTANT(SCHED_IDLE));
TR_CHOICE(prctl, TR_CONSTANT(PR_SET_PDEATHSIG), TR_CONSTANT(PR_GET_PDEATHSIG), TR_CONSTANT(PR_GET_DUMPABLE),
          TR_CONSTANT(PR_SET_DUMPABLE), TR_CONSTANT(PR_GET_KEEPCAPS), TR_CONSTANT(PR_SET_KEEPCAPS),
          TR_CONSTANT(PR_SET_NAME), TR_CONSTANT(PR_GET_NAME), TR_CONSTANT(PR_GET_SECCOMP), TR_CONSTANT(PR_SET_SECCOMP),
          TR_CONSTANT(PR_CAPBSET_READ), TR_CONSTANT(PR_CAPBSET_DROP), TR_CONSTANT(PR_SET_SECUREBITS),
          TR_CONSTANT(PR_SET_TIMERSLACK), TR_CONSTANT(PR_SET_MM), TR_CONSTANT(PR_SET_CHILD_SUBREAPER),
          TR_CONSTANT(PR_SET_NO_NEW_PRIVS), TR_CONSTANT(PR_GET_NO_NEW_PRIVS), TR_CONSTANT(PR_SET_THP_DISABLE),
          TR_CONSTANT(PR_CAP_AMBIENT), TR_CONSTANT(PR_SET_PTRACER), TR_CONSTANT(PR_SET_VMA), TR_CONSTANT(PR_SCHED_CORE));
TR_CONSTANTS(arch_prctl, UINT32_MAX, false, TR_CONSTANT(ARCH_SET_GS), TR_CONSTANT(ARCH_SET_FS), TR_CONSTANT(ARCH_GET_FS),
             TR_CONSTANT(ARCH_GET_GS), TR_CONSTANT(ARCH_GET_CPUID), TR_CONSTANT(ARCH_SET_CPUID));
TR_CHOICE(seccomp, TR_CONSTANT(SECCOMP_SET_MODE_STRICT), TR_CONSTANT(SECCOMP_SET_MODE_FILTER),
          TR_CONSTANT(SECCOMP_GET_ACTION_AVAIL), TR_CONSTANT(SECCOMP_GET_NOTIF_SIZES));
TR_CONSTANTS(ptrace, UINT32_MAX, false, TR_CONSTANT(PTRACE_TRACEME), TR_CONSTANT(PTRACE_PEEKTEXT),
             TR_CONSTANT(PTRACE_PEEKDATA), TR_CONSTANT(PTRACE_PEEKUSER), TR_CONSTANT(PTRACE_POKETEXT),
             TR_CONSTANT(PTRACE_POKEDATA), TR_CONSTANT(PTRACE_POKEUSER), TR_CONSTANT(PTRACE_CONT),
             TR_CONSTANT(PTRACE_KILL), TR_CONSTANT(PTRACE_SINGLESTEP), TR_CONSTANT(PTRACE_GETREGS),
             TR_CONSTANT(PTRACE_SETREGS), TR_CONSTANT(PTRACE_ATTACH), TR_CONSTANT(PTRACE_DETACH),
             TR_CONSTANT(PTRACE_SYSCALL), TR_CONSTANT(PTRACE_SETOPTIONS), TR_CONSTANT(PTRACE_GETEVENTMSG),
             TR_CONSTANT(PTRACE_GETSIGINFO), TR_CONSTANT(PTRACE_GETREGSET), TR_CONSTANT(PTRACE_SEIZE),
             TR_CONSTANT(PTRACE_INTERRUPT), TR_CONSTANT(PTRACE_LISTEN));

/* Elements of a NULL-terminated array of pointers, up to TR_LIMIT_SYSCALL_COUNTED; also when it runs into unmapped memory. */
static size_t count_pointers(const struct tr_decode *decode, uint64_t address)
{
    uint64_t words[64];
    size_t count = 0;
    while (decode->memory && count < TR_LIMIT_SYSCALL_COUNTED) {
        size_t got = tr_memory_read_some(decode->memory, address + count * 8, words, sizeof(words)) / 8;
        for (size_t i = 0; i < got; i++, count++)
            if (!words[i])
                return count;
        if (got < TR_COUNT(words))
            return count;
    }
    return count;
}

void tr_argument_argv(struct tr_decode *decode, uint64_t value)
{
    uint64_t items[TR_LIMIT_SYSCALL_ITEMS], first;
    if (!tr_decode_read(decode, value, &first, sizeof(first)))
        return;
    size_t count = count_pointers(decode, value), shown = count < TR_COUNT(items) ? count : TR_COUNT(items);
    if (!tr_decode_read(decode, value, items, shown * sizeof(*items)))
        return;
    tr_str_add_char(decode->out, '[');
    for (size_t i = 0; i < shown; i++) {
        if (i)
            tr_str_add_text(decode->out, ", ");
        tr_decode_add_string_at(decode, items[i]);
    }
    if (shown < count)
        tr_str_printf(decode->out, ", … %zu%s more", count - shown, count == TR_LIMIT_SYSCALL_COUNTED ? " or" : "");
    tr_str_add_char(decode->out, ']');
}

/* Environment values may be secrets: only their number is told. */
void tr_argument_envp(struct tr_decode *decode, uint64_t value)
{
    tr_decode_add_pointer(decode, value);
    if (!value || !decode->memory)
        return;
    size_t count = count_pointers(decode, value);
    tr_str_printf(decode->out, " /* %zu%s variable%s */", count, count == TR_LIMIT_SYSCALL_COUNTED ? " or more" : "",
                  count == 1 ? "" : "s");
}

/* Result 0 is WNOHANG with nothing to tell. */
void tr_argument_wait_status(struct tr_decode *decode, uint64_t value)
{
    int32_t status;
    if (!value || !decode->result) {
        tr_decode_add_pointer(decode, value);
        return;
    }
    if (!tr_decode_read(decode, value, &status, sizeof(status)))
        return;
    if (WIFEXITED(status))
        tr_str_printf(decode->out, "[{WIFEXITED(s) && WEXITSTATUS(s) == %d}]", WEXITSTATUS(status));
    else if (WIFSIGNALED(status))
        tr_str_printf(decode->out, "[{WIFSIGNALED(s) && WTERMSIG(s) == %s}]", tr_signal_name(WTERMSIG(status)));
    else if (WIFSTOPPED(status))
        tr_str_printf(decode->out, "[{WIFSTOPPED(s) && WSTOPSIG(s) == %s}]", tr_signal_name(WSTOPSIG(status)));
    else
        tr_str_printf(decode->out, "[0x%" PRIx32 "]", (uint32_t)status);
}

static void add_limit(struct tr_str *out, const char *name, uint64_t limit)
{
    if (limit == RLIM_INFINITY)
        tr_str_printf(out, "%s=RLIM_INFINITY", name);
    else
        tr_str_printf(out, "%s=%" PRIu64, name, limit);
}

void tr_argument_rlimit(struct tr_decode *decode, uint64_t value)
{
    struct rlimit limit;
    if (!tr_decode_read(decode, value, &limit, sizeof(limit)))
        return;
    add_limit(decode->out, "{rlim_cur", limit.rlim_cur);
    add_limit(decode->out, ", rlim_max", limit.rlim_max);
    tr_str_add_char(decode->out, '}');
}

/* struct clone_args, version 0: flags, pidfd, child_tid, parent_tid, exit_signal, stack, stack_size, tls (clone(2)). */
void tr_argument_clone_args(struct tr_decode *decode, uint64_t value)
{
    uint64_t words[8];
    if (!tr_decode_read(decode, value, words, sizeof(words)))
        return;
    tr_str_add_text(decode->out, "{flags=");
    tr_constants_add(decode->out, &tr_constants_clone, words[0] & ~(uint64_t)CSIGNAL);
    tr_str_add_text(decode->out, ", exit_signal=");
    tr_argument_signal(decode, words[4]);
    tr_str_printf(decode->out, ", stack=0x%" PRIx64 ", stack_size=0x%" PRIx64 "}", words[5], words[6]);
}

/* The second argument of prctl depends on the first; PR_SET_VMA and its like have more, which say little. */
void tr_argument_prctl_argument(struct tr_decode *decode, uint64_t value)
{
    switch ((int32_t)decode->values[0]) {
    case PR_SET_NAME:
        tr_decode_add_string_at(decode, value);
        break;
    case PR_SET_PDEATHSIG:
        tr_argument_signal(decode, value);
        break;
    case PR_GET_DUMPABLE: case PR_GET_KEEPCAPS: case PR_GET_SECCOMP: case PR_GET_NO_NEW_PRIVS:
        break;
    default:
        tr_argument_hex(decode, value);
    }
}
