#include <stdio.h>

static int fibonacci_sum(int n)
{
    int fib[16];
    int sum = 0;

    fib[0] = 0;
    fib[1] = 1;
    for (int i = 2; i < n; i++)
        fib[i] = fib[i - 1] + fib[i - 2];
    for (int i = 0; i < n; i++)
        sum += fib[i];
    return sum;
}

int main(void)
{
    printf("%d\n", fibonacci_sum(8));
    printf("%d\n", fibonacci_sum(14));
    return 0;
}
