#include "tracee.h"

#include "base/clock.h"
#include "symbols/dwarf.h"

struct chain {
    struct tracee tracee;
    struct tr_dwarf *dwarf;
    struct tr_function functions[8];
    size_t count;
};

/* The functions at the stop, which is an int3: the pc is behind it. */
static void chain_start(struct chain *chain, const char *program)
{
    memset(chain, 0, sizeof(*chain));
    tracee_start(&chain->tracee, program);
    struct tr_image *image = tr_images_find(chain->tracee.images, chain->tracee.registers.rip - 1);
    chain->dwarf = tr_image_dwarf(image);
    chain->count = tr_functions_at(chain->dwarf, chain->tracee.registers.rip - 1, chain->functions,
                                   TR_COUNT(chain->functions));
}

static void check(const struct chain *chain, size_t index, const char *name, const char *signature, int line, bool inlined)
{
    assert_true(index < chain->count);
    const struct tr_function *function = &chain->functions[index];
    assert_string_equal(function->name ? function->name : "(none)", name);
    if (signature)
        assert_string_equal(function->signature ? function->signature : "(none)", signature);
    assert_int_equal(function->line, line);
    assert_int_equal(function->inlined, inlined);
    assert_non_null(function->file);
    assert_int_equal(function->file[0], '/');
}

static const char inlined[] = "static inline __attribute__((always_inline)) int leaf(int x)\n"
                              "{\n"
                              "    __asm__ volatile(\"int3\");\n"
                              "    return x + 1;\n"
                              "}\n"
                              "static inline __attribute__((always_inline)) int middle(int x)\n"
                              "{\n"
                              "    return leaf(x) * 2;\n"
                              "}\n"
                              "__attribute__((noinline)) int outer(int x)\n"
                              "{\n"
                              "    return middle(x) - 3;\n"
                              "}\n"
                              "int main(int c, char **v)\n"
                              "{\n"
                              "    (void)v;\n"
                              "    return outer(c);\n"
                              "}\n";

static void check_inlined(const char *compile)
{
    struct chain chain;
    test_write("i.c", inlined);
    char tool[32];
    snprintf(tool, sizeof(tool), "%.*s", (int)strcspn(compile, " "), compile);
    if (!test_has(tool)) {
        print_message("skipped: there is no %s\n", tool);
        return;
    }
    assert_true(test_shell("%s i.c -o i", compile));
    chain_start(&chain, "i");
    assert_int_equal(chain.dwarf->level, TR_DEBUG_INFO_FULL);
    assert_null(chain.dwarf->reason);
    assert_int_equal(chain.count, 3);
    check(&chain, 0, "leaf", "(none)", 3, true);
    check(&chain, 1, "middle", NULL, 8, true);
    check(&chain, 2, "outer", NULL, 12, false);
    char path[PATH_MAX];
    snprintf(path, sizeof(path), "%s/i.c", test_folder());
    assert_string_equal(chain.functions[0].file, path);
    assert_string_equal(chain.functions[1].file, path);
    assert_true(chain.functions[2].low <= chain.tracee.registers.rip - 1);
    assert_true(chain.functions[2].high >= chain.tracee.registers.rip);
    assert_int_equal(chain.functions[2].low, tracee_address(&chain.tracee, "outer"));
    struct tr_line line;
    assert_true(tr_line_at(chain.functions[0].unit, chain.tracee.registers.rip - 1, &line));
    assert_int_equal(line.line, 3);
    assert_true(line.low < line.high && line.low <= chain.tracee.registers.rip - 1);
    assert_int_equal(tr_functions_at(chain.dwarf, chain.dwarf->image->start, chain.functions, 8), 0);
    tracee_end(&chain.tracee);
}

static void test_inlined(void **state)
{
    (void)state;
    static const char *const flavours[] = {
        "gcc -g -O0",
        "gcc -g -O2",
        "gcc -g -O2 -gdwarf-4",
        "gcc -g -O2 -no-pie",
        "gcc -g -O2 -static",
        "gcc -g -O2 -gz",
        "gcc -g -O2 -gsplit-dwarf",
        "gcc -g -O2 -gsplit-dwarf -gdwarf-4",
        "gcc -g -O2 -flto",
        "gcc -g -O2 -fdebug-types-section",
        "gcc -g -O2 -ffunction-sections -Wl,--gc-sections",
        "clang -g -O0",
        "clang -g -O2",
        "clang -g -O2 -gdwarf-4",
        "clang -g -O2 -gsplit-dwarf",
        "clang-19 -g -O2",
        "clang-19 -g -O2 -gsplit-dwarf",
    };
    for (size_t i = 0; i < TR_COUNT(flavours); i++) {
        print_message("%s\n", flavours[i]);
        check_inlined(flavours[i]);
    }
}

