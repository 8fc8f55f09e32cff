/* stops: here there abort */
#include <complex.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

enum flag { F_READ = 1, F_WRITE = 2, F_EXEC = 4 };
enum side { LEFT = -1, NONE, RIGHT };

struct packed {
    unsigned low : 3, middle : 9;
    int sign : 4;
    _Bool on : 1;
    uint64_t wide : 40;
} __attribute__((packed));

struct deep {
    struct { int x, y; };
    union { uint32_t word; unsigned char bytes[4]; float real; } view;
    struct { const char *label; int (*call)(int); } hooks[2];
};

static int twice(int n) { return 2 * n; }
static int negate(int n) { return -n; }

static int counter;
static __thread int per_thread = 5;
int shared_total = 40;

__attribute__((noinline)) static int look(int8_t small, uint8_t byte, int16_t two, uint16_t word, int32_t four, uint32_t u4,
                                          int64_t eight, uint64_t u8, float f, double d)
{
    static int calls;
    calls++;
    counter += small + byte + two + word;
    if (four == 77)
        *(volatile int *)0 = (int)(eight + (int64_t)u8 + (int)f + (int)d + (int)u4);
    return calls + per_thread;
}

__attribute__((noinline)) static long many(char c, signed char sc, unsigned char uc, _Bool yes, enum flag flags, enum side side,
                                           long double ld, double complex z, __int128 huge, struct packed packed, struct deep *deep)
{
    wchar_t wide[] = L"w\u00efde";
    volatile int fixed = 9;
    _Atomic int atomic = 3;
    const char *text = "a\tb\"c\\";
    char array[8] = "text", raw[4] = {1, 0, 3, 4};
    char *nothing = NULL;
    int *inside = &deep->y, numbers[40] = {1, 2, 3}, (*rows)[2] = (int (*)[2])numbers;
    void *any = deep;
    double small = 1e-300, large = 1.7976931348623157e308, third = 1.0 / 3;
    float tiny = 1e-40f, ratio = 0.1f;
    long sum = c + sc + uc + yes + (int)flags + (int)side + (long)ld + (long)creal(z) + (long)huge + packed.low + fixed + atomic;
    if (side == RIGHT)
        sum += *(volatile char *)nothing;
    if (sum > 0)
        abort();
    return sum + wide[0] + text[0] + array[0] + raw[0] + *inside + rows[0][1] + (any == deep) + (long)(small + large + third + tiny + ratio);
}

int main(int argc, char **argv)
{
    const char *stop = argc > 1 ? argv[1] : "";
    struct packed packed = {5, 300, -3, true, 0xffffffffffull};
    struct deep deep = {.x = 1, .y = -2, .view.word = 0x3f800000, .hooks = {{"twice", twice}, {"negate", negate}}};
    int result = look(-1, 200, -300, 60000, strcmp(stop, "here") == 0 ? 77 : 4, 4000000000u, -5000000000, 18000000000000000000ull, 1.5f, -2.25);
    __int128 huge = (__int128)1 << 100;
    result += (int)many('q', -5, 250, true, F_READ | F_EXEC, strcmp(stop, "there") == 0 ? RIGHT : LEFT, 3.25L, 1.0 + 2.0 * I, huge, packed, &deep);
    printf("%d %d\n", result + shared_total, counter);
    return 0;
}
