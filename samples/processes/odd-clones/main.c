#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int told;

static int child(void *unused)
{
    (void)unused;
    told = 42;
    syscall(SYS_exit, 7);
    return 0;
}

static int quiet(void *unused)
{
    (void)unused;
    syscall(SYS_exit, 0);
    return 0;
}

static void share(int flags)
{
    static char stack[65536];
    int status = 0;
    pid_t pid = clone(child, stack + sizeof(stack), CLONE_VM | flags | SIGCHLD, NULL);
    waitpid(pid, &status, 0);
    printf("status %d, told %d\n", WEXITSTATUS(status), told);
}

static void new_namespace(void)
{
    int ends[2], status = 0;
    pid_t number = 0;
    if (pipe(ends) != 0 || unshare(CLONE_NEWPID) != 0)
        return;
    pid_t pid = fork();
    if (pid == 0) {
        number = getpid();
        _exit(write(ends[1], &number, sizeof(number)) == sizeof(number) ? 7 : 8);
    }
    waitpid(pid, &status, 0);
    if (read(ends[0], &number, sizeof(number)) == sizeof(number))
        printf("first is %d, status %d\n", number, WEXITSTATUS(status));
}

int main(int argc, char **argv)
{
    static char stack[65536];
    const char *how = argc > 1 ? argv[1] : "";
    alarm(20);
    if (strcmp(how, "shared") == 0)
        share(0);
    if (strcmp(how, "untraced") == 0)
        share(0x00800000);
    if (strcmp(how, "namespace") == 0)
        new_namespace();
    if (strcmp(how, "parent") == 0) {
        clone(quiet, stack + sizeof(stack), CLONE_VM | CLONE_PARENT | SIGCHLD, NULL);
        usleep(50000);
        puts("done");
    }
    return 0;
}
