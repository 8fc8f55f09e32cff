#include <sys/mman.h>
#include <unistd.h>

enum { ENOUGH = 2000 };

/* Shared by all of them, so that it ends even where no wall stands. */
static int count_task(void)
{
    static int *tasks;
    if (!tasks)
        tasks = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return __atomic_add_fetch(tasks, 1, __ATOMIC_RELAXED);
}

int main(void)
{
    alarm(20);
    while (count_task() < ENOUGH)
        if (fork() == 0)
            alarm(10);
    return 99;
}
