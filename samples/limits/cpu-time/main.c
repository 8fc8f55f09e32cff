#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static volatile unsigned long turns;

static double used(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec + now.tv_nsec / 1e9;
}

static void burn(double seconds)
{
    for (double end = used() + seconds; used() < end;)
        turns++;
}

static void spins(void)
{
    for (;;)
        turns++;
}

static void *thread(void *arg)
{
    (void)arg;
    spins();
    return NULL;
}

static void threads(void)
{
    pthread_t all[8];
    for (int i = 0; i < 8; i++)
        pthread_create(&all[i], NULL, thread, NULL);
    pthread_join(all[0], NULL);
}

static void child(void)
{
    if (fork() == 0)
        spins();
    wait(NULL);
}

/* Each stays far below the limit. */
static void chain(void)
{
    for (;;) {
        if (fork() == 0) {
            burn(0.1);
            _exit(0);
        }
        wait(NULL);
    }
}

static void calls(void)
{
    char byte;
    int zero = open("/dev/zero", O_RDONLY);
    while (read(zero, &byte, 1) == 1)
        ;
}

static void bursts(void)
{
    for (;;) {
        burn(0.004);
        usleep(2000);
    }
}

static void deaf(void)
{
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    spins();
}

static void sleeps(void)
{
    for (int i = 0; i < 8; i++)
        usleep(100000);
}

static void below(void)
{
    burn(0.2);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } ways[] = {{"spins", spins}, {"threads", threads}, {"child", child},   {"chain", chain}, {"calls", calls},
                {"bursts", bursts}, {"deaf", deaf},     {"sleeps", sleeps}, {"below", below}};
    alarm(25);
    for (unsigned i = 0; argc > 1 && i < sizeof(ways) / sizeof(*ways); i++)
        if (strcmp(argv[1], ways[i].name) == 0)
            ways[i].run();
    return 0;
}
