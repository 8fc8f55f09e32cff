#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile unsigned long turns;

static void computes(void)
{
    for (;;)
        turns++;
}

static void sleeps(void)
{
    sleep(100);
}

static void reads(void)
{
    char bytes[100];
    while (read(0, bytes, sizeof(bytes)) > 0)
        ;
}

static void child(void)
{
    if (fork() == 0) {
        alarm(20);
        computes();
    }
    wait(NULL);
}

static void stubborn(void)
{
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    sleep(20);
}

static void locked(void)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    pthread_mutex_lock(&lock);
}

static void floods(void)
{
    for (;;)
        puts("flood");
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } ways[] = {{"computes", computes}, {"sleeps", sleeps}, {"reads", reads}, {"child", child}, {"stubborn", stubborn}, {"locked", locked}, {"floods", floods}};
    alarm(20);
    puts("begin");
    fflush(stdout);
    for (unsigned i = 0; argc > 1 && i < sizeof(ways) / sizeof(*ways); i++)
        if (strcmp(argv[1], ways[i].name) == 0)
            ways[i].run();
    return 0;
}