static void test_limit(void **state)
{
    (void)state;
    test_write("i.c", inlined);
    test_build("gcc", "-g -O2 i.c -o i");
    struct chain chain;
    chain_start(&chain, "i");
    struct tr_function two[2];
    assert_int_equal(tr_functions_at(chain.dwarf, chain.tracee.registers.rip - 1, two, 2), 2);
    assert_string_equal(two[0].name, "leaf");
    assert_string_equal(two[1].name, "middle");
    assert_int_equal(tr_functions_at(chain.dwarf, chain.tracee.registers.rip - 1, two, 0), 0);
    tracee_end(&chain.tracee);
}

static void check_level(const char *flags, enum tr_debug_info level, const char *reason, size_t functions)
{
    struct chain chain;
    test_write("i.c", inlined);
    assert_true(test_shell("%s", flags));
    chain_start(&chain, "i");
    assert_int_equal(chain.dwarf->level, level);
    assert_true(strncmp(chain.dwarf->reason, reason, strlen(reason)) == 0);
    assert_int_equal(chain.count, functions);
    struct tr_line line;
    struct tr_unit *unit = tr_dwarf_unit_at(chain.dwarf, chain.tracee.registers.rip - 1);
    if (level != TR_DEBUG_INFO_LINES)
        assert_null(unit);
    else
        assert_true(unit && tr_line_at(unit, chain.tracee.registers.rip - 1, &line) && line.line == 3);
    tracee_end(&chain.tracee);
}

static void test_levels(void **state)
{
    (void)state;
    static const char lines[] = "functions and lines only (-g1): compile with -g for variables";
    static const char none[] = "no debug information: compile with -g";
    test_build("gcc", "--version");
    check_level("gcc -g1 -O2 i.c -o i", TR_DEBUG_INFO_LINES, lines, 3);
    check_level("gcc -O2 i.c -o i", TR_DEBUG_INFO_SYMBOLS, none, 0);
    check_level("gcc -O2 i.c -o i -s", TR_DEBUG_INFO_NONE, none, 0);
    if (test_has("clang"))
        check_level("clang -g1 -O2 i.c -o i", TR_DEBUG_INFO_LINES, lines, 3);
    check_level("gcc -g -O2 -gsplit-dwarf i.c -o i && rm *.dwo", TR_DEBUG_INFO_LINES, "missing .dwo: i", 0);
    if (test_shell("gcc -g -O2 i.c -o i && objcopy --compress-debug-sections=zstd i"))
        check_level("true", TR_DEBUG_INFO_SYMBOLS, "debug information compressed with zstd: rebuild with -gz=none", 0);
    if (test_shell("gcc -g -O2 i.c -o i && cp i j && command -v dwz && dwz -m shared i j && rm shared"))
        check_level("true", TR_DEBUG_INFO_SYMBOLS, "missing what dwz moved out of the debug information: shared", 0);
}

static void test_separate(void **state)
{
    (void)state;
    test_write("i.c", inlined);
    test_build("gcc", "-g -O2 i.c -o i && objcopy --only-keep-debug i i.debug && strip i"
                      " && objcopy --add-gnu-debuglink=i.debug i");
    struct chain chain;
    chain_start(&chain, "i");
    assert_int_equal(chain.count, 3);
    check(&chain, 2, "outer", NULL, 12, false);
    assert_int_equal(chain.dwarf->level, TR_DEBUG_INFO_FULL);
    tracee_end(&chain.tracee);
}

static const char cxx[] = "#include <vector>\n"
                          "#include <string>\n"
                          "static inline __attribute__((always_inline)) void stop() { __asm__ volatile(\"int3\"); }\n"
                          "namespace shop { struct Inventory { int n; int take(int, const std::string &) const; }; }\n"
                          "int shop::Inventory::take(int k, const std::string &s) const { if (WHICH == 0) stop(); return n - k + (int)s.size(); }\n"
                          "namespace { __attribute__((noinline)) int hidden(double d, ...) { if (WHICH == 1) stop(); return (int)d; } }\n"
                          "struct Shape { int operator()(int x) { if (WHICH == 2) stop(); return x; } };\n"
                          "template <class T> __attribute__((noinline)) T sum(const std::vector<T> &v) { if (WHICH == 3) stop(); return v[0]; }\n"
                          "struct Base { int n; Base(int x) : n(x) { if (WHICH == 5) stop(); } ~Base() { if (WHICH == 6) stop(); } };\n"
                          "int main(int c, char **) {\n"
                          "  auto twice = [&](int x) { if (WHICH == 4) stop(); return 2 * x + c; };\n"
                          "  shop::Inventory i{3}; Shape s; std::vector<int> v{1, 2};\n"
                          "  Base b(2); return i.take(1, \"a\") + hidden(1.0, 2) + s(3) + sum(v) + twice(c) + b.n; }\n";

