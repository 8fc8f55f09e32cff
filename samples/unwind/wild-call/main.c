#include <stdint.h>

static volatile uintptr_t address = 0x414141414000;
static volatile int after;

__attribute__((noinline)) static int leaf(int value)
{
    int got = ((int (*)(int))address)(value);
    after++;
    return got;
}

__attribute__((noinline)) static int middle(int value)
{
    int got = leaf(value + 1);
    after++;
    return got;
}

int main(void) { return middle(1) + after; }
