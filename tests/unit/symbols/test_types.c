#include "tracee.h"

#include "symbols/dwarf.h"
#include "symbols/type.h"

#include <inttypes.h>

struct wanted {
    const char *name;
    Dwarf_Die die;
    bool found;
};

static bool take_named(void *arg, const struct tr_scope_variable *variable)
{
    struct wanted *wanted = arg;
    if (strcmp(variable->name, wanted->name) != 0)
        return true;
    wanted->die = variable->die;
    wanted->found = true;
    return false;
}

static Dwarf_Die global(const struct tr_dwarf *dwarf, const char *name)
{
    struct wanted wanted = {.name = name};
    for (size_t i = 0; i < dwarf->unit_count && !wanted.found; i++)
        tr_unit_globals(&dwarf->units[i], take_named, &wanted);
    if (!wanted.found)
        fail_msg("no variable %s", name);
    return wanted.die;
}

struct expected {
    const char *variable, *type;
    uint64_t size; /* 0: not known */
};

static void check_types(struct tracee *tracee, const struct expected *expected, size_t count)
{
    struct tr_dwarf *dwarf = tr_image_dwarf(tr_images_main(tracee->images));
    for (size_t i = 0; i < count; i++) {
        Dwarf_Die variable = global(dwarf, expected[i].variable), type;
        assert_true(tr_type_of(&variable, &type));
        const char *name = tr_type_name(tracee->arena, &type);
        /* DWARF 4 has no word for it. */
        if (strcmp(expected[i].variable, "cc") == 0)
            continue;
        if (strcmp(name, expected[i].type) != 0)
            fail_msg("%s: %s, expected %s", expected[i].variable, name, expected[i].type);
        uint64_t size = 0;
        bool known = tr_type_size(&type, &size);
        if (known != (expected[i].size != 0) || size != expected[i].size)
            fail_msg("%s: size %" PRIu64, expected[i].variable, size);
    }
}

static const char c_program[] =
    "#include <stdint.h>\n"
    "struct node { struct node *next; int v; };\n"
    "typedef struct { int x, y; } point;\n"
    "union u { int i; float f; };\n"
    "enum color { RED, GREEN };\n"
    "typedef int (*compare)(const void *, const void *);\n"
    "int a; unsigned char b; const char *c; char *const d = 0; const char *const *e; struct node *f; struct node **g;\n"
    "int h[3][4]; char *i[5]; int (*j)[6]; int (*k)(const char *, int); compare l; point m; union u n; enum color o;\n"
    "volatile int p; uint8_t q; long double r; void *s; void (*t)(void); int (*(*v)(int))(char); struct { int z; } w;\n"
    "int (*x[2])(void); extern int y[]; int y[7]; double (*z)(double, ...); _Bool aa; void *restrict bb; _Atomic int cc;\n"
    "struct hidden *dd; int ee[0];\n"
    "int main(void) { __asm__ volatile(\"int3\"); return a; }\n";

static const struct expected c_types[] = {
    {"a", "int", 4},
    {"b", "unsigned char", 1},
    {"c", "const char *", 8},
    {"d", "char *const", 8},
    {"e", "const char *const *", 8},
    {"f", "struct node *", 8},
    {"g", "struct node **", 8},
    {"h", "int[3][4]", 48},
    {"i", "char *[5]", 40},
    {"j", "int (*)[6]", 8},
    {"k", "int (*)(const char *, int)", 8},
    {"l", "compare", 8},
    {"m", "point", 8},
    {"n", "union u", 4},
    {"o", "enum color", 4},
    {"p", "volatile int", 4},
    {"q", "uint8_t", 1},
    {"r", "long double", 16},
    {"s", "void *", 8},
    {"t", "void (*)(void)", 8},
    {"v", "int (*(*)(int))(char)", 8},
    {"w", "struct {...}", 4},
    {"x", "int (*[2])(void)", 16},
    {"y", "int[7]", 28},
    {"z", "double (*)(double, ...)", 8},
    {"aa", "_Bool", 1},
    {"bb", "void *restrict", 8},
    {"cc", "_Atomic int", 4},
    {"dd", "struct hidden *", 8},
};

static void check_program(const char *compiler, const char *flags, const char *file, const struct expected *expected,
                          size_t count)
{
    struct tracee tracee;
    if (!test_has(compiler)) {
        print_message("skipped: there is no %s\n", compiler);
        return;
    }
    print_message("%s %s\n", compiler, flags);
    assert_true(test_shell("%s -g %s %s -o a", compiler, flags, file));
    tracee_start(&tracee, "a");
    check_types(&tracee, expected, count);
    tracee_end(&tracee);
}

static void test_c(void **state)
{
    (void)state;
    test_write("a.c", c_program);
    check_program("gcc", "", "a.c", c_types, TR_COUNT(c_types));
    check_program("gcc", "-gdwarf-4 -fdebug-types-section", "a.c", c_types, TR_COUNT(c_types));
    check_program("gcc", "-gsplit-dwarf", "a.c", c_types, TR_COUNT(c_types));
    check_program("clang", "", "a.c", c_types, TR_COUNT(c_types));
}