static void check_cxx(const char *compiler, int which, const char *name, const char *signature)
{
    struct chain chain;
    test_write("x.cc", cxx);
    if (!test_has(compiler))
        return;
    assert_true(test_shell("%s -DWHICH=%d -g -O0 x.cc -o x", compiler, which));
    chain_start(&chain, "x");
    assert_int_equal(chain.count, 2);
    check(&chain, 0, "stop", "stop()", 3, true);
    assert_string_equal(chain.functions[1].name, name);
    if (signature)
        assert_string_equal(chain.functions[1].signature, signature);
    tracee_end(&chain.tracee);
}

static void test_cxx_names(void **state)
{
    (void)state;
    test_build("g++", "--version");
    static const char *const compilers[] = {"g++", "clang++"};
    for (size_t i = 0; i < TR_COUNT(compilers); i++) {
        check_cxx(compilers[i], 0, "shop::Inventory::take", "shop::Inventory::take(int, const std::string &)");
        check_cxx(compilers[i], 1, "(anonymous namespace)::hidden", "(anonymous namespace)::hidden(double, ...)");
        check_cxx(compilers[i], 2, "Shape::operator()", "Shape::operator()(int)");
        check_cxx(compilers[i], 3, "sum<int>", NULL);
        check_cxx(compilers[i], 4, "main::{lambda(int)}::operator()", "main::{lambda(int)}::operator()(int)");
        check_cxx(compilers[i], 5, "Base::Base", "Base::Base(int)");
        check_cxx(compilers[i], 6, "Base::~Base", "Base::~Base()");
    }
}

/* A function in two parts, as hot and cold code are placed. */
static void test_cold_part(void **state)
{
    (void)state;
    test_write("c.c", "#include <stdlib.h>\n__attribute__((cold, noinline)) void bad(int x) { if (x > 100) abort(); }\n"
                      "__attribute__((noinline)) int work(int x)\n{\n    if (__builtin_expect(x == 1, 0)) {\n"
                      "        bad(x);\n        __asm__ volatile(\"int3\");\n        bad(x + 1);\n    }\n    return x * 3;\n}\n"
                      "int main(int c, char **v) { return work(c - 2) + (v == 0); }\n");
    test_build("gcc", "-g -O2 -freorder-blocks-and-partition c.c -o c");
    struct chain chain;
    chain_start(&chain, "c");
    assert_int_equal(chain.count, 1);
    check(&chain, 0, "work", NULL, 7, false);
    tracee_end(&chain.tracee);
}

static void test_prologue(void **state)
{
    (void)state;
    static const char *const compilers[] = {"gcc", "clang"};
    test_write("p.c", "int work(int x)\n{\n    int y = x * 2;\n    __asm__ volatile(\"int3\");\n    return y;\n}\n"
                      "int main(int c, char **v) { return work(c) + (v == 0); }\n");
    for (size_t i = 0; i < TR_COUNT(compilers); i++) {
        if (!test_has(compilers[i]))
            continue;
        assert_true(test_shell("%s -g -O0 p.c -o p", compilers[i]));
        struct chain chain;
        struct tr_line line;
        chain_start(&chain, "p");
        const struct tr_function *function = &chain.functions[0];
        uint64_t end = tr_prologue_end(function->unit, function->low, function->high);
        assert_true(end > function->low && end < chain.tracee.registers.rip);
        assert_true(tr_line_at(function->unit, end, &line));
        assert_int_equal(line.line, 3);
        tracee_end(&chain.tracee);
    }
}

/* The linker leaves a dropped function's lines at address 0: long enough, they reach over those of living code. */
static void test_dropped_function(void **state)
{
    (void)state;
    char path[PATH_MAX];
    snprintf(path, sizeof(path), "%s/d.c", test_folder());
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("volatile int s;\nint main(int c, char **v)\n{\n    s = c;\n    s += 2;\n    __asm__ volatile(\"int3\");\n"
          "    return v == 0;\n}\nvoid dropped(void)\n{\n", file);
    for (int i = 0; i < 2000; i++)
        fprintf(file, "    s += %d;\n", i);
    fputs("}\n", file);
    fclose(file);
    test_build("gcc", "-g -O1 -ffunction-sections -Wl,--gc-sections d.c -o d");
    struct chain chain;
    struct tr_line line;
    chain_start(&chain, "d");
    check(&chain, 0, "main", NULL, 6, false);
    for (uint64_t address = chain.functions[0].low; address < chain.functions[0].high; address++) {
        assert_true(tr_line_at(chain.functions[0].unit, address, &line));
        assert_in_range(line.line, 3, 8);
    }
    tracee_end(&chain.tracee);
}

