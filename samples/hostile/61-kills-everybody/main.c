#include <signal.h>
#include <unistd.h>

int main(void)
{
    alarm(20);
    return getpid() > 100 || kill(-1, SIGKILL) < 0 ? 1 : 99;
}
