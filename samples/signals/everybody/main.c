#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int status;
    alarm(20);
    if (getppid() > 2 || argc < 2) /* only where the namespace holds nobody else */
        return 3;
    pid_t child = fork();
    if (child == 0) {
        alarm(20);
        pause();
    }
    usleep(50000);
    kill(-1, strcmp(argv[1], "KILL") == 0 ? SIGKILL : SIGTERM); /* all but the caller and the namespace's first */
    waitpid(child, &status, 0);
    puts(WIFSIGNALED(status) ? "gone" : "there");
    return 0;
}
