#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static atomic_int done;

static void *one(void *unused)
{
    atomic_fetch_add(&done, 1);
    return unused;
}

int main(void)
{
    alarm(60);
    for (int round = 0; round < 500; round++) {
        pthread_t threads[4];
        for (int i = 0; i < 4; i++)
            pthread_create(&threads[i], NULL, one, NULL);
        for (int i = 0; i < 4; i++)
            pthread_join(threads[i], NULL);
    }
    printf("%d\n", atomic_load(&done));
    return 0;
}
