#include <pthread.h>
#include <unistd.h>

static void *spin(void *unused)
{
    for (volatile unsigned turns = 0;; turns++)
        ;
    return unused;
}

int main(void)
{
    alarm(20);
    pthread_t threads[8];
    for (int i = 0; i < 8; i++)
        pthread_create(&threads[i], NULL, spin, NULL);
    pthread_join(threads[0], NULL);
}
