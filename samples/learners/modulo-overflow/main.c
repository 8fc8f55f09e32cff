#include <limits.h>
#include <stdio.h>

static long wrap(long value, long step)
{
    long rest = value % step;
    return rest < 0 ? rest + step : rest;
}

int main(void)
{
    printf("%ld\n", wrap(17, 5));
    printf("%ld\n", wrap(LONG_MIN, -1));
    return 0;
}
