#include <stdlib.h>
#include <unistd.h>

static __attribute__((noinline, noreturn)) void misbehave(unsigned long where)
{
    __asm__ volatile("mov %0, %%rsp\n\tmov %0, %%rbp\n\tmovl $1, 0x10" : : "r"(where));
    __builtin_unreachable();
}

int main(int argc, char **argv)
{
    alarm(20);
    long where = argc > 1 ? atol(argv[1]) : 0;
    misbehave(where == 1 ? (unsigned long)main : (unsigned long)where);
}
