#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { ENOUGH = 500, STACK = 64 << 10 };

static int wait_here(void *unused)
{
    (void)unused;
    for (;;)
        pause();
}

/* A vfork child that vforks again: each waits for the one that it made. */
static void vforks(int depth)
{
    if (depth < ENOUGH && vfork() == 0)
        vforks(depth + 1);
    _exit(99);
}

int main(int argc, char **argv)
{
    alarm(10);
    if (argc > 1 && strcmp(argv[1], "vfork") == 0)
        vforks(0);
    char *stacks = mmap(NULL, (size_t)ENOUGH * STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (int i = 1; i <= ENOUGH; i++)
        clone(wait_here, stacks + (size_t)i * STACK, CLONE_VM | SIGCHLD, NULL);
    return 99;
}
