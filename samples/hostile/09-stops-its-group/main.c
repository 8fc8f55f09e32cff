#include <signal.h>
#include <unistd.h>

int main(void)
{
    alarm(20);
    kill(0, SIGSTOP);
    pause();
}
