#include <sys/wait.h>
#include <unistd.h>

static char block[40000];

int main(void)
{
    alarm(20);
    for (int i = 0; i < 100; i++)
        if (fork() == 0)
            _exit(write(1, block, sizeof block) < 0);
    while (wait(NULL) > 0)
        ;
    return 99;
}
