#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int number_of(const char *name)
{
    if (strncmp(name, "SIGRTMIN+", 9) == 0)
        return SIGRTMIN + atoi(name + 9);
    for (int number = 1; number < 32; number++)
        if (strcmp(sigabbrev_np(number) ? sigabbrev_np(number) : "", name + 3) == 0)
            return number;
    return strcmp(name, "SIGIO") == 0 ? SIGIO : 0;
}

static int send_myself(int number)
{
    int done = kill(getpid(), number);
    return done == 0 ? 1 : 2;
}

int main(int argc, char **argv)
{
    alarm(20);
    return argc < 2 ? 3 : send_myself(number_of(argv[1]));
}
