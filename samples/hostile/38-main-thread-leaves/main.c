#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static void *work(void *unused)
{
    usleep(100000);
    puts("worker");
    return unused;
}

int main(void)
{
    alarm(20);
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_exit(NULL);
}
