#include "values/identifier.h"
#include "values/name.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

static void test_object_names(void **state)
{
    (void)state;
    static const struct {
        const char *text, *expected;
        bool is_variable;
    } steps[] = {
        {"struct node", "node#0", false},      {"struct node", "node#1", false},
        {"struct node *", "node#2", false},    {"const struct shape", "shape#0", false},
        {"shape", "shape", true},              {"shape", "shape#1", true},
        {"unsigned int", "unsigned_int#0", false}, {"struct {...}", "object#0", false},
        {"int[3]", "int#0", false},            {"std::vector<ns::T>", "vector#0", false},
        {"std::map<a::b, c>::key_type", "key_type#0", false}, {"(anonymous namespace)::T", "T#0", false},
        {"int (*)(int)", "int#1", false},      {"a\nb", "a_b#0", false},
    };
    struct tr_arena *arena = tr_arena_create();
    struct tr_names names = {.counters = {0}};
    for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++)
        assert_string_equal(tr_name_object(arena, &names, steps[i].text, steps[i].is_variable), steps[i].expected);
    char longer[4096];
    memset(longer, 'x', sizeof(longer) - 1);
    longer[sizeof(longer) - 1] = '\0';
    assert_in_range(strlen(tr_name_object(arena, &names, longer, false)), 1, 64);
    tr_arena_destroy(arena);
}

static void check_line(struct tr_identifier_scan *scan, const char *line, const char *expected)
{
    char found[256] = "";
    const char *start;
    size_t size;
    while ((start = tr_next_identifier(scan, &line, &size))) {
        strncat(found, start, size);
        strcat(found, " ");
    }
    assert_string_equal(found, expected);
}

static void test_identifiers(void **state)
{
    (void)state;
    struct tr_identifier_scan scan = {.in_comment = false};
    check_line(&scan, "sum += shapes[i]->origin.y * 0x1f;", "sum shapes i ");
    check_line(&scan, "printf(\"%d \\\" count\\n\", count); // total", "printf count ");
    check_line(&scan, "a = 'b'; /* c */ d /* e", "a d ");
    check_line(&scan, "f */ g", "g ");
    check_line(&scan, "x > y - z", "x y z ");
    check_line(&scan, "p -> q . r", "p ");
    check_line(&scan, "\"open", "");
    check_line(&scan, "ns::limit 3lu", "ns limit ");
    check_line(&scan, "", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_object_names),
        cmocka_unit_test(test_identifiers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
