#include "evaluated.h"

/* An expression and what is told of it: "type = value", or "<state>: a part of the reason". */
struct expected {
    const char *text, *told;
};

static void check(const struct evaluated *evaluated, const struct expected *expected)
{
    const struct tr_evaluated *record = evaluated_find(evaluated, expected->text);
    tr_auto_str struct tr_str told = {0};
    if (!record) {
        evaluated_dump(evaluated);
        fail_msg("there is no expression %s", expected->text);
    }
    if (expected->told[0] == '<') {
        tr_str_printf(&told, "<%s>: %s", tr_words_text(&tr_words_value_state, record->state),
                      record->reason ? record->reason : "");
        if (strncmp(tr_str_text(&told), expected->told, strlen(expected->told)) != 0)
            fail_msg("%s is %s, not %s", expected->text, tr_str_text(&told), expected->told);
        return;
    }
    tr_str_printf(&told, "%s = %s", record->type ? record->type : "?", record->value ? record->value : "?");
    if (strcmp(tr_str_text(&told), expected->told) != 0)
        fail_msg("%s is %s, not %s (%s)", expected->text, tr_str_text(&told), expected->told,
                 record->reason ? record->reason : "");
}

/* Run a program that evaluates all of these expressions as arguments of a call, then stops in another argument. */
static void run(struct evaluated *evaluated, const char *compile, const char *file, const char *before,
                const struct expected *expected)
{
    tr_auto_str struct tr_str source = {0};
    tr_str_printf(&source, "%s\n    many(0", before);
    for (; expected->text; expected++)
        tr_str_printf(&source, ",\n        %s", expected->text);
    tr_str_add_text(&source, ", raise(SIGTRAP));\n    return 0;\n}\n");
    test_write(file, tr_str_text(&source));
    if (!test_shell("%s -g -O0 -w %s -o p", compile, file)) {
        (void)!system("cat /tmp/tr-symbols-*/log >&2");
        fail_msg("%s failed", compile);
    }
    evaluated_look(evaluated, "p");
}

static void run_all(const char *compile, const char *file, const char *before, const struct expected *expected)
{
    struct evaluated evaluated;
    run(&evaluated, compile, file, before, expected);
    for (; expected->text; expected++)
        check(&evaluated, expected);
    evaluated_end(&evaluated);
}

static const char c_program[] =
    "#include <signal.h>\n#include <stddef.h>\n#include <stdint.h>\n"
    "#define SIZE 10\n#define HALF (SIZE / 2) /* five */\n"
    "enum color { RED, GREEN = 5 };\n"
    "typedef struct node { int value; struct node *next; unsigned flags : 3; int kind : 5; char name[16];\n"
    "    union { int a; float b; }; double m[2][3]; } node;\n"
    "int table[4] = {1, 2, 3, 4};\n"
    "static const char *names[] = {\"zero\", \"one\", \"two\"};\n"
    "static int twice(int x) { return 2 * x; }\n"
    "static int many(int n, ...) { return n; }\n"
    "int main(int argc, char **argv)\n{\n"
    "    node a = {1, NULL, 5, -3, \"first\", {7}, {{1, 2, 3}, {4, 5, 6}}}, b = {2, &a, 1, 2, \"second\", {8}, "
    "{{0}}};\n"
    "    node *p = &b, **pp = &p, *null = NULL, list[3] = {a, b, a};\n"
    "    int i = 2, n = 3, matrix[2][3] = {{1, 2, 3}, {4, 5, 6}}, vla[n];\n"
    "    unsigned u = 3; char c = 'x'; signed char sc = -1; short s = -2; double d = 2.5; float f = 0.5f; long long ll "
    "= 1LL << 40;\n"
    "    enum color color = GREEN; char buffer[8] = \"abc\"; void *v = &i; uint64_t big = UINT64_MAX;\n"
    "    vla[2] = 9;\n    { int i = 7; (void)i; }\n    int *volatile bad = (int *)0x10;\n";

