#include <stdio.h>

static long sum(const char *bytes, int count)
{
    long total = 0;
    for (int i = 1; i + 8 <= count; i += 8)
        total += *(const long *)(bytes + i);
    return total;
}

int main(void)
{
    const long numbers[8] = {1, 2, 3};
    printf("%ld\n", sum((const char *)numbers, 60));
    return 0;
}
