#include "base/secret.h"
#include "values/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

static const struct tr_encoding plain = {1, "", false}, strict = {1, "", true}, wide = {4, "L", false}, half = {2, "u", false};

static bool like(const char *text, const struct tr_encoding *encoding)
{
    return tr_text_like((const unsigned char *)text, strlen(text), encoding);
}

static void test_recognition(void **state)
{
    (void)state;
    assert_true(like("hello\n", &plain));
    assert_true(like("", &plain));
    assert_true(like("gr\xc3\xbc\xc3\x9f", &plain));
    assert_true(like("gr\xfc\xdf" "e", &plain) == false);
    assert_true(like("Zubeh\xf6r", &plain));
    assert_false(like("\x01\x02\x03", &plain));
    assert_false(like("\x90\x11\xf0", &plain));
    assert_true(like("hello", &strict));
    assert_false(like("", &strict));
    assert_false(like("abc", &strict));
    assert_false(like("hello\x01", &strict));
    assert_true(tr_text_like((const unsigned char *)L"h\u20ac", 8, &wide));
    assert_false(tr_text_like((const unsigned char *)"\xff\xff\xff\xff", 4, &wide));
}

static void take(struct tr_str *str, const char *expected)
{
    assert_string_equal(tr_str_text(str), expected);
    tr_str_deinit(str);
}

static void test_spelling(void **state)
{
    (void)state;
    struct tr_str str = {0};
    tr_format_text(&str, (const unsigned char *)"a\"b\\\n\x1b", 6, &plain, false);
    take(&str, "\"a\\\"b\\\\\\n\\033\"");
    tr_format_text(&str, (const unsigned char *)"x\xe2\x82\xac", 3, &plain, true);
    take(&str, "\"x\"...");
    tr_format_text(&str, (const unsigned char *)"x\xe2\x82\xac", 4, &plain, true);
    take(&str, "\"x€\"...");
    tr_format_text(&str, (const unsigned char *)L"h\u20ac", 2, &wide, false);
    take(&str, "L\"h€\"");
    const uint16_t surrogates[] = {0xd83d, 0xde00, 0xd83d, 'x'};
    tr_format_text(&str, (const unsigned char *)surrogates, 4, &half, false);
    take(&str, "u\"😀�x\"");
}

static void test_lengths(void **state)
{
    (void)state;
    assert_int_equal(tr_text_length((const unsigned char *)"abc\0d", 5, 1), 3);
    assert_int_equal(tr_text_length((const unsigned char *)"abc", 3, 1), 3);
    assert_int_equal(tr_text_length((const unsigned char *)"a\0\0\0", 2, 2), 1);
}

static bool secret_setting(const char *text, size_t *ret_value)
{
    return tr_text_secret_setting((const unsigned char *)text, strlen(text), ret_value);
}

static void test_secrets(void **state)
{
    (void)state;
    assert_true(tr_secret_name("API_KEY"));
    assert_true(tr_secret_name("GITHUB_TOKEN"));
    assert_true(tr_secret_name("password"));
    assert_true(tr_secret_name("my_secret"));
    assert_true(tr_secret_name("api_key"));
    assert_false(tr_secret_name("key"));
    assert_false(tr_secret_name("token"));
    assert_false(tr_secret_name("monkey"));
    assert_false(tr_secret_name(NULL));
    assert_false(tr_secret_name(""));
    assert_false(tr_secret_name_n("API_KEY", 4));
    size_t at = 0;
    assert_true(secret_setting("AWS_SECRET=x", &at));
    assert_int_equal(at, 11);
    assert_false(secret_setting("HOME=/root", &at));
    assert_false(secret_setting("my SECRET=x", &at));
    assert_false(secret_setting("SECRET", &at));
    assert_false(secret_setting("=SECRET", &at));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_recognition),
        cmocka_unit_test(test_spelling),
        cmocka_unit_test(test_lengths),
        cmocka_unit_test(test_secrets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
