#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void child_faults(int seed)
{
    int *volatile nowhere = NULL;
    *nowhere = seed;
}

static void child_aborts(void)
{
    abort();
}

static void parent_ends(const char *how)
{
    int *volatile nowhere = NULL;
    if (strcmp(how, "fail") == 0)
        exit(4);
    if (strcmp(how, "abort") == 0)
        abort();
    if (strcmp(how, "fault") == 0)
        *nowhere = 1;
}

int main(int argc, char **argv)
{
    alarm(20);
    if (argc < 3)
        return 2;
    pid_t child = fork();
    if (child == 0) {
        alarm(20);
        if (strcmp(argv[2], "segv") == 0)
            child_faults(7);
        if (strcmp(argv[2], "abort") == 0)
            child_aborts();
        _exit(9);
    }
    waitpid(child, NULL, 0);
    parent_ends(argv[1]);
    return 0;
}
