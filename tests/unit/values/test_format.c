#include "base/limits.h"
#include "values/enumeration.h"
#include "values/fold.h"
#include "values/format.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <string.h>

static void take(struct tr_str *str, const char *expected)
{
    assert_string_equal(tr_str_text(str), expected);
    tr_str_deinit(str);
}

static void test_integers(void **state)
{
    (void)state;
    static const struct {
        const char *expected;
        unsigned char bytes[16];
        size_t size;
        bool is_signed;
    } cases[] = {
        {"-1", {0xff, 0xff, 0xff, 0xff}, 4, true},
        {"4294967295", {0xff, 0xff, 0xff, 0xff}, 4, false},
        {"0", {0}, 1, true},
        {"-128", {0x80}, 1, true},
        {"-9223372036854775808", {0, 0, 0, 0, 0, 0, 0, 0x80}, 8, true},
        {"8388608", {0, 0, 0x80}, 3, false},
        {"-8388608", {0, 0, 0x80}, 3, true},
        {"18446744073709551616", {0, 0, 0, 0, 0, 0, 0, 0, 1}, 16, true},
        {"-170141183460469231731687303715884105728", {[15] = 0x80}, 16, true},
        {"170141183460469231731687303715884105728", {[15] = 0x80}, 16, false},
    };
    for (size_t i = 0; i < TR_COUNT(cases); i++) {
        struct tr_str str = {0};
        tr_format_integer(&str, cases[i].bytes, cases[i].size, cases[i].is_signed);
        take(&str, cases[i].expected);
    }
}

static void check_double(double value, const char *expected)
{
    struct tr_str str = {0};
    assert_true(tr_format_float(&str, (unsigned char *)&value, TR_FLOAT_DOUBLE));
    take(&str, expected);
}

static void check_single(float value, const char *expected)
{
    struct tr_str str = {0};
    assert_true(tr_format_float(&str, (unsigned char *)&value, TR_FLOAT_SINGLE));
    take(&str, expected);
}

static void test_floats(void **state)
{
    (void)state;
    check_double(2.5, "2.5");
    check_double(0.1, "0.1");
    check_double(-1.5, "-1.5");
    check_double(0.0, "0");
    check_double(-0.0, "-0");
    check_double(1e6, "1000000");
    check_double(1e20, "1e+20");
    check_double(1e-7, "1e-07");
    check_double(0.001, "0.001");
    check_double(1.0 / 3, "0.3333333333333333");
    check_double(DBL_MAX, "1.7976931348623157e+308");
    check_double(5e-324, "5e-324");
    check_double(INFINITY, "inf");
    check_double(-INFINITY, "-inf");
    check_double(NAN, "nan");
    check_single(0.1f, "0.1");
    check_single(16777216.0f, "16777216");
    check_single(3.4028235e38f, "3.4028235e+38");
}

static void test_odd_floats(void **state)
{
    (void)state;
    struct tr_str str = {0};
    long double value = 0.1L;
    assert_true(tr_format_float(&str, (unsigned char *)&value, TR_FLOAT_X87));
    take(&str, "0.1");
    unsigned char unnormal[16] = {[9] = 0x40};
    assert_false(tr_format_float(&str, unnormal, TR_FLOAT_X87));
    assert_int_equal(str.size, 0);
    assert_true(tr_format_float(&str, (const unsigned char[]){0x00, 0x3c}, TR_FLOAT_HALF));
    take(&str, "1");
    assert_true(tr_format_float(&str, (const unsigned char[]){0xff, 0x7b}, TR_FLOAT_HALF));
    take(&str, "65504");
    assert_true(tr_format_float(&str, (const unsigned char[]){0x01, 0x00}, TR_FLOAT_HALF));
    take(&str, "6e-08");
    assert_true(tr_format_float(&str, (const unsigned char[]){0xc0, 0x3f}, TR_FLOAT_BRAIN));
    take(&str, "1.5");
    assert_true(tr_format_float(&str, (const unsigned char[]){0, 0}, TR_FLOAT_BRAIN));
    take(&str, "0");
    __float128 quad = 0.25;
    assert_true(tr_format_float(&str, (unsigned char *)&quad, TR_FLOAT_QUAD));
    take(&str, "0.25");
    assert_int_equal(tr_float_type("_Float128", 16), TR_FLOAT_QUAD);
    assert_int_equal(tr_float_type("long double", 16), TR_FLOAT_X87);
    assert_int_equal(tr_float_type(NULL, 7), TR_FLOAT_NONE);
    assert_false(tr_format_float(&str, unnormal, TR_FLOAT_NONE));
}

