#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static void *nap(void *unused)
{
    sleep(100);
    return unused;
}

int main(void)
{
    pthread_attr_t attributes;
    pthread_t thread;
    alarm(20);
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 65536);
    for (int i = 0; i < 200; i++)
        if (pthread_create(&thread, &attributes, nap, NULL) != 0)
            return 1;
    usleep(100000);
    abort();
}
