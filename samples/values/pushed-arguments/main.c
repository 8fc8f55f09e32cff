#include <stdio.h>

struct odd {
    char first;
    short second;
    int third[2];
};

int *volatile nowhere;

__attribute__((noinline)) static long last(long a, long b, long c, long d, long e, long f, struct odd pushed)
{
    *nowhere = (int)(a + b + c + d + e + f);
    return pushed.first + pushed.third[1];
}

__attribute__((noinline)) static long caller(int given)
{
    long kept[4] = {given, given + 1, given + 2, given + 3};
    int small = given * 2;
    __asm__ volatile("" : : "r"(kept), "r"(&small) : "memory");
    long result = last(1, 2, 3, 4, 5, 6, (struct odd){'7', 8, {9, 10}});
    __asm__ volatile("" : : "r"(kept), "r"(&small) : "memory");
    return result + small;
}

int main(void)
{
    printf("%ld\n", caller(40));
    return 0;
}
