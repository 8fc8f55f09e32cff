#include <signal.h>
#include <unistd.h>

static void handler(int number)
{
    (void)number;
    if (write(1, "overflow\n", 9) == 9)
        _exit(5);
}

static int deeper(int depth)
{
    volatile char room[256];
    room[0] = (char)depth;
    return deeper(depth + 1) + room[0];
}

int main(void)
{
    static char stack[65536];
    stack_t other = {.ss_sp = stack, .ss_size = sizeof(stack)};
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_ONSTACK};
    alarm(20);
    sigaltstack(&other, NULL);
    sigaction(SIGSEGV, &action, NULL);
    return deeper(0);
}