static const struct expected c_access[] = {
    {"a.value", "int = 1"},
    {"p->value", "int = 2"},
    {"p->next->value", "int = 1"},
    {"a.flags", "unsigned int = 5"},
    {"a.kind", "int = -3"},
    {"p->name", "char[16] = \"second\""},
    {"p->name[2]", "char = 'c'"},
    {"p->a", "int = 8"},
    {"a.m[1][2]", "double = 6"},
    {"i", "int = 2"},
    {"names[i]", "const char * = \"two\""},
    {"names[1][2]", "const char = 'e'"},
    {"table[3]", "int = 4"},
    {"(*p).value", "int = 2"},
    {"(*pp)->value", "int = 2"},
    {"*(table + 1)", "int = 2"},
    {"2[table]", "int = 3"},
    {"matrix[1][2]", "int = 6"},
    {"list[i].value", "int = 1"},
    {"color", "enum color = GREEN"},
    {"RED", "enum color = RED"},
    {"SIZE", "int = 10"},
    {"HALF", "int = 5"},
    {"argc", "int = 3"},
    {"argv[1]", "char * = \"one\""},
    {"*(int *)v", "int = 2"},
    {"((node *)&a)->value", "int = 1"},
    {NULL, NULL},
};

static const struct expected c_arithmetic[] = {
    {"&list[2] - &list[0]", "long = 2"},
    {"-i", "int = -2"},
    {"~u", "unsigned int = 4294967292"},
    {"!null", "int = 1"},
    {"+c", "int = 120"},
    {"i - u", "unsigned int = 4294967295"},
    {"-1 < u", "int = 0"},
    {"i * d", "double = 5"},
    {"f * 2", "float = 1"},
    {"ll >> 3", "long = 137438953472"},
    {"1 << 31", "int = -2147483648"},
    {"i % 2", "int = 0"},
    {"(char)300", "char = ','"},
    {"(unsigned char)sc", "unsigned char = 255"},
    {"(double)i / 4", "double = 0.5"},
    {"s + sc", "int = -3"},
    {"big + 1", "unsigned long = 0"},
    {"sizeof(node)", "unsigned long = 88"},
    {"sizeof *p", "unsigned long = 88"},
    {"sizeof vla", "unsigned long = 12"},
    {"sizeof \"abc\"", "unsigned long = 4"},
    {"sizeof(p->name)", "unsigned long = 16"},
    {"(i, u)", "unsigned int = 3"},
    {"p != NULL", "int = 1"},
    {"d < 3 && i == 2", "int = 1"},
    {"null ? 1 : i", "int = 2"},
    {"'\\n'", "int = '\\n'"},
    {"1.5f", "float = 1.5"},
    {"\"text\"", "char * = \"text\""},
    {NULL, NULL},
};

static const struct expected c_unknown[] = {
    {"null && null->value", "int = 0"},
    {"twice(i)", "<unavailable>: a call is not repeated"},
    {"SIGTRAP", "<unavailable>: not a variable (a macro?)"},
    {NULL, NULL},
};

/* clang's location of such an array ends before its last use. */
static const struct expected c_variable_length[] = {{"vla[2]", "int = 9"}, {NULL, NULL}};

/* Parentheses are transparent, so what stands in them is found without. */
static void strip(struct expected *expected)
{
    for (; expected->text; expected++)
        if (strcmp(expected->text, "(i, u)") == 0)
            expected->text = "i, u";
}

static void run_stripped(const char *compile)
{
    struct evaluated evaluated;
    struct expected found[sizeof(c_arithmetic) / sizeof(c_arithmetic[0])];
    memcpy(found, c_arithmetic, sizeof(found));
    run(&evaluated, compile, "p.c", c_program, c_arithmetic);
    strip(found);
    for (const struct expected *expected = found; expected->text; expected++)
        check(&evaluated, expected);
    evaluated_end(&evaluated);
}

static void c_expressions(void **state)
{
    (void)state;
    run_all("gcc", "p.c", c_program, c_access);
    run_stripped("gcc");
    run_all("gcc", "p.c", c_program, c_unknown);
    run_all("gcc", "p.c", c_program, c_variable_length);
}

static void c_expressions_of_clang(void **state)
{
    (void)state;
    if (!test_has("clang"))
        skip();
    run_all("clang", "p.c", c_program, c_access);
    run_stripped("clang");
    run_all("clang -gdwarf-4", "p.c", c_program, c_unknown);
}

