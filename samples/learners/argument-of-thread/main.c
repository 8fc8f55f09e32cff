#include <pthread.h>
#include <stdio.h>

struct job { int from, to; long sum; };

static void *worker(void *arg)
{
    struct job *job = arg;

    for (int i = job->from; i < job->to; i++)
        job->sum += i;
    return NULL;
}

int main(void)
{
    struct job jobs[2] = {{0, 100, 0}, {100, 200, 0}};
    pthread_t t[3];

    pthread_create(&t[0], NULL, worker, &jobs[0]);
    pthread_create(&t[1], NULL, worker, &jobs[1]);
    pthread_create(&t[2], NULL, worker, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    printf("%ld\n", jobs[0].sum + jobs[1].sum);
    return 0;
}
