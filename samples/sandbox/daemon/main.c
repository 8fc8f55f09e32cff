/* Leaves a daemon in a session of its own, which ignores what it can and would write a file later. */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

int main(void)
{
    alarm(20);
    if (fork() == 0) {
        setsid();
        signal(SIGTERM, SIG_IGN);
        signal(SIGHUP, SIG_IGN);
        if (fork() != 0)
            _exit(0);
        alarm(20);
        sleep(3);
        FILE *file = fopen("late", "w");
        if (file)
            fclose(file);
        pause();
    }
    puts("main is done");
    return 0;
}
