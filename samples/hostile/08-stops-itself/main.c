#include <signal.h>
#include <unistd.h>

int main(void)
{
    alarm(20);
    raise(SIGSTOP);
}
