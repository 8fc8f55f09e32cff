#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static volatile sig_atomic_t handled;

static void on_signal(int number)
{
    (void)number;
    handled++;
}

int main(void)
{
    sigset_t set, pending;
    alarm(20);
    signal(SIGUSR1, on_signal);
    signal(SIGTERM, SIG_IGN);
    raise(SIGUSR1);
    raise(SIGTERM);
    kill(getpid(), SIGUSR1);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigaddset(&set, SIGUSR2);
    sigprocmask(SIG_BLOCK, &set, NULL);
    raise(SIGUSR1);
    raise(SIGUSR2);
    siginfo_t info;
    sigset_t two;
    sigemptyset(&two);
    sigaddset(&two, SIGUSR2);
    int waited = sigwaitinfo(&two, &info) == SIGUSR2 && info.si_pid == getpid() ? 10 : 0;
    sigpending(&pending);
    int one = sigismember(&pending, SIGUSR1);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    printf("handled %d, waited for %d, pending %d\n", (int)handled, waited, one);
    return 0;
}
