#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static void *late(void *nowhere)
{
    usleep(100000);
    puts("late");
    if (nowhere)
        *(volatile int *)8 = 1;
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t thread;
    alarm(20);
    pthread_create(&thread, NULL, late, argc > 1 ? argv : NULL);
    pthread_exit(NULL);
}
