#include <signal.h>
#include <unistd.h>

static void ignore(int number)
{
    (void)number;
}

int main(void)
{
    alarm(20);
    signal(SIGSEGV, ignore);
    return *(volatile int *volatile)NULL;
}
