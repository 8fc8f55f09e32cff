#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static void give_up(void)
{
    abort();
}

int main(int argc, char **argv)
{
    (void)argv;
    alarm(20);
    if (argc > 1)
        give_up();
    char *missing[] = {"no-such-program", NULL};
    char *again[] = {"./program", "child", NULL};
    pid_t child;
    printf("not there: %d\n", posix_spawn(&child, "./no-such-program", NULL, NULL, missing, environ));
    fflush(stdout);
    if (posix_spawn(&child, "./program", NULL, NULL, again, environ) != 0)
        return 1;
    int status;
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? 5 : 0;
}
