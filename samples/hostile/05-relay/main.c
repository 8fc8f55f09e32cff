#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void burn(double seconds)
{
    struct timespec now;
    do
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    while ((double)now.tv_sec + (double)now.tv_nsec / 1e9 < seconds);
}

/* Each process starts its successor and ends, so that nobody waits for it. */
static void tail(int length)
{
    alarm(20);
    burn(0.27);
    if (length && fork() == 0)
        tail(length - 1);
    _exit(0);
}

int main(int argc, char **argv)
{
    alarm(20);
    if (argc > 1 && strcmp(argv[1], "tail") == 0) {
        if (fork() == 0)
            tail(20);
        pause();
    }
    for (int i = 0; i < 20; i++) {
        if (fork() == 0) {
            alarm(20);
            burn(0.27);
            _exit(0);
        }
        wait(NULL);
    }
}
