#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static void *leave_from_thread(void *unused)
{
    exit(5);
    return unused;
}

static void at_the_end(void)
{
    _exit(6);
}

static void leave(const char *how)
{
    pthread_t thread;
    if (strcmp(how, "_exit") == 0)
        _exit(3);
    if (strcmp(how, "quick_exit") == 0)
        quick_exit(4);
    if (strcmp(how, "thread") == 0 && pthread_create(&thread, NULL, leave_from_thread, NULL) == 0)
        pthread_join(thread, NULL);
    if (strcmp(how, "handler") == 0 && atexit(at_the_end) == 0)
        exit(0);
    if (strcmp(how, "minus-one") == 0)
        exit(-1);
    if (strcmp(how, "raw") == 0)
        syscall(SYS_exit_group, 9);
    exit(256);
}

int main(int argc, char **argv)
{
    alarm(20);
    if (argc > 1)
        leave(argv[1]);
    return 0;
}
