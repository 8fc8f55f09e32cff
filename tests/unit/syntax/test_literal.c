#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "syntax/literal.h"

#include <string.h>

static void check_number(const char *text, enum basic type, uint64_t word)
{
    struct literal literal;
    if (!literal_number(text, strlen(text), &literal))
        fail_msg("%s is not read", text);
    assert_int_equal(literal.type, type);
    assert_int_equal(literal.word, word);
}

static void integers_have_the_type_that_holds_them(void **state)
{
    (void)state;
    check_number("0", BASIC_INT, 0);
    check_number("42", BASIC_INT, 42);
    check_number("0x7fffffff", BASIC_INT, 0x7fffffff);
    check_number("0x80000000", BASIC_UNSIGNED, 0x80000000);
    check_number("2147483648", BASIC_LONG, 2147483648);
    check_number("0xffffffffffffffff", BASIC_UNSIGNED_LONG, UINT64_MAX);
    check_number("010", BASIC_INT, 8);
    check_number("0b101", BASIC_INT, 5);
    check_number("1'000'000", BASIC_INT, 1000000);
    check_number("3u", BASIC_UNSIGNED, 3);
    check_number("3UL", BASIC_UNSIGNED_LONG, 3);
    check_number("3ll", BASIC_LONG_LONG, 3);
    check_number("-1", BASIC_INT, UINT64_MAX);
    check_number("-1u", BASIC_UNSIGNED, UINT32_MAX);
    check_number("3zu", BASIC_UNSIGNED_LONG, 3);
}

static void real_numbers(void **state)
{
    struct literal literal;
    (void)state;
    assert_true(literal_number("2.5", 3, &literal));
    assert_int_equal(literal.type, BASIC_DOUBLE);
    assert_true(literal.real == 2.5L);
    assert_true(literal_number("1e3f", 4, &literal));
    assert_int_equal(literal.type, BASIC_FLOAT);
    assert_true(literal.real == 1000);
    assert_true(literal_number("0x1p-1L", 7, &literal));
    assert_int_equal(literal.type, BASIC_LONG_DOUBLE);
    assert_true(literal.real == 0.5L);
}

static void what_is_no_number_is_refused(void **state)
{
    struct literal literal;
    static const char *const texts[] = {"", "x", "12km", "0x", "1.5q", "1.0f16", "0b", "1lll"};
    char many[200];
    (void)state;
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
        if (literal_number(texts[i], strlen(texts[i]), &literal))
            fail_msg("%s is taken for a number", texts[i]);
    memset(many, '9', sizeof(many));
    assert_false(literal_number(many, sizeof(many), &literal));
}

static void check_character(const char *text, bool is_cxx, enum basic type, uint64_t word)
{
    struct literal literal;
    if (!literal_character(text, strlen(text), is_cxx, &literal))
        fail_msg("%s is not read", text);
    assert_int_equal(literal.type, type);
    assert_int_equal(literal.word, word);
}

static void characters(void **state)
{
    struct literal literal;
    (void)state;
    check_character("'a'", false, BASIC_INT, 'a');
    check_character("'a'", true, BASIC_CHAR, 'a');
    check_character("'\\n'", false, BASIC_INT, '\n');
    check_character("'\\0'", false, BASIC_INT, 0);
    check_character("'\\''", false, BASIC_INT, '\'');
    check_character("'\\377'", false, BASIC_INT, UINT64_MAX);
    check_character("'\\x41'", false, BASIC_INT, 'A');
    check_character("'ab'", false, BASIC_INT, 'a' << 8 | 'b');
    check_character("L'\\u20ac'", false, BASIC_INT, 0x20ac);
    assert_false(literal_character("''", 2, false, &literal));
    assert_false(literal_character("'", 1, false, &literal));
    assert_false(literal_character("'\\'", 3, false, &literal));
    assert_false(literal_character("'abcde'", 7, false, &literal));
}

static void strings_have_a_length(void **state)
{
    size_t length;
    unsigned width;
    (void)state;
    assert_true(literal_string_length("\"\"", 2, &length, &width));
    assert_int_equal(length, 0);
    assert_true(literal_string_length("\"a\\tb\\101\"", 10, &length, &width));
    assert_int_equal(length, 4);
    assert_true(literal_string_length("L\"ab\"", 5, &length, &width));
    assert_int_equal(width, 4);
    assert_false(literal_string_length("\"", 1, &length, &width));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers_have_the_type_that_holds_them),
        cmocka_unit_test(real_numbers),
        cmocka_unit_test(what_is_no_number_is_refused),
        cmocka_unit_test(characters),
        cmocka_unit_test(strings_have_a_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
