/*
 * Runs a command on a kernel whose Landlock is older: asked for its ABI, it answers what is given here.
 *
 * usage: landlock-abi NUMBER COMMAND [ARG…]
 *
 * The question is answered by this process through SECCOMP_RET_USER_NOTIF; everything else goes on to the kernel.
 */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { VERSION_FLAG = 1, SKIPPED = 77 };

struct child {
    char **command;
    int ready; /* pipe to the parent, with which it shares its descriptors until the exec */
};

static int listen_for_questions(void)
{
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_landlock_create_ruleset, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[2])),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, VERSION_FLAG, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const struct sock_fprog program = {sizeof(code) / sizeof(code[0]), code};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0)
        return -1;
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
}

static int run(void *arg)
{
    struct child *child = arg;
    int listener = listen_for_questions();
    if (write(child->ready, &listener, sizeof(listener)) != sizeof(listener) || listener < 0)
        return SKIPPED;
    execvp(child->command[0], child->command);
    perror(child->command[0]);
    return 127;
}

static void answer(int listener, long abi)
{
    struct seccomp_notif question = {0};
    if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &question) < 0)
        return;
    struct seccomp_notif_resp reply = {.id = question.id, .val = abi};
    ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &reply);
}

int main(int argc, char **argv)
{
    static char stack[65536];
    int ends[2], listener, status;
    if (argc < 3 || pipe(ends) < 0)
        return 2;
    struct child child = {argv + 2, ends[1]};
    int pid = clone(run, stack + sizeof(stack), CLONE_FILES | SIGCHLD, &child);
    if (pid < 0 || read(ends[0], &listener, sizeof(listener)) != sizeof(listener) || listener < 0)
        return SKIPPED;
    /* The answers come from a process of its own, so that this one can wait; the listener hangs up with the last user. */
    int server = fork();
    if (server == 0)
        for (;;)
            answer(listener, strtol(argv[1], NULL, 10));
    waitpid(pid, &status, 0);
    kill(server, SIGKILL);
    waitpid(server, NULL, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
