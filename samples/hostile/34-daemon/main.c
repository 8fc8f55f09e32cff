#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    int ready[2];
    char byte;
    if (pipe(ready))
        return 1;
    if (fork() == 0) {
        setsid();
        if (fork())
            _exit(0);
        signal(SIGTERM, SIG_IGN);
        signal(SIGHUP, SIG_IGN);
        alarm(20);
        for (int fd = 0; fd < 3; fd++)
            close(fd);
        (void)!write(ready[1], "r", 1);
        for (;;)
            pause();
    }
    wait(NULL);
    return read(ready[0], &byte, 1) != 1;
}
