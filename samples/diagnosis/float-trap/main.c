#define _GNU_SOURCE
#include <fenv.h>
#include <stdlib.h>

static double ratio(double a, double b)
{
    return a / b;
}

int main(int argc, char **argv)
{
    volatile double b = argc > 1 ? atof(argv[1]) : 1;
    feenableexcept(FE_DIVBYZERO | FE_INVALID);
    return ratio(1, b) > 2;
}