static const char cxx_program[] =
    "#include <csignal>\n#include <cstring>\n#include <array>\n#include <memory>\n#include <string>\n#include "
    "<vector>\n"
    "enum class Color { Red, Green = 7 };\nenum Plain { One = 1, Two };\n"
    "namespace geo { struct Point { int x, y; }; static int origin = 3; enum Shape { Round = 4 }; }\n"
    "template <class... T> int many(int, const T &...) { return 0; }\n"
    "struct Base { virtual ~Base() {} int id = 5; static int count; static constexpr int LIMIT = 12; };\nint "
    "Base::count = 77;\n"
    "struct Derived : Base {\n    int side = 3; std::vector<int> items{1, 2, 3}; Derived *peer = nullptr; enum Mode { "
    "Fast, Slow };\n"
    "    int probe(int n, const std::string &name);\n};\n"
    "static int twice(int x) { return 2 * x; }\n"
    "int main() { Derived d; return d.probe(4, \"hello\"); }\n"
    "int Derived::probe(int n, const std::string &name)\n{\n"
    "    std::vector<Derived *> v{this, nullptr}; std::array<int, 3> arr{4, 5, 6}; auto it = v.begin();\n"
    "    std::unique_ptr<geo::Point> up(new geo::Point{8, 9}), none; auto sp = "
    "std::make_shared<geo::Point>(geo::Point{10, 11});\n"
    "    int &ref = side, *ptr = &ref; Color c = Color::Green; bool ok = true; geo::Point pt{6, 7};\n"
    "    int local_base = id + (int)name.size() + twice(Base::LIMIT); (void)geo::origin;\n";

static const struct expected cxx_expressions[] = {
    {"v[0]->side", "int = 3"},
    {"name[1]", "char = 'e'"},
    {"arr[1]", "int = 5"},
    {"up->x", "int = 8"},
    {"sp->y", "int = 11"},
    {"(*it)->side", "int = 3"},
    {"ref", "int = 3"},
    {"*ptr", "int = 3"},
    {"side", "int = 3"},
    {"this->id", "int = 5"},
    {"items[2]", "int = 3"},
    {"c", "Color = Color::Green"},
    {"c == Color::Red", "bool = false"},
    {"Plain::Two", "Plain = Two"},
    {"One", "Plain = One"},
    {"geo::origin", "int = 3"},
    {"geo::Round", "geo::Shape = Round"},
    {"count", "int = 77"},
    {"Base::count", "int = 77"},
    {"static_cast<double>(n)", "double = 4"},
    {"int(2.5)", "int = 2"},
    {"std::move(pt).x", "int = 6"},
    {"n > 2 and ok", "bool = true"},
    {"not ok", "bool = false"},
    {"true", "bool = true"},
    {"sizeof(geo::Point)", "unsigned long = 8"},
    {"v.size() - 1", "unsigned long = 1"},
    {"name.length()", "unsigned long = 5"},
    {"items.back()", "int = 3"},
    {"none.get()", "geo::Point * = 0x0"},
    {"Slow", "Derived::Mode = Slow"},
    {"peer", "Derived * = 0x0"},
    {"std::strlen(name.c_str())", "<unavailable>: a call is not repeated"},
    {NULL, NULL},
};

static void cxx(void **state)
{
    (void)state;
    run_all("g++ -std=c++17", "p.cpp", cxx_program, cxx_expressions);
}

static void cxx_of_clang(void **state)
{
    (void)state;
    if (!test_has("clang++"))
        skip();
    run_all("clang++ -std=c++17 -fstandalone-debug", "p.cpp", cxx_program, cxx_expressions);
}

/* ---- what fails, and where ---- */

static struct tr_evaluated *crash(struct evaluated *evaluated, const char *compile, const char *file,
                                  const char *source, const char *text)
{
    test_write(file, source);
    if (!test_shell("%s -g -w %s -o p", compile, file))
        fail_msg("%s failed", compile);
    evaluated_look(evaluated, "p");
    struct tr_evaluated *found = evaluated_find(evaluated, text);
    if (!found) {
        evaluated_dump(evaluated);
        fail_msg("there is no %s", text);
    }
    return found;
}

