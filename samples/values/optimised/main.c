#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

static __attribute__((noinline)) int leaf(volatile int *where, int kept, int dropped)
{
    printf("%d\n", dropped);
    fflush(stdout);
    *where = kept;
    return kept;
}

int main(int argc, char **argv)
{
    int doubled = argc * 2, seven = 7;
    alarm(20);
    return leaf((volatile int *)(argv ? NULL : argv), doubled + 40, seven) + doubled;
}
