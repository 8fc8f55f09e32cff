#include <stdio.h>

struct fraction {
    long num;
    long den;
};

static long gcd(long a, long b)
{
    while (b != 0) {
        long t = a % b;
        a = b;
        b = t;
    }
    return a;
}

static struct fraction reduce(struct fraction f)
{
    long g = gcd(f.num, f.den);
    f.num /= g;
    f.den /= g;
    return f;
}

int main(void)
{
    struct fraction half = reduce((struct fraction){12, 24});
    struct fraction none = reduce((struct fraction){3, 0});

    printf("%ld/%ld %ld/%ld\n", half.num, half.den, none.num, none.den);
    return 0;
}
