#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_barrier_t start;
static volatile unsigned long turns;

static void fall(void)
{
    volatile int *volatile nowhere = NULL;
    *nowhere = 1;
}

static void leave(int status)
{
    exit(status);
}

static void *crash(void *unused)
{
    pthread_barrier_wait(&start);
    fall();
    return unused;
}

static void *quit(void *status)
{
    pthread_barrier_wait(&start);
    leave(*(int *)status);
    return NULL;
}

static void *spin(void *unused)
{
    for (;;)
        turns++;
    return unused;
}

int main(int argc, char **argv)
{
    static int statuses[] = {3, 4, 5, 6};
    pthread_t thread;
    alarm(20);
    pthread_barrier_init(&start, NULL, 5);
    for (int i = 0; i < 2; i++)
        pthread_create(&thread, NULL, spin, NULL);
    for (int i = 0; i < 4; i++)
        pthread_create(&thread, NULL, argc > 1 && argv[1][0] == 'c' ? crash : quit, &statuses[i]);
    pthread_barrier_wait(&start);
    for (;;)
        pause();
}
