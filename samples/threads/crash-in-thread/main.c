#include <pthread.h>
#include <unistd.h>

struct link {
    struct link *next;
};

static __attribute__((noinline)) int follow(struct link *links, int turn)
{
    while (turn-- > 0)
        links = links->next;
    return links == NULL;
}

static volatile int ended;

static void *walk(void *first)
{
    pthread_setname_np(pthread_self(), "walker");
    for (int turn = 0; turn < 10; turn++)
        ended += follow(first, turn);
    return NULL;
}

static void *wait_here(void *unused)
{
    pause();
    return unused;
}

int main(void)
{
    static struct link second = {NULL}, first = {&second};
    pthread_t threads[3];
    alarm(20);
    pthread_create(&threads[0], NULL, wait_here, NULL);
    pthread_create(&threads[1], NULL, wait_here, NULL);
    usleep(50000);
    pthread_create(&threads[2], NULL, walk, &first);
    pthread_join(threads[2], NULL);
    return 0;
}