static void the_address_of_what_cannot_be_read(void **state)
{
    static const char source[] = "struct point { int x, y; };\nstruct shape { char *name; struct point *at; };\n"
                                 "int main(void)\n{\n    struct shape s = {\"a\", 0}, *p = &s;\n    int sum = 1;\n"
                                 "    sum += p->at->y;\n    return sum;\n}\n";
    static const char *const compilers[] = {"gcc", "clang"};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct evaluated evaluated;
        if (!test_has(compilers[i]))
            continue;
        const struct tr_evaluated *record = crash(&evaluated, compilers[i], "p.c", source, "p->at->y");
        assert_int_equal(record->address.value, 4);
        assert_int_equal(record->size.value, 4);
        assert_int_equal(record->member_offset.value, 4);
        assert_int_equal(record->state, TR_STATE_UNREADABLE);
        assert_string_equal(evaluated_find(&evaluated, "p->at")->value, "0x0");
        assert_string_equal(evaluated_find(&evaluated, "p->at")->part, "base");
        assert_int_equal(record->range->line.value, 7);
        assert_int_equal(record->range->first_column.value, 12);
        assert_int_equal(record->range->last_column.value, 19);
        evaluated_end(&evaluated);
    }
}

static void arguments_of_a_call_into_a_library(void **state)
{
    struct evaluated evaluated;
    (void)state;
    const struct tr_evaluated *call =
        crash(&evaluated, "gcc -fno-builtin", "p.c",
              "#include <string.h>\n#include <stdlib.h>\nint main(void)\n{\n"
              "    char *home = getenv(\"NOT_SET_AT_ALL\");\n    return (int)strlen(home);\n}\n",
              "strlen(home)");
    const struct tr_evaluated *argument = evaluated_find(&evaluated, "home");
    assert_string_equal(call->callee, "strlen");
    assert_string_equal(argument->part, "argument");
    assert_int_equal(argument->argument.value, 0);
    assert_true(argument->word.known && argument->word.value == 0);
    evaluated_end(&evaluated);
}

static void only_the_part_of_the_head_that_runs(void **state)
{
    struct evaluated evaluated;
    (void)state;
    (void)crash(&evaluated, "gcc", "p.c",
                "struct list { int count; };\nint main(void)\n{\n    struct list *list = 0;\n    int n = 0;\n"
                "    for (int i = n; i < list->count; i += 2)\n        n += i * 7;\n    return n;\n}\n",
                "i < list->count");
    assert_null(evaluated_find(&evaluated, "n"));
    assert_null(evaluated_find(&evaluated, "i += 2"));
    assert_null(evaluated_find(&evaluated, "n += i * 7"));
    evaluated_end(&evaluated);
}

static void what_did_not_run_has_no_address(void **state)
{
    struct evaluated evaluated;
    (void)state;
    (void)crash(&evaluated, "gcc", "p.c",
                "struct s { int x; };\nint main(void)\n{\n    struct s *a = 0, *b = (struct s *)8;\n"
                "    return (a && a->x) || (a ? a->x : b->x);\n}\n",
                "b->x");
    TR_EACH (const struct tr_evaluated, record, &evaluated.report.expressions)
        if (strcmp(record->text, "a->x") == 0)
            assert_false(record->address.known);
    assert_int_equal(evaluated_find(&evaluated, "b->x")->address.value, 8);
    evaluated_end(&evaluated);
}

static void a_line_without_a_column(void **state)
{
    struct evaluated evaluated;
    (void)state;
    (void)crash(&evaluated, "gcc -gno-column-info", "p.c",
                "int main(void)\n{\n    int a = 1, *p = 0; a++; if (a) *p = a; return a + 2;\n}\n", "*p = a");
    assert_non_null(evaluated_find(&evaluated, "a++"));
    assert_non_null(evaluated_find(&evaluated, "a + 2"));
    evaluated_end(&evaluated);
}

static void secrets_are_masked(void **state)
{
    struct evaluated evaluated;
    (void)state;
    (void)crash(&evaluated, "gcc", "p.c",
                "int main(void)\n{\n    char password[16] = \"hunter2\"; int *p = 0;\n    return password[1] + *p + "
                "(password[0] == 'h');\n}\n",
                "password");
    TR_EACH (const struct tr_evaluated, record, &evaluated.report.expressions) {
        assert_true(!record->value || !strstr(record->value, "hunter2"));
        if (strncmp(record->text, "password[", 9) == 0 && !strchr(record->text, '+') && !strchr(record->text, '=')) {
            assert_string_equal(record->value, "***");
            assert_false(record->word.known);
        }
    }
    evaluated_end(&evaluated);
}