struct seen_variables {
    char text[256];
    size_t length;
    struct tr_unit *unit;
};

/* "function.name:line", with "!" in front when it is in scope. */
static bool note_variable(void *arg, const struct tr_function *owner, const struct tr_scope_variable *variable,
                          bool is_in_scope)
{
    struct seen_variables *seen = arg;
    Dwarf_Die die = variable->die;
    const char *file = tr_declared_file(seen->unit, &die);
    assert_non_null(file);
    assert_string_equal(strrchr(file, '/'), "/v.c");
    seen->length += (size_t)snprintf(seen->text + seen->length, sizeof(seen->text) - seen->length, "%s%s.%s:%d ",
                                     is_in_scope ? "!" : "", owner->name, variable->name, variable->declared_line);
    return seen->length < sizeof(seen->text);
}

static void test_variables_of_a_whole_function(void **state)
{
    (void)state;
    static const char *const flavours[] = {"gcc -g -O2", "gcc -g -O2 -flto", "gcc -g -O2 -gsplit-dwarf", "clang -g -O2"};
    test_write("v.c", "extern void *volatile sink;\nvoid *volatile sink;\n"
                      "static inline __attribute__((always_inline)) void leaf(void)\n{\n    char text[16];\n"
                      "    sink = text;\n    __asm__ volatile(\"\" ::: \"memory\");\n}\n"
                      "__attribute__((noinline)) int work(int x)\n{\n    int own[4];\n    sink = own;\n"
                      "    if (x) {\n        long block[8];\n        sink = block;\n"
                      "        __asm__ volatile(\"nop\" ::: \"memory\");\n        leaf();\n    }\n"
                      "    __asm__ volatile(\"int3\" ::: \"memory\");\n    return own[x];\n}\n"
                      "int main(int c, char **v) { return work(c) + (v == 0); }\n");
    for (size_t i = 0; i < TR_COUNT(flavours); i++) {
        struct chain chain;
        if (strncmp(flavours[i], "clang", 5) == 0 && !test_has("clang"))
            continue;
        assert_true(test_shell("%s v.c -o v", flavours[i]));
        chain_start(&chain, "v");
        assert_int_equal(chain.count, 1);
        struct seen_variables seen = {.unit = chain.functions[0].unit};
        assert_true(tr_function_variables(&chain.functions[0], chain.tracee.registers.rip - 1, note_variable, &seen));
        print_message("%s: %s\n", flavours[i], seen.text);
        assert_non_null(strstr(seen.text, "!work.own:11 "));
        assert_non_null(strstr(seen.text, "work.block:14 "));
        assert_null(strstr(seen.text, "!work.block:14 "));
        assert_non_null(strstr(seen.text, "leaf.text:5 "));
        assert_null(strstr(seen.text, "!leaf.text:5 "));
        tracee_end(&chain.tracee);
    }
}

static void test_speed(void **state)
{
    (void)state;
    test_write("x.cc", cxx);
    static const char *const compilers[] = {"g++", "clang++"};
    for (size_t i = 0; i < TR_COUNT(compilers); i++) {
        if (!test_has(compilers[i]))
            continue;
        assert_true(test_shell("%s -DWHICH=0 -include bits/stdc++.h -g -O0 x.cc -o x", compilers[i]));
        struct chain chain;
        tracee_start(&chain.tracee, "x");
        struct tr_image *image = tr_images_find(chain.tracee.images, chain.tracee.registers.rip - 1);
        int64_t start = tr_now_us();
        chain.dwarf = tr_image_dwarf(image);
        int64_t opened = tr_now_us();
        chain.count = tr_functions_at(chain.dwarf, chain.tracee.registers.rip - 1, chain.functions, 8);
        int64_t first = tr_now_us();
        for (int j = 0; j < 100; j++)
            tr_functions_at(chain.dwarf, chain.tracee.registers.rip - 1, chain.functions, 8);
        print_message("%s: open %d us, first address %d us, again %d ns\n", compilers[i], (int)(opened - start),
                      (int)(first - opened), (int)(tr_now_us() - first) * 10);
        tracee_end(&chain.tracee);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_inlined),   cmocka_unit_test(test_limit),     cmocka_unit_test(test_levels),
        cmocka_unit_test(test_separate),  cmocka_unit_test(test_cxx_names), cmocka_unit_test(test_cold_part),
        cmocka_unit_test(test_prologue),  cmocka_unit_test(test_dropped_function),
        cmocka_unit_test(test_variables_of_a_whole_function),
        cmocka_unit_test(test_speed),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    test_folder_remove();
    return failed;
}
