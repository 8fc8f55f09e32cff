#include <signal.h>
#include <stdlib.h>

static void (*volatile hook)(void);
static volatile int after;

static void handler(int number)
{
    after += number;
    abort();
}

__attribute__((noinline)) static void leaf(void)
{
    hook();
    after++;
}

__attribute__((noinline)) static void middle(void)
{
    leaf();
    after++;
}

int main(void)
{
    signal(SIGSEGV, handler);
    middle();
    return 0;
}
