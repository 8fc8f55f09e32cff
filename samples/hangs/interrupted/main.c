#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t stop;
static volatile unsigned long turns;

static void handle(int number)
{
    (void)number;
    stop = 1;
}

static void compute(void)
{
    while (!stop)
        turns++;
}

static void wait_for_signal(const sigset_t *set)
{
    int number;
    while (sigwait(set, &number) != 0)
        ;
}

/* Ends by itself with status 0 after an interruption, however it comes to know of it. */
int main(int argc, char **argv)
{
    const char *which = argc > 1 ? argv[1] : "";
    sigset_t set;
    alarm(20);
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    if (strcmp(which, "handles") == 0)
        signal(SIGINT, handle);
    else if (strcmp(which, "blocks") == 0)
        sigprocmask(SIG_BLOCK, &set, NULL);
    close(open("ready", O_WRONLY | O_CREAT, 0600));
    if (strcmp(which, "blocks") == 0)
        wait_for_signal(&set);
    else
        compute();
    return 0;
}
