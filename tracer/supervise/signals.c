#include "supervise/signals.h"

#include <stddef.h>
#include <time.h>

const int tr_relayed_signals[] = {SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, 0};

/* A handler has no argument of ours: what it saw has to be static. It runs only inside ppoll(2). */
static volatile sig_atomic_t arrived[65];
static siginfo_t infos[65];

static void handle(int number, siginfo_t *info, void *context)
{
    (void)context;
    infos[number] = *info;
    arrived[number] = 1;
}

static void catch_signal(struct tr_signals *signals, int number)
{
    /* The mask stays empty, so that all that is pending is handled in one interruption of ppoll(2). */
    struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO};
    sigaction(number, NULL, &signals->saved[number]);
    if (number != SIGCHLD && signals->saved[number].sa_handler == SIG_IGN)
        return;
    sigaction(number, &action, NULL);
    sigaddset(&signals->caught, number);
    sigdelset(&signals->waiting, number);
    arrived[number] = 0;
}

void tr_signals_install(struct tr_signals *signals)
{
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &signals->inherited);
    signals->waiting = all;
    sigemptyset(&signals->caught);
    catch_signal(signals, SIGCHLD);
    catch_signal(signals, SIGWINCH);
    for (const int *number = tr_relayed_signals; *number; number++)
        catch_signal(signals, *number);
    signals->installed = true;
}

void tr_signals_inherit(const struct tr_signals *signals)
{
    for (int number = 1; number <= 64; number++)
        if (sigismember(&signals->caught, number) == 1)
            sigaction(number, &signals->saved[number], NULL);
    sigprocmask(SIG_SETMASK, &signals->inherited, NULL);
}

void tr_signals_restore(struct tr_signals *signals)
{
    static const struct timespec now;
    sigset_t all;
    if (!signals->installed)
        return;
    sigfillset(&all);
    while (sigtimedwait(&all, NULL, &now) > 0) {
    }
    tr_signals_inherit(signals);
    signals->installed = false;
}

void tr_signals_collect(const struct tr_signals *signals)
{
    static const struct timespec now;
    sigset_t set = signals->caught;
    siginfo_t info;
    sigdelset(&set, SIGCHLD);
    for (int number; (number = sigtimedwait(&set, &info, &now)) > 0;)
        handle(number, &info, NULL);
}

bool tr_signals_take(int number, siginfo_t *ret)
{
    if (!arrived[number])
        return false;
    arrived[number] = 0;
    *ret = infos[number];
    return true;
}