static const char calls[] =
    "#include <string.h>\nstruct node { int value; struct node *next; };\n"
    "static struct node *find(struct node *n, int v)\n{\n    while (n && n->value != v)\n        n = n->next;\n"
    "    return n;\n}\nint main(void)\n{\n    struct node a = {1, 0};\n    char text[] = \"hello\";\n    int i = 3;\n"
    "    %s;\n    return text[0] + i + (find(&a, 1) != 0);\n}\n";

static void check_result(const char *compile, const char *statement, const char *call, const char *access,
                         uint64_t address)
{
    struct evaluated evaluated;
    char source[1024];
    snprintf(source, sizeof(source), calls, statement);
    const struct tr_evaluated *result = crash(&evaluated, compile, "p.c", source, call);
    if (!result->word.known || result->word.value || evaluated_find(&evaluated, access)->address.value != address) {
        evaluated_dump(&evaluated);
        fail_msg("%s in %s", call, statement);
    }
    evaluated_end(&evaluated);
}

static void the_result_of_a_call_that_is_still_there(void **state)
{
    static const char *const compilers[] = {"gcc -O0", "clang -O0"};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        if (i && !test_has("clang"))
            continue;
        check_result(compilers[i], "i = find(&a, 2)->value", "find(&a, 2)", "find(&a, 2)->value", 0);
        check_result(compilers[i], "find(find(&a, 1), 7)->next = &a", "find(find(&a, 1), 7)",
                     "find(find(&a, 1), 7)->next", 8);
        check_result(compilers[i], "strchr(text, ':')[1] = 0", "strchr(text, ':')", "strchr(text, ':')[1]", 1);
        check_result(compilers[i], "i = a.value ? find(&a, i + 5)->value : 0", "find(&a, i + 5)",
                     "find(&a, i + 5)->value", 0);
    }
}

static void the_result_of_another_call_is_not_taken(void **state)
{
    struct evaluated evaluated;
    char source[1024];
    (void)state;
    snprintf(source, sizeof(source), calls, "i = find(&a, 1)->value + a.next->value");
    (void)crash(&evaluated, "gcc -O0", "p.c", source, "find(&a, 1)");
    const struct tr_evaluated *call = evaluated_find(&evaluated, "find(&a, 1)");
    if (call->word.known)
        assert_true(call->word.value != 0);
    assert_int_equal(evaluated_find(&evaluated, "a.next->value")->address.value, 0);
    evaluated_end(&evaluated);
}

static void a_change_that_has_been_made(void **state)
{
    static const char *const compilers[] = {"gcc -O0", "clang -O0"};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct evaluated evaluated;
        if (i && !test_has("clang"))
            continue;
        const struct tr_evaluated *change =
            crash(&evaluated, compilers[i], "p.c",
                  "int main(void)\n{\n    char *p = 0, *q = \"x\";\n    *p++ = *q++;\n    return 0;\n}\n", "p++");
        assert_int_equal(change->word.value, 0);
        assert_string_equal(change->value, "0x0");
        assert_int_equal(evaluated_find(&evaluated, "*p++")->address.value, 0);
        evaluated_end(&evaluated);
        (void)crash(&evaluated, compilers[i], "p.c",
                    "int main(void)\n{\n    int *p = (int *)16, k = 1;\n    return p[k++];\n}\n", "k++");
        assert_int_equal(evaluated_find(&evaluated, "p[k++]")->address.value, 20);
        assert_string_equal(evaluated_find(&evaluated, "k++")->value, "1");
        evaluated_end(&evaluated);
    }
}