static const char cxx_program[] =
    "#include <map>\n#include <string>\n#include <vector>\n#include <memory>\n"
    "namespace shop { struct Item { int n; int take(int) { return n; } enum class Kind : char { A }; struct Inner { int q; }; }; }\n"
    "namespace { struct Local { int x; }; }\n"
    "shop::Item a; shop::Item &b = a; shop::Item &&c = static_cast<shop::Item &&>(a); int shop::Item::*d;\n"
    "int (shop::Item::*e)(int); int (shop::Item::*p)(int) const; shop::Item::Kind f; Local g; const shop::Item *h; shop::Item::Inner i;\n"
    "std::vector<int> j; std::string k; auto l = [](int x) { return x; }; void (*m)(); decltype(nullptr) n; int o[2][3];\n"
    "int main() { __asm__ volatile(\"int3\"); return g.x + l(1); }\n";

static const struct expected cxx_types[] = {
    {"a", "shop::Item", 4},
    {"b", "shop::Item &", 8},
    {"c", "shop::Item &&", 8},
    {"d", "int shop::Item::*", 8},
    {"e", "int (shop::Item::*)(int)", 16},
    {"p", "int (shop::Item::*)(int) const", 16},
    {"f", "shop::Item::Kind", 1},
    {"g", "(anonymous namespace)::Local", 4},
    {"h", "const shop::Item *", 8},
    {"i", "shop::Item::Inner", 4},
    {"j", "std::vector<int>", 24},
    {"k", "std::string", 32},
    {"l", "{lambda(int)}", 1},
    {"m", "void (*)()", 8},
    {"o", "int[2][3]", 24},
};

static void test_cxx(void **state)
{
    (void)state;
    test_write("a.cc", cxx_program);
    check_program("g++", "", "a.cc", cxx_types, TR_COUNT(cxx_types));
    check_program("g++", "-gdwarf-4 -fdebug-types-section", "a.cc", cxx_types, TR_COUNT(cxx_types));
    check_program("clang++", "-fstandalone-debug", "a.cc", cxx_types, TR_COUNT(cxx_types));
}

/* A type that one file only declares is found where it is defined; its namesake in another namespace is not it. */
static void test_completion(void **state)
{
    (void)state;
    test_write("a.cc", "namespace n { struct T; } struct T; n::T *p; T *q; struct Nowhere *r;\n"
                       "int main() { __asm__ volatile(\"int3\"); return p == 0; }\n");
    test_write("b.cc", "namespace n { struct T { int a[9]; }; } n::T x;\n");
    test_write("c.cc", "struct T { char b; }; T y;\n");
    test_build("g++", "-g a.cc b.cc c.cc -o d");
    struct tracee tracee;
    tracee_start(&tracee, "d");
    struct tr_dwarf *dwarf = tr_image_dwarf(tr_images_main(tracee.images));
    static const struct expected expected[] = {{"p", "n::T", 36}, {"q", "T", 1}, {"r", "Nowhere", 0}};
    for (size_t i = 0; i < TR_COUNT(expected); i++) {
        Dwarf_Die variable = global(dwarf, expected[i].variable), type, target;
        uint64_t size = 0;
        assert_true(tr_type_of(&variable, &type) && tr_type_of(&type, &target));
        assert_false(tr_type_size(&target, &size));
        tr_type_complete(dwarf, &target);
        assert_string_equal(tr_type_name(tracee.arena, &target), expected[i].type);
        assert_int_equal(tr_type_size(&target, &size), expected[i].size != 0);
        assert_int_equal(size, expected[i].size);
    }
    tracee_end(&tracee);
}

static void test_statics(void **state)
{
    (void)state;
    static const char *const flavours[] = {"gcc", "gcc -gdwarf-4", "gcc -gsplit-dwarf", "clang", "clang -gsplit-dwarf"};
    test_write("a.c", "int first[4]; static char second[8]; int work(void) { static long third = 3; return (int)third; }\n"
                      "int main(void) { __asm__ volatile(\"int3\"); return first[0] + second[1] + work(); }\n");
    for (size_t i = 0; i < TR_COUNT(flavours); i++) {
        char tool[16];
        snprintf(tool, sizeof(tool), "%.*s", (int)strcspn(flavours[i], " "), flavours[i]);
        if (!test_has(tool))
            continue;
        assert_true(test_shell("%s -g a.c -o s", flavours[i]));
        struct tracee tracee;
        Dwarf_Die die;
        uint64_t start;
        tracee_start(&tracee, "s");
        uint64_t address = tracee_address(&tracee, "first");
        assert_true(tr_static_at(tracee.images, address + 15, &die, &start));
        assert_int_equal(start, address);
        assert_string_equal(dwarf_diename(&die), "first");
        address = tracee_address(&tracee, "second");
        assert_true(tr_static_at(tracee.images, address + 7, &die, &start));
        assert_string_equal(dwarf_diename(&die), "second");
        struct tr_symbol symbol;
        bool has_third = tr_symbol_named(tr_images_main(tracee.images), "third.0", &symbol)
                         || tr_symbol_named(tr_images_main(tracee.images), "work.third", &symbol);
        assert_true(has_third && tr_static_at(tracee.images, symbol.address, &die, &start));
        assert_string_equal(dwarf_diename(&die), "third");
        assert_false(tr_static_at(tracee.images, tracee.registers.rip, &die, &start));
        assert_false(tr_static_at(tracee.images, tracee.registers.rsp, &die, &start));
        tracee_end(&tracee);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_c),
        cmocka_unit_test(test_cxx),
        cmocka_unit_test(test_completion),
        cmocka_unit_test(test_statics),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    test_folder_remove();
    return failed;
}
