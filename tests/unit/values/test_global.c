#include "stopped.h"

static const char main_unit[] =
    "#include <stdio.h>\n"
    "struct config {int depth; const char *name;};\n"
    "static struct config config={3,\"fast\"}; int total=7; static const int limit=10; extern long foreign; extern int table[3];\n"
    "static int shadowed=1, unmentioned=2; static __thread int mine=4; static int *pointer=&total; static char API_KEY[]=\"hidden\";\n"
    "int main(int argc,char **argv){ int shadowed=5; (void)argv;\n"
    " /* unmentioned */ const char *text=\"unmentioned\"; printf(\"%s %d\",text,argc);\n"
    " if(argc) __builtin_trap();\n"
    " return config.depth+total+limit+shadowed+(int)foreign+mine+*pointer+table[1]+API_KEY[0];}\n"
    "int other(void){return unmentioned;}\n";
static const char other_unit[] = "long foreign=123; static int hidden_here=1; int table[3]={1,2,3}; int use(void){return hidden_here;}\n";

static struct tr_variable *global(const struct stopped *stopped, const char *name)
{
    return stopped_find_in(&stopped->report.globals, name);
}

static void look(struct stopped *stopped, struct tr_arena *arena)
{
    static const char *const lines[] = {
        "int main(int argc,char **argv){ int shadowed=5; (void)argv;",
        " /* unmentioned */ const char *text=\"unmentioned\"; printf(\"%s %d\",text,argc);",
        " return config.depth+total+limit+shadowed+(int)foreign+mine+*pointer+table[1]+API_KEY[0];}",
    };
    struct tr_source source = {.first_line = tr_number(5)};
    for (size_t i = 0; i < TR_COUNT(lines); i++)
        tr_list_add(arena, &source.lines, (void *)lines[i]);
    struct tr_function functions[4];
    struct tr_dwarf *dwarf = tr_image_dwarf(tr_images_main(stopped->tracee.images));
    assert_int_equal(tr_functions_at(dwarf, stopped->contexts[0].lookup_pc, functions, 4), 1);
    tr_values_globals(stopped->values, &functions[0], &stopped->contexts[0], &source, &stopped->report);
    tr_values_globals(stopped->values, &functions[0], &stopped->contexts[0], &source, &stopped->report);
}

static void check(const char *compiler, const char *flags)
{
    test_write("v.c", main_unit);
    test_write("w.c", other_unit);
    if (!test_has(compiler)) {
        print_message("skipped: there is no %s\n", compiler);
        skip();
    }
    assert_true(test_shell("%s -fno-omit-frame-pointer %s v.c w.c -o v", compiler, flags));
    struct stopped stopped;
    stopped_look(&stopped, "v");
    look(&stopped, stopped.tracee.arena);
    stopped_objects(&stopped);
    static const char *const cases[][2] = {
        {"config", "{depth=3, name=\"fast\"}"}, {"total", "7"}, {"foreign", "123"}, {"pointer", "&total+0"},
        {"table", "{[0]=1, [1]=2, [2]=3}"}, {"mine", "4"}, {"API_KEY", "\"***\""},
    };
    for (size_t i = 0; i < TR_COUNT(cases); i++)
        stopped_check_text(global(&stopped, cases[i][0]), cases[i][0], cases[i][1]);
    assert_int_equal(stopped.report.globals.count, TR_COUNT(cases) + (global(&stopped, "limit") != NULL));
    assert_null(global(&stopped, "shadowed"));
    assert_null(global(&stopped, "unmentioned"));
    const struct tr_object *object = stopped_object(&stopped, "total");
    assert_string_equal(object->region, "static");
    const struct tr_variable *named = tr_list_at(&stopped.report.globals, struct tr_variable,
                                                 strtoul(object->variable + strlen("/globals/"), NULL, 10));
    assert_string_equal(named->name, "total");
    stopped_end(&stopped);
}

static void test_globals_gcc(void **state)
{
    (void)state;
    check("gcc", "-g -O0");
}

static void test_globals_static(void **state)
{
    (void)state;
    check("gcc", "-g -O0 -no-pie");
}

static void test_globals_clang(void **state)
{
    (void)state;
    check("clang", "-g -O0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_globals_gcc),
        cmocka_unit_test(test_globals_static),
        cmocka_unit_test(test_globals_clang),
    };
    return cmocka_run_group_tests(tests, NULL, stopped_finish);
}
