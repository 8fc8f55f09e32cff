#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    alarm(20);
    if (argc < 3)
        return 2;
    pid_t other = atoi(argv[2]);
    long result = -1;
    if (strcmp(argv[1], "parent") == 0)
        result = kill(getppid(), SIGKILL);
    else if (strcmp(argv[1], "group") == 0)
        result = kill(-getpgid(getppid()), SIGKILL);
    else if (strcmp(argv[1], "bystander") == 0)
        result = kill(other, SIGSTOP);
    else if (strcmp(argv[1], "thread") == 0)
        result = syscall(SYS_tgkill, other, other, SIGKILL);
    else if (strcmp(argv[1], "descriptor") == 0)
        result = syscall(SYS_pidfd_send_signal, syscall(SYS_pidfd_open, other, 0), SIGKILL, NULL, 0);
    else if (strcmp(argv[1], "queue") == 0)
        result = sigqueue(other, SIGKILL, (union sigval){0});
    return result < 0 ? 1 : 99;
}
