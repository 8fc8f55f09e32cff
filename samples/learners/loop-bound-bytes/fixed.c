#include <stdio.h>

#define N 5000

static long histogram[N];
static long total;

static void clear(long *h, size_t n)
{
    for (size_t i = 0; i < n; i++)
        h[i] = 0;
}

int main(void)
{
    histogram[4] = 7;
    clear(histogram, sizeof histogram / sizeof histogram[0]);
    total = histogram[4];
    printf("%ld\n", total);
    return 0;
}
