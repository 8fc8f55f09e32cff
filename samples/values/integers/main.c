#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <unistd.h>

static int show(signed char sc, unsigned char uc, short s, unsigned short us, int i, unsigned u, long l, unsigned long ul,
                __int128 wide, unsigned __int128 uwide, bool t, bool f, size_t size)
{
    *(volatile int *volatile)NULL = sc + uc + s + us + i + u + l + ul + wide + uwide + t + f + size;
    return 0;
}

int main(void)
{
    char c = 'a', newline = '\n', quote = '\'', nul = '\0', high = '\377';
    alarm(20);
    return show(SCHAR_MIN, 200, SHRT_MIN, USHRT_MAX, INT_MIN, UINT_MAX, LONG_MIN, ULONG_MAX, (__int128)1 << 127, -1, true, false, 7) + c +
           newline + quote + nul + high;
}
