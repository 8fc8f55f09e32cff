#include <signal.h>
#include <stdlib.h>

static volatile int after;

static void handler(int number)
{
    after += number;
    abort();
}

__attribute__((noinline)) static int deeper(int depth)
{
    volatile char room[400];
    room[0] = (char)depth;
    return deeper(depth + 1) + room[0];
}

int main(void)
{
    static char stack[65536];
    stack_t other = {.ss_sp = stack, .ss_size = sizeof(stack)};
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_ONSTACK};
    sigaltstack(&other, NULL);
    sigaction(SIGSEGV, &action, NULL);
    return deeper(0);
}
