#include <signal.h>
#include <unistd.h>

static void let_in(const sigset_t *set)
{
    sigprocmask(SIG_UNBLOCK, set, NULL);
}

int main(void)
{
    sigset_t set;
    alarm(20);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR2);
    sigprocmask(SIG_BLOCK, &set, NULL);
    kill(getpid(), SIGUSR2);
    let_in(&set);
    return 0;
}
