#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    alarm(20);
    pid_t child = fork();
    if (child == 0) {
        alarm(20);
        long failed = ptrace(PTRACE_TRACEME, 0, 0, 0);
        printf("TRACEME: %s\n", failed ? strerrorname_np(errno) : "done");
        fflush(stdout);
        pause();
        _exit(0);
    }
    usleep(100000);
    long failed = ptrace(PTRACE_SEIZE, child, 0, 0);
    printf("SEIZE: %s\n", failed ? strerrorname_np(errno) : "done");
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    return failed ? 3 : 0;
}
