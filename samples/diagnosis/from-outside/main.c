#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static void write_much(int fd)
{
    char page[4096] = "";
    for (int i = 0; i < 16; i++)
        if (write(fd, page, sizeof(page)) < 0)
            return;
}

static int ask(void)
{
    int answer = 0;
    return scanf("%d", &answer) == 1 ? answer : 0;
}

static void linger(void)
{
    struct timespec while_long = {20, 0};
    nanosleep(&while_long, NULL);
}

static unsigned compute(void)
{
    time_t end = time(NULL) + 20;
    volatile unsigned n = 1;
    while (time(NULL) < end)
        n = n * 3 + 1;
    return n;
}

int main(int argc, char **argv)
{
    char *which = argc > 1 ? argv[1] : "";
    int ends[2];
    if (strcmp(which, "pipe") == 0 && pipe(ends) == 0) {
        close(ends[0]);
        write_much(ends[1]);
    }
    if (strcmp(which, "file") == 0) {
        struct rlimit limit = {8192, 8192};
        setrlimit(RLIMIT_FSIZE, &limit);
        write_much(fileno(fopen("large", "w")));
    }
    if (strcmp(which, "signal") == 0)
        kill(getpid(), SIGTERM);
    if (strcmp(which, "timer") == 0) {
        alarm(1);
        linger();
    }
    if (strcmp(which, "asks") == 0)
        return ask();
    if (strcmp(which, "waits") == 0)
        linger();
    if (strcmp(which, "computes") == 0)
        return compute() == 0;
    return 0;
}
