#include <sys/wait.h>
#include <unistd.h>

static void fall(int number)
{
    volatile int *volatile nowhere = NULL;
    *nowhere = number;
}

int main(void)
{
    int failed = 0, status;
    alarm(60);
    for (int i = 0; i < 50; i++) {
        if (fork() == 0) {
            usleep(50000);
            fall(i);
        }
    }
    while (wait(&status) > 0)
        failed += status != 0;
    return failed == 50;
}