static void test_characters(void **state)
{
    (void)state;
    static const struct {
        unsigned char byte;
        const char *expected;
    } cases[] = {
        {'a', "'a'"}, {'\0', "'\\0'"}, {'\n', "'\\n'"}, {'\'', "'\\''"}, {'"', "'\"'"},
        {'\\', "'\\\\'"}, {0xff, "'\\377'"}, {1, "'\\001'"}, {0xc3, "'\\303'"},
    };
    for (size_t i = 0; i < TR_COUNT(cases); i++) {
        struct tr_str str = {0};
        tr_format_character(&str, cases[i].byte);
        take(&str, cases[i].expected);
    }
    struct tr_str str = {0};
    assert_false(tr_str_add_point(&str, 0xd800));
    assert_false(tr_str_add_point(&str, 0x110000));
    assert_true(tr_str_add_point(&str, 0x24));
    assert_true(tr_str_add_point(&str, 0xe9));
    assert_true(tr_str_add_point(&str, 0x20ac));
    assert_true(tr_str_add_point(&str, 0x1f600));
    take(&str, "$é€😀");
}

static void check_enum(const struct tr_enumerator *list, size_t count, int value, const char *expected)
{
    struct tr_str str = {0};
    tr_format_enum(&str, list, count, (uint32_t)value, 4, true);
    take(&str, expected);
}

static void test_enumerators(void **state)
{
    (void)state;
    static const struct tr_enumerator plain[] = {{"RED", 0}, {"GREEN", 1}, {"BLUE", 2}, {"DARK", 0xffffffff}};
    static const struct tr_enumerator flags[] = {{"NONE", 0}, {"R", 1}, {"W", 2}, {"X", 4}, {"S", 8}, {"RW", 3}};
    static const struct tr_enumerator four[] = {{"A", 1}, {"B", 2}, {"C", 3}, {"D", 4}};
    check_enum(plain, 4, 1, "GREEN");
    check_enum(plain, 4, 3, "3");
    check_enum(plain, 4, -1, "DARK");
    check_enum(plain, 4, -7, "-7");
    check_enum(flags, 6, 5, "R|X");
    check_enum(flags, 6, 3, "RW");
    check_enum(flags, 6, 0, "NONE");
    check_enum(flags, 6, 0x41, "R|0x40");
    check_enum(flags, 6, 0x40, "64");
    check_enum(four, 4, 5, "5");
    check_enum(NULL, 0, 5, "5");
}

static void test_folding(void **state)
{
    (void)state;
    struct tr_run runs[8];
    const unsigned char bytes[] = {1, 2, 2, 2, 2, 3, 3, 4};
    assert_int_equal(tr_fold(bytes, 1, 8, 4, runs, 8), 5);
    assert_int_equal(runs[0].count, 1);
    assert_int_equal(runs[1].first, 1);
    assert_int_equal(runs[1].count, 4);
    assert_int_equal(runs[2].first, 5);
    assert_int_equal(runs[4].first, 7);
    assert_int_equal(tr_fold(bytes, 1, 8, 4, runs, 3), 3);
    assert_int_equal(runs[2].first, 5);
    assert_int_equal(tr_fold(bytes, 1, 8, UINT64_MAX, runs, 8), 8);
    assert_int_equal(tr_fold(bytes, 2, 4, 2, runs, 8), 4);
    assert_int_equal(tr_fold(bytes, 1, 0, 2, runs, 8), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_integers),   cmocka_unit_test(test_floats),      cmocka_unit_test(test_odd_floats),
        cmocka_unit_test(test_characters), cmocka_unit_test(test_enumerators), cmocka_unit_test(test_folding),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
