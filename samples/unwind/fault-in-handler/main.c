#include <signal.h>
#include <stddef.h>

static volatile int *volatile nothing;
static volatile int after;

__attribute__((noinline)) static void write_log(int number)
{
    *nothing = number;
    after++;
}

static void handler(int number)
{
    write_log(number);
    after++;
}

__attribute__((noinline)) static int leaf(int value)
{
    int got = nothing[value];
    after++;
    return got;
}

int main(void)
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = (int)SA_RESETHAND | SA_NODEFER};
    sigaction(SIGSEGV, &action, NULL);
    return leaf(2);
}
