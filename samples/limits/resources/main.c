#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static volatile unsigned long turns;

static void work(void)
{
    struct timespec now;
    FILE *file = fopen("/dev/null", "w");
    char *memory = malloc(20 << 20);
    memset(memory, 1, 20 << 20);
    do {
        for (int i = 0; i < 100000; i++)
            turns++;
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    } while (now.tv_sec + now.tv_nsec / 1e9 < 0.2);
    for (int i = 0; i < 100000; i++)
        putc(memory[i] + 'a', file);
    fclose(file);
}

static int child(void (*run)(void))
{
    int pid = fork();
    if (pid == 0) {
        run();
        _exit(0);
    }
    return pid;
}

static void child_of_child(void)
{
    child(work);
    wait(NULL);
}

/* Until it is a zombie; nobody waits for it. */
static void unwaited(void)
{
    siginfo_t info;
    waitid(P_PID, child(work), &info, WEXITED | WNOWAIT);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    alarm(20);
    if (strcmp(what, "waited") == 0) {
        child(work);
        wait(NULL);
    } else if (strcmp(what, "unwaited") == 0) {
        unwaited();
    } else if (strcmp(what, "unwaited-below") == 0) {
        child(unwaited);
        wait(NULL);
    } else if (strcmp(what, "ignored") == 0) {
        signal(SIGCHLD, SIG_IGN);
        child(work);
        wait(NULL);
    } else if (strcmp(what, "below") == 0) {
        child(child_of_child);
        wait(NULL);
    } else if (strcmp(what, "outlives") == 0) {
        child(work);
    } else if (strcmp(what, "beside") == 0) {
        child(work);
        work();
        wait(NULL);
    }
    return 0;
}
