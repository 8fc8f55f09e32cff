#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    int status;
    alarm(20);
    pid_t child = fork();
    if (child == 0) {
        alarm(20);
        raise(SIGSTOP);
        usleep(100000);
        _exit(6);
    }
    waitpid(child, &status, WUNTRACED);
    printf("stopped by %d\n", WIFSTOPPED(status) ? WSTOPSIG(status) : 0);
    kill(child, SIGCONT);
    waitpid(child, &status, WCONTINUED);
    puts(WIFCONTINUED(status) ? "continued" : "?");
    waitpid(child, &status, 0);
    printf("exited %d\n", WEXITSTATUS(status));
    return 0;
}
