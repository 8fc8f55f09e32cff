#include <stdio.h>
#include <stdlib.h>

static double factorial(int n)
{
    if (n <= 0)
        return 1;
    return n * factorial(n - 1);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : -1;

    printf("%g\n", factorial(n));
    return 0;
}
