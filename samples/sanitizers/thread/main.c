#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
static int careless;

static void *count(void *unused)
{
    for (int i = 0; i < 1000; i++) {
        if (!careless)
            pthread_mutex_lock(&lock);
        total++;
        if (!careless)
            pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(int argc, char **argv)
{
    pthread_t threads[2];
    (void)argv;
    alarm(30);
    careless = argc > 1;
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, count, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    printf("%d\n", careless ? 2000 : total);
    return 0;
}
