#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static void *nap(void *unused)
{
    sleep(30);
    return unused;
}

static void leak(void)
{
    char *volatile lost = malloc(64);
    lost[0] = 'x';
}

int main(void)
{
    pthread_t thread;
    alarm(30);
    for (int i = 0; i < 4; i++)
        pthread_create(&thread, NULL, nap, NULL);
    leak();
    return 0;
}
