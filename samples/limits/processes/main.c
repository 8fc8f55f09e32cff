#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void bomb(void)
{
    for (int i = 0; i < 9; i++)
        fork();
    alarm(20);
    pause();
}

static void nest(int depth)
{
    if (depth && vfork() == 0) {
        nest(depth - 1);
        _exit(0);
    }
}

static int sleeper(void *arg)
{
    (void)arg;
    alarm(20);
    pause();
    return 0;
}

static void clones(void)
{
    for (int i = 0; i < 300; i++)
        clone(sleeper, (char *)malloc(16384) + 16384, CLONE_VM | SIGCHLD, NULL);
    pause();
}

static void *wait_for_ever(void *arg)
{
    pause();
    return arg;
}

static void threads(int count)
{
    pthread_t thread;
    for (int i = 0; i < count; i++)
        pthread_create(&thread, NULL, wait_for_ever, NULL);
}

static void row(void)
{
    for (int i = 0; i < 100; i++) {
        if (fork() == 0)
            _exit(0);
        wait(NULL);
    }
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    alarm(20);
    if (strcmp(what, "bomb") == 0)
        bomb();
    if (strcmp(what, "vforks") == 0)
        nest(200);
    if (strcmp(what, "clones") == 0)
        clones();
    if (strcmp(what, "threads") == 0) {
        threads(300);
        pause();
    }
    if (strcmp(what, "just") == 0)
        threads(19);
    if (strcmp(what, "row") == 0)
        row();
    return 0;
}
