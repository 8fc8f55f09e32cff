#include <math.h>
#include <stddef.h>
#include <unistd.h>

int main(void)
{
    double half = 2.5, third = 1.0 / 3, big = 1e100, tiny = 5e-324, minus = -0.0, up = INFINITY, down = -INFINITY, none = NAN, whole = 3;
    float single = 0.1f;
    long double longer = 0.1L;
    alarm(20);
    *(volatile int *volatile)NULL = 1;
    return half + third + big + tiny + minus + up + down + none + whole + single + longer;
}
