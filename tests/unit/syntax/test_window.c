#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/limits.h"
#include "base/str.h"
#include "syntax/window.h"

#include <string.h>

static void check(const char *text, int declared, int line, int first_line, const char *last)
{
    struct window window;
    assert_true(window_find(text, strlen(text), declared, line, &window));
    assert_int_equal(window.first_line, first_line);
    size_t length = strlen(last);
    if (window.end < length || memcmp(text + window.end - length, last, length) != 0)
        fail_msg("the window ends with \"%.*s\"", (int)(window.end > 20 ? 20 : window.end),
                 text + (window.end > 20 ? window.end - 20 : 0));
}

static void a_function_is_found(void **state)
{
    (void)state;
    check("int a;\nint f(void)\n{\n    if (a) {\n        a++;\n    }\n    return 1;\n} // f\nint b;\n", 2, 5, 2,
          "} // f");
    check("int f(void) { return 1; }\nint b;\n", 1, 1, 1, "return 1; }");
    check("int f(void)\n{\n    return 1;", 1, 3, 1, "return 1;");
}

static void braces_that_are_none(void **state)
{
    (void)state;
    check("int f(void)\n{\n    a = '}'; // }\n    b = \"}\\\"}\"; /* }\n } */\n#define X }\n    c = 1;\n} // f\n}\n", 1,
          3, 1, "} // f");
    check("int f(void)\n{\n    auto s = R\"x(} )\" })x\";\n    int n = 1'000;\n    c = 1;\n} // f\n}\n", 1, 3, 1,
          "} // f");
}

static void a_line_that_is_not_there(void **state)
{
    struct window window;
    (void)state;
    assert_false(window_find("a\nb\n", 4, 1, 3, &window));
    assert_false(window_find("", 0, 1, 2, &window));
    assert_false(window_find("a\n", 2, 0, 0, &window));
}

static void a_large_function_is_cut_to_a_statement(void **state)
{
    tr_auto_str struct tr_str text = {0};
    struct window window;
    (void)state;
    tr_str_add_text(&text, "int f(int x)\n{\n");
    for (int i = 0; i < 10000; i++)
        tr_str_add_text(&text, "    if (x) { x++; }\n");
    tr_str_add_text(&text, "    while (x) {\n        y(x,\n          z);\n    }\n    return 1;\n}\n");
    assert_true(window_find(text.bytes, text.size, 1, 10004, &window));
    assert_true(window.end - window.start <= TR_LIMIT_SYNTAX_BYTES);
    assert_int_equal(window.first_line, 10003);
    assert_memory_equal(text.bytes + window.start, "    while", 9);
    assert_memory_equal(text.bytes + window.end - 5, "    }", 5);
    assert_true(window_find(text.bytes, text.size, 0, 10004, &window));
    assert_true(window.end - window.start <= TR_LIMIT_SYNTAX_BYTES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_function_is_found),
        cmocka_unit_test(braces_that_are_none),
        cmocka_unit_test(a_line_that_is_not_there),
        cmocka_unit_test(a_large_function_is_cut_to_a_statement),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
