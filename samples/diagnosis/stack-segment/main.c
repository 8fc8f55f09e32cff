#include <stdio.h>
#include <string.h>

/* As compilers use rbp when no frame pointer is kept. */
static long follow(const long *start)
{
    long value;
    __asm__ volatile("push %%rbp\n\tmov %1, %%rbp\n\tmov (%%rbp), %0\n\tpop %%rbp" : "=&r"(value) : "r"(start));
    return value;
}

int main(int argc, char **argv)
{
    long good = 7;
    const long *at = &good;
    (void)argv;
    if (argc > 1)
        memset(&at, 0x41, sizeof(at));
    printf("%ld\n", follow(at));
    return 0;
}
