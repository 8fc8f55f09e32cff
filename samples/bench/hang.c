/* A loop that does not end; with a number of threads as argument, these wait for a lock meanwhile. */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile unsigned long turns;

static void *wait_for_lock(void *unused)
{
    pthread_mutex_lock(&lock);
    return unused;
}

static void spin(int n)
{
    while (n != 1)
        turns++;
}

int main(int argc, char **argv)
{
    int threads = argc > 1 ? atoi(argv[1]) : 0;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < threads; i++) {
        pthread_t thread;
        pthread_create(&thread, NULL, wait_for_lock, NULL);
    }
    spin(argc + 1);
    return 0;
}
