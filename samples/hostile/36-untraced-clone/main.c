#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    alarm(20);
    if (syscall(SYS_clone, CLONE_UNTRACED | SIGCHLD, 0, 0, 0, 0) == 0) {
        alarm(20);
        if (argc > 1)
            open(argv[1], O_WRONLY | O_CREAT, 0600);
        pause();
    }
    sleep(1);
    return 99;
}
