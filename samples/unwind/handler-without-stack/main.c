#include <signal.h>
#include <unistd.h>

/* The handler has no stack of its own: after the overflow the kernel cannot even start it. */
static void handler(int number) { _exit(number); }

__attribute__((noinline)) static int deeper(int depth)
{
    volatile char room[400];
    room[0] = (char)depth;
    return deeper(depth + 1) + room[0];
}

int main(void)
{
    signal(SIGSEGV, handler);
    return deeper(0);
}
