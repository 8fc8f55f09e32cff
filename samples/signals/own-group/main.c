#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t got;

static void count(int number)
{
    (void)number;
    got++;
}

static int number_of(const char *name)
{
    for (int number = 1; number < 32; number++)
        if (sigabbrev_np(number) && strcmp(sigabbrev_np(number), name) == 0)
            return number;
    return 0;
}

static void rest(int milliseconds)
{
    struct timespec left = {0, milliseconds * 1000000L};
    while (nanosleep(&left, &left) != 0)
        ;
}

/* Out of the group, so that it can set the stopped ones going again. */
static void continue_soon(pid_t group)
{
    if (fork() == 0) {
        setsid();
        rest(400);
        kill(-group, SIGCONT);
        _exit(0);
    }
}

int main(int argc, char **argv)
{
    int number = argc > 1 ? number_of(argv[1]) : 0;
    const char *how = argc > 2 ? argv[2] : "";
    alarm(20);
    if (strcmp(how, "handle") == 0)
        signal(number, count);
    pid_t child = fork();
    if (child == 0) {
        alarm(20);
        rest(500);
        printf("child %d\n", (int)got);
        return 0;
    }
    rest(50);
    if (strcmp(how, "continue") == 0)
        continue_soon(getpgrp());
    rest(50);
    kill(strcmp(how, "group") == 0 ? -getpgrp() : 0, number);
    while (waitpid(child, NULL, 0) < 0)
        ;
    printf("parent %d\n", (int)got);
    return 0;
}
