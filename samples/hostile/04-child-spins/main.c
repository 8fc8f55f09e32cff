#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    alarm(20);
    if (fork() == 0) {
        alarm(20);
        for (volatile unsigned turns = 0;; turns++)
            ;
    }
    wait(NULL);
}
