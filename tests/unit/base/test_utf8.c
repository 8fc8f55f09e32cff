#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "base/utf8.h"

#include <string.h>

static void sequences(void **state)
{
    (void)state;
    assert_int_equal(tr_utf8_sequence("a", 1), 1);
    assert_int_equal(tr_utf8_sequence("\xc3\xa4", 2), 2);
    assert_int_equal(tr_utf8_sequence("\xc3", 1), 0);
    assert_int_equal(tr_utf8_sequence("\xc0\x80", 2), 0);             /* overlong */
    assert_int_equal(tr_utf8_sequence("\xed\xa0\x80", 3), 0);         /* surrogate */
    assert_int_equal(tr_utf8_sequence("\xf4\x90\x80\x80", 4), 0);     /* beyond U+10FFFF */
    assert_int_equal(tr_utf8_sequence("\xf0\x9f\x98\x80", 4), 4);
    assert_true(tr_utf8_valid("gr\xc3\xbc\xc3\x9f", 6));
    assert_false(tr_utf8_valid("a\xff", 2));
}

static void escaped_is(const char *text, size_t size, const char *expected)
{
    tr_auto_str struct tr_str str = {0};
    tr_str_add_escaped(&str, text, size);
    assert_string_equal(tr_str_text(&str), expected);
}

static void escapes(void **state)
{
    (void)state;
    escaped_is("a\"b\\c\n", 6, "a\\\"b\\\\c\\n");
    escaped_is("\x1b[31m", 5, "\\033[31m");
    escaped_is("\0x", 2, "\\000x");
    escaped_is("\xff", 1, "\\377");
    escaped_is("\xe2\x80\xae", 3, "\\342\\200\\256"); /* right-to-left override */
    escaped_is("\xc2\x9b", 2, "\\302\\233");           /* C1 control: CSI */
    escaped_is("\xc3\xa4", 2, "\xc3\xa4");
}

static void quoted_text_is_cut(void **state)
{
    (void)state;
    char text[200];
    memset(text, 'x', sizeof(text) - 1);
    text[sizeof(text) - 1] = '\0';
    tr_auto_str struct tr_str str = {0};
    tr_str_add_quoted(&str, text);
    assert_int_equal(strlen(tr_str_text(&str)), 64 + 2 + strlen("…"));
}

static void named_is(const char *name, const char *expected)
{
    tr_auto_str struct tr_str str = {0};
    tr_str_add_name(&str, name);
    assert_string_equal(tr_str_text(&str), expected);
}

static void names_are_plain_unless_they_are_not_names(void **state)
{
    (void)state;
    named_is("src/main.c", "src/main.c");
    named_is("(anonymous namespace)::Box<int>::operator()", "(anonymous namespace)::Box<int>::operator()");
    named_is("all is well", "\"all is well\"");
    named_is("a\x1b[31m", "\"a\\033[31m\"");
    named_is("/a/very/long/folder/in/which/somebody/keeps/everything/that/he/has/main.c",
             "…/folder/in/which/somebody/keeps/everything/that/he/has/main.c");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sequences),
        cmocka_unit_test(escapes),
        cmocka_unit_test(quoted_text_is_cut),
        cmocka_unit_test(names_are_plain_unless_they_are_not_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
