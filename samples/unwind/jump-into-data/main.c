#include <stdint.h>

/* "ret", in memory that cannot be executed. */
static unsigned char code[] = {0xc3};
static unsigned char *volatile target = code;
static volatile int after;

__attribute__((noinline)) static void leaf(void)
{
    ((void (*)(void))(uintptr_t)target)();
    after++;
}

__attribute__((noinline)) static void middle(void)
{
    leaf();
    after++;
}

int main(void)
{
    middle();
    return after;
}
