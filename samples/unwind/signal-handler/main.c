#include <signal.h>
#include <stdlib.h>

static volatile int *volatile nothing;
static volatile int after;

__attribute__((noinline)) static void give_up(void)
{
    abort();
}

static void handler(int number)
{
    after += number;
    give_up();
}

__attribute__((noinline)) static int leaf(int value)
{
    int got = *nothing + value;
    after++;
    return got;
}

__attribute__((noinline)) static int middle(int value)
{
    int got = leaf(value);
    after++;
    return got;
}

int main(void)
{
    signal(SIGSEGV, handler);
    return middle(1);
}
