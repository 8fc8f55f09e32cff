#include <pthread.h>
#include <string.h>
#include <unistd.h>

static int new_image(const int *nowhere)
{
    return *nowhere;
}

static void *waiting(void *unused)
{
    pause();
    return unused;
}

static void *replacing(void *unused)
{
    usleep(20000);
    execl("./program", "./program", "new", (char *)NULL);
    return unused;
}

int main(int argc, char **argv)
{
    alarm(20);
    if (argc > 1 && strcmp(argv[1], "new") == 0)
        return new_image(NULL);
    pthread_t threads[4];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, waiting, NULL);
    pthread_create(&threads[3], NULL, replacing, NULL);
    pthread_join(threads[0], NULL);
    return 1;
}
