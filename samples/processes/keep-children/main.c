#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

/* Twice forked and in a session of its own, as daemons do; it ends after argv[1] milliseconds. */
static void daemon_life(int milliseconds)
{
    alarm(20);
    usleep(milliseconds * 1000);
    close(open("daemon-done", O_CREAT | O_WRONLY, 0600));
    _exit(0);
}

int main(int argc, char **argv)
{
    alarm(20);
    if (argc < 2)
        return 2;
    if (fork() == 0) {
        setsid();
        if (fork() == 0)
            daemon_life(atoi(argv[1]));
        _exit(0);
    }
    usleep(50000);
    return 0;
}
