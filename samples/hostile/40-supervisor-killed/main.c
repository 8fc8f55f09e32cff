#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void)
{
    const char *folder = getenv("TMPDIR");
    (void)!write(open("temporary", O_WRONLY | O_CREAT, 0600), folder, strlen(folder));
    for (int i = 0; i < 3; i++)
        if (fork() == 0) {
            setsid();
            signal(SIGTERM, SIG_IGN);
            break;
        }
    alarm(20);
    usleep(50000);
    open("ready", O_WRONLY | O_CREAT, 0600);
    for (;;)
        pause();
}
