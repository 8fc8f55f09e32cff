#include "cli/guard.h"

#include "cli/repeat_signal.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t worker;

static void pass_on(int number) { kill(worker, number); }

static const int passed[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

/* In a process group of its own, which a SIGKILL for the caller's does not reach; so it writes to the terminal from behind. */
static void stand_apart(int parent)
{
    setpgid(0, 0);
    signal(SIGTTOU, SIG_IGN);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent)
        _exit(0);
}

int tr_guarded(int (*work)(void *arg), void *arg)
{
    sigset_t all, before;
    int parent = getpid(), status = 0;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    int child = fork();
    if (child <= 0) {
        if (child == 0)
            stand_apart(parent);
        sigprocmask(SIG_SETMASK, &before, NULL);
        status = work(arg);
        if (child == 0)
            exit(status);
        return status;
    }
    worker = child;
    struct sigaction action = {.sa_handler = pass_on};
    for (size_t i = 0; i < sizeof(passed) / sizeof(passed[0]); i++)
        sigaction(passed[i], &action, NULL);
    sigprocmask(SIG_SETMASK, &before, NULL);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFSIGNALED(status))
        tr_repeat_signal(WTERMSIG(status));
    return WEXITSTATUS(status);
}
