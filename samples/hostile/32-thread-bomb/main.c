#include <pthread.h>
#include <unistd.h>

static void *wait_here(void *unused)
{
    for (;;)
        pause();
    return unused;
}

int main(void)
{
    alarm(20);
    pthread_t thread;
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 64 << 10);
    for (int i = 0; i < 1000; i++)
        pthread_create(&thread, &small, wait_here, NULL);
    return 99;
}
