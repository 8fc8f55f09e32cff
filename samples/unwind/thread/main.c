#include <pthread.h>
#include <stddef.h>

static volatile int *volatile nothing;
static volatile int after;

__attribute__((noinline)) static void leaf(int value)
{
    *nothing = value;
    after++;
}

static void *work(void *argument)
{
    leaf(7);
    after++;
    return argument;
}

int main(void)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL) != 0)
        return 1;
    pthread_join(thread, NULL);
    return 0;
}