static void macros_of_the_file(void **state)
{
    struct evaluated evaluated;
    (void)state;
    const struct tr_evaluated *inner =
        crash(&evaluated, "gcc", "p.c",
              "struct n { int v; struct n *next; };\n#define NEXT(p) ((p)->next)\n#define BIG(a, b) \\\n    ((a) > (b) "
              "? (a) : (b))\n"
              "#define ONE 1\n#define EMPTY\n#define TEXT(x) #x\n"
              "int main(void)\n{\n    struct n a = {1, 0}, *p = &a;\n    int i = 4, j = 9;\n"
              "    return BIG(i, j + ONE) + NEXT(NEXT(p))->v;\n}\n",
              "(NEXT(p))->next");
    assert_int_equal(inner->address.value, 8);
    assert_null(inner->range);
    assert_string_equal(evaluated_find(&evaluated, "BIG(i, j + ONE)")->value, "10");
    assert_false(evaluated_find(&evaluated, "NEXT(NEXT(p))")->address.known);
    assert_string_equal(evaluated_find(&evaluated, "NEXT(p)")->value, "0x0");
    evaluated_end(&evaluated);
}

/* ---- sources that are not what they should be ---- */

static void look_again(struct evaluated *evaluated, const char *text, size_t size, int line, int column)
{
    struct tr_statement_place place = evaluated->place;
    place.text = text;
    place.size = size;
    place.line = line;
    place.column = column;
    evaluated->report.expressions.count = evaluated->report.incomplete.count = 0;
    tr_statement_finish(tr_statement_evaluate(evaluated->tracee.arena, evaluated->values, &place, &evaluated->report));
}

static void nested(struct evaluated *evaluated, const char *open, const char *middle, const char *close, size_t times)
{
    tr_auto_str struct tr_str text = {0};
    tr_str_add_text(&text, "int main(void)\n{\n    x = ");
    for (size_t i = 0; i < times; i++)
        tr_str_add_text(&text, open);
    tr_str_add_text(&text, middle);
    for (size_t i = 0; i < times; i++)
        tr_str_add_text(&text, close);
    tr_str_add_text(&text, ";\n}\n");
    look_again(evaluated, text.bytes, text.size, 3, 5);
    assert_true(evaluated->report.expressions.count <= TR_LIMIT_EXPRESSIONS);
}

static void hostile_sources(void **state)
{
    struct evaluated evaluated;
    char noise[4096];
    unsigned seed = 1;
    (void)state;
    (void)crash(&evaluated, "gcc", "p.c", "int main(void)\n{\n    int *x = 0;\n    return *x;\n}\n", "*x");
    look_again(&evaluated, "", 0, 4, 12);
    look_again(&evaluated, "\n\n\n\n", 4, 4, 12);
    look_again(&evaluated, "int main(void)\n{\n    int *x = 0;\n    return *x;\n}\n", 48, 4, 1 << 30);
    look_again(&evaluated, "return *x", 9, 1, 9);
    for (size_t round = 0; round < 50; round++) {
        for (size_t i = 0; i < sizeof(noise); i++) {
            seed = seed * 1103515245 + 12345;
            noise[i] = (char)(seed >> 16);
            if (round % 2)
                noise[i] = "(){}[]*&->;x=,\"'\\#\n\n"[(seed >> 16) % 20];
        }
        look_again(&evaluated, noise, sizeof(noise), 1 + (int)round % 5, 1 + (int)round);
    }
    nested(&evaluated, "(", "x", ")", 5000);
    nested(&evaluated, "*", "x", "", 5000);
    nested(&evaluated, "x[", "x", "]", 5000);
    nested(&evaluated, "-(-", "1", ")", 5000);
    nested(&evaluated, "x ? x : ", "x", "", 5000);
    nested(&evaluated, "{", "x", "}", 20000);
    nested(&evaluated, "x + ", "x", "", 20000);
    evaluated_end(&evaluated);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c_expressions),
        cmocka_unit_test(c_expressions_of_clang),
        cmocka_unit_test(cxx),
        cmocka_unit_test(cxx_of_clang),
        cmocka_unit_test(the_address_of_what_cannot_be_read),
        cmocka_unit_test(arguments_of_a_call_into_a_library),
        cmocka_unit_test(only_the_part_of_the_head_that_runs),
        cmocka_unit_test(what_did_not_run_has_no_address),
        cmocka_unit_test(a_line_without_a_column),
        cmocka_unit_test(secrets_are_masked),
        cmocka_unit_test(the_result_of_a_call_that_is_still_there),
        cmocka_unit_test(the_result_of_another_call_is_not_taken),
        cmocka_unit_test(a_change_that_has_been_made),
        cmocka_unit_test(macros_of_the_file),
        cmocka_unit_test(hostile_sources),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    test_folder_remove();
    return failed;
}
