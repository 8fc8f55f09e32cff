/* Finding the cycle that a stack is made of. */
#include "base/cleanup.h"
#include "unwind/unwind_internal.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void check(const uint64_t *values, size_t count, size_t first, size_t length, size_t times)
{
    struct cycle cycle;
    find_cycle(values, count, &cycle);
    assert_int_equal(cycle.first, first);
    assert_int_equal(cycle.length, length);
    assert_int_equal(cycle.times, times);
}

#define CHECK(first, length, times, ...)                                                                               \
    do {                                                                                                               \
        const uint64_t values_[] = {__VA_ARGS__};                                                                      \
        check(values_, TR_COUNT(values_), first, length, times);                                                       \
    } while (0)

static void test_small(void **state)
{
    (void)state;
    CHECK(0, 0, 0, 1);
    CHECK(0, 0, 0, 1, 2, 3, 4, 5);
    CHECK(0, 0, 0, 1, 1);
    CHECK(1, 1, 3, 9, 1, 1, 1, 2);
    CHECK(1, 2, 3, 9, 1, 2, 1, 2, 1, 2, 5);
    CHECK(2, 3, 3, 8, 9, 1, 2, 3, 1, 2, 3, 1, 2, 3, 4, 5);
    /* What repeats in a corner is not what the stack is about. */
    CHECK(0, 0, 0, 1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
}

static void test_large(void **state)
{
    (void)state;
    enum { COUNT = 2000 };
    uint64_t values[COUNT];
    for (size_t length = 1; length <= TR_LIMIT_CYCLE; length++) {
        for (size_t i = 0; i < COUNT; i++)
            values[i] = i < 3 ? 100 + i : i % length;
        check(values, COUNT, 3, length, (COUNT - 3) / length);
    }
    for (size_t i = 0; i < COUNT; i++)
        values[i] = i % (TR_LIMIT_CYCLE + 1);
    check(values, COUNT, 0, 0, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_small), cmocka_unit_test(test_large)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
