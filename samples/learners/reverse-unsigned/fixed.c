#include <stdio.h>
#include <stdlib.h>

static long reversed_sum(const int *values, size_t n)
{
    long sum = 0;

    for (size_t i = n; i-- > 0;)
        sum = sum * 3 + values[i];
    return sum;
}

int main(void)
{
    size_t n = 6;
    int *values = malloc(n * sizeof *values);

    for (size_t i = 0; i < n; i++)
        values[i] = (int)i;
    printf("%ld\n", reversed_sum(values, n));
    free(values);
    return 0;
}
