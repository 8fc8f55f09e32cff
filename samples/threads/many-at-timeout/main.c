#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int pipes[2];
static volatile unsigned long turns;

static void *spin(void *unused)
{
    for (;;)
        turns++;
    return unused;
}

static void *wait_lock(void *unused)
{
    pthread_mutex_lock(&lock);
    return unused;
}

static void *wait_input(void *unused)
{
    char byte;
    return read(pipes[0], &byte, 1) == 1 ? unused : NULL;
}

static void *nap(void *unused)
{
    sleep(100);
    return unused;
}

int main(void)
{
    static void *(*const work[])(void *) = {spin, spin, wait_lock, wait_lock, wait_lock, wait_input, nap, nap};
    pthread_t threads[8];
    alarm(20);
    if (pipe(pipes) != 0)
        return 1;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < 8; i++)
        pthread_create(&threads[i], NULL, work[i], NULL);
    pthread_join(threads[0], NULL);
    return 0;
}
