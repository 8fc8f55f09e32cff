#include <sys/wait.h>
#include <unistd.h>

static volatile int *volatile nothing;
static volatile int after;

__attribute__((noinline)) static void child(int value)
{
    *nothing = value;
    after++;
}

__attribute__((noinline)) static int start(void)
{
    int status = 0;
    pid_t pid = vfork();
    if (pid == 0) {
        child(1);
        _exit(0);
    }
    return waitpid(pid, &status, 0) == pid && WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

int main(void) { return start(); }
