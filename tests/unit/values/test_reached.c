#include "stopped.h"

static const char ordinary[] =
    "struct pair {int a,b;};\n"                                         /* 1 */
    "static int trap(int n){\n"                                         /* 2 */
    "    int seen = n + 1;\n"                                           /* 3 */
    "    if (n == 7) __builtin_trap();\n"                               /* 4 */
    "    int later = seen;\n"                                           /* 5 */
    "    struct pair both = {1, later};\n"                              /* 6 */
    "    return later + both.b;\n"                                      /* 7 */
    "}\n"                                                               /* 8 */
    "static int outer(int n){\n"                                        /* 9 */
    "    int before = 3;\n"                                             /* 10 */
    "    int result = trap(n);\n"                                       /* 11 */
    "    static int kept = 5;\n"                                        /* 12 */
    "    int plain;\n"                                                  /* 13 */
    "    plain = result + kept;\n"                                      /* 14 */
    "    return plain + before;\n"                                      /* 15 */
    "}\n"                                                               /* 16 */
    "static int lines(int n){\n"                                        /* 17 */
    "    int first = 7, second = outer(first), *third = &second;\n"     /* 18 */
    "    int spread =\n"                                                /* 19 */
    "        n;\n"                                                      /* 20 */
    "    return first + second + *third + spread;\n"                    /* 21 */
    "}\n"                                                               /* 22 */
    "static int loop(int n){\n"                                         /* 23 */
    "    int sum = 0;\n"                                                /* 24 */
    "    for (int i = 4; i < lines(i); i++)\n"                          /* 25 */
    "        sum += i;\n"                                               /* 26 */
    "    for (int j = 0; j < n; j++) { int inner = j; sum += inner; }\n"/* 27 */
    "    return sum;\n"                                                 /* 28 */
    "}\n"                                                               /* 29 */
    "#define DECLARE(name, call) int name = 9; int name##_2 = call\n"   /* 30 */
    "int main(void){\n"                                                 /* 31 */
    "    DECLARE(made, loop(2));\n"                                   /* 32 */
    "    return made + made_2;\n"                                       /* 33 */
    "}\n";

static void check_ordinary(struct stopped *stopped)
{
    static const char *const cases[][3] = {
        {"trap", "n", "7"}, {"trap", "seen", "8"}, {"trap", "later", "<uninitialized>"},
        {"trap", "both", "<uninitialized>"}, {"outer", "n", "7"}, {"outer", "before", "3"},
        {"outer", "result", "<uninitialized>"}, {"outer", "kept", "5"}, {"outer", "plain", "<uninitialized>"},
        {"lines", "n", "4"}, {"lines", "first", "7"}, {"lines", "spread", "<uninitialized>"},
        {"loop", "n", "2"}, {"loop", "sum", "0"}, {"loop", "i", "4"},
    };
    for (size_t i = 0; i < TR_COUNT(cases); i++)
        stopped_check(stopped, cases[i][0], cases[i][1], cases[i][2]);
    /* In a macro, all has one place: not told apart, and said. */
    stopped_check(stopped, "main", "made", "9");
    stopped_check_reason(stopped, "main", "made", "may not be");
    stopped_check_reason(stopped, "trap", "later", "declaration on line 5 has not been reached");
    stopped_check_reason(stopped, "outer", "result", "declaration on line 11 is still running");
}

/* Where the debug information has columns of declarations: gcc. */
static void check_columns(struct stopped *stopped)
{
    check_ordinary(stopped);
    stopped_check(stopped, "lines", "second", "<uninitialized>");
    stopped_check(stopped, "lines", "third", "<uninitialized>");
}

static void check_no_columns(struct stopped *stopped)
{
    check_ordinary(stopped);
    stopped_check_reason(stopped, "lines", "second", "may not be wholly set");
}

/* Every pass of a loop but the first: what the body declared in the pass before is no longer a value. */
static const char again[] =
    "static volatile int rounds = 3;\n"
    "int main(void){\n"
    "    int total = 0;\n"
    "    for (int i = 0; i < 5; i++) {\n"
    "        int early = i * 10;\n"
    "        if (i == rounds)\n"
    "            __builtin_trap();\n"
    "        int late = early + 1;\n"
    "        total += late;\n"
    "    }\n"
    "    while (total > 0) {\n"
    "        int never = total--;\n"
    "        total -= never;\n"
    "    }\n"
    "    return total;\n"
    "}\n";

static void check_again(struct stopped *stopped)
{
    stopped_check(stopped, "main", "total", "33");
    stopped_check(stopped, "main", "i", "3");
    stopped_check(stopped, "main", "early", "30");
    stopped_check(stopped, "main", "late", "<uninitialized>");
    assert_null(stopped_find(stopped, "main", "never"));
}

/* The stack ends in a prologue: the parameters are still in their registers. */
static const char entering[] =
    "static int deep(int n, const char *text){ char room[60000]; room[0] = *text; return deep(n + 1, text) + room[0]; }\n"
    "int main(void){ return deep(0, \"text\"); }\n";

static void check_entering(struct stopped *stopped)
{
    const struct tr_frame *first = tr_list_at(&stopped->thread.frames, struct tr_frame, 0);
    assert_string_equal(first->function, "deep");
    stopped_check_text(tr_list_at(&first->arguments, struct tr_variable, 0), "n", "<uninitialized>");
    stopped_check_text(tr_list_at(&first->locals, struct tr_variable, 0), "room", "<uninitialized>");
    const struct tr_frame *second = tr_list_at(&stopped->thread.frames, struct tr_frame, 1);
    stopped_check_text(tr_list_at(&second->arguments, struct tr_variable, 1), "text", "\"text\"");
}

STOPPED_TEST(test_ordinary_gcc, check_columns, ordinary, "gcc", "-g -O0")
STOPPED_TEST(test_ordinary_gcc4, check_columns, ordinary, "gcc", "-gdwarf-4 -O0")
STOPPED_TEST(test_ordinary_clang, check_no_columns, ordinary, "clang", "-g -O0")
STOPPED_TEST(test_again_gcc, check_again, again, "gcc", "-g -O0")
STOPPED_TEST(test_again_clang, check_again, again, "clang", "-g -O0")
STOPPED_TEST(test_entering_gcc, check_entering, entering, "gcc", "-g -O0")

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ordinary_gcc), cmocka_unit_test(test_ordinary_gcc4), cmocka_unit_test(test_ordinary_clang),
        cmocka_unit_test(test_again_gcc),    cmocka_unit_test(test_again_clang),   cmocka_unit_test(test_entering_gcc),
    };
    return cmocka_run_group_tests(tests, NULL, stopped_finish);
}
