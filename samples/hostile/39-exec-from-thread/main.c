#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static char **words;

static void *execute(void *unused)
{
    execl("/proc/self/exe", words[0], words[1], "again", NULL);
    return unused;
}

/* Crashes where it should: the walls stand. */
static void after(const char *path)
{
    if (open(path, O_RDONLY) < 0)
        *(volatile int *volatile)NULL = 0;
}

int main(int argc, char **argv)
{
    alarm(20);
    if (argc > 2) {
        after(argv[1]);
        return 99;
    }
    words = argv;
    pthread_t thread;
    pthread_create(&thread, NULL, execute, NULL);
    for (;;)
        pause();
}
