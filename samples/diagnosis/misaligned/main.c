#include <emmintrin.h>
#include <stdint.h>
#include <stdlib.h>

static int sum(const char *bytes)
{
    __m128i four = _mm_load_si128((const __m128i *)bytes);
    return _mm_cvtsi128_si32(four);
}

int main(int argc, char **argv)
{
    _Alignas(16) static char room[64];
    return sum(room + (argc > 1 ? atoi(argv[1]) : 0));
}
