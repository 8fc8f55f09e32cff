#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t asked;

static void on_signal(int number)
{
    (void)number;
    asked++;
}

static void work(void)
{
    close(open("ready", O_CREAT | O_WRONLY, 0600));
    while (!asked)
        usleep(10000);
    usleep(300000); /* time for a second one, which must not come */
}

int main(int argc, char **argv)
{
    alarm(20);
    if (argc > 1 && strcmp(argv[1], "handle") == 0)
        for (int number = 1; number <= 15; number++)
            if (number == SIGINT || number == SIGTERM || number == SIGHUP)
                signal(number, on_signal);
    if (argc > 1 && strcmp(argv[1], "ignore") == 0)
        signal(SIGTERM, SIG_IGN);
    if (argc > 1 && strcmp(argv[1], "ignore") == 0)
        alarm(2);
    work();
    return asked == 1 ? 0 : 9;
}
