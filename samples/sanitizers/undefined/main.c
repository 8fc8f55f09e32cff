#include <limits.h>
#include <stdio.h>
#include <unistd.h>

static int add(int a, int b)
{
    return a + b;
}

int main(void)
{
    alarm(20);
    return add(INT_MAX, 1) > 0;
}
