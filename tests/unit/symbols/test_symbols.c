#include "tracee.h"

#include "base/clock.h"

static const char program[] =
    "static int twice(int x){return 2*x;}\n"
    "int table[4];\n"
    "__asm__(\".text\\nsizeless: nop\\nnop\\nnop\\nret\\n\");\n"
    "int stop(int x){__asm__ volatile(\"int3\");return twice(x);}\n"
    "int main(int c,char**v){(void)v;return stop(c)+table[c&3];}\n";

static const char *name_at(const struct tracee *tracee, uint64_t address)
{
    struct tr_symbol symbol;
    struct tr_image *image = tr_images_find(tracee->images, address);
    return image && tr_symbol_at(image, address, &symbol) ? symbol.demangled : NULL;
}

static void test_own_symbols(void **state)
{
    (void)state;
    test_write("s.c", program);
    test_build("gcc", "-O0 s.c -o s");
    struct tracee tracee;
    tracee_start(&tracee, "s");
    assert_string_equal(name_at(&tracee, tracee.registers.rip), "stop");
    uint64_t twice = tracee_address(&tracee, "twice");
    assert_string_equal(name_at(&tracee, twice), "twice");
    uint64_t table = tracee_address(&tracee, "table");
    assert_string_equal(name_at(&tracee, table + 15), "table");
    struct tr_symbol symbol;
    struct tr_image *image = tr_images_main(tracee.images);
    uint64_t sizeless = tracee_address(&tracee, "sizeless");
    assert_true(tr_symbol_at(image, sizeless + 2, &symbol));
    assert_string_equal(symbol.name, "sizeless");
    assert_true(symbol.inexact);
    assert_true(tr_symbol_at(image, twice + 1, &symbol));
    assert_true(symbol.is_function && !symbol.inexact && symbol.address == twice && symbol.size > 0);
    assert_false(tr_symbol_at(image, image->start + 1, &symbol));
    tracee_end(&tracee);
}

/* Nothing is known of a static function in a stripped program, and the exported neighbour is not named for it. */
static void test_stripped(void **state)
{
    (void)state;
    test_write("s.c", program);
    test_build("gcc", "-O0 -rdynamic s.c -o t && nm t | grep ' twice' && strip t");
    struct tracee tracee;
    tracee_start(&tracee, "t");
    struct tr_symbol symbol;
    struct tr_image *image = tr_images_main(tracee.images);
    assert_true(tr_symbol_at(image, tracee.registers.rip, &symbol));
    assert_string_equal(symbol.name, "stop");
    assert_false(tr_symbol_named(image, "twice", &symbol));
    assert_true(tr_symbol_named(image, "stop", &symbol));
    assert_false(tr_symbol_at(image, symbol.address - 2, &symbol));
    tracee_end(&tracee);
}

static void test_separate_file(void **state)
{
    (void)state;
    test_write("s.c", program);
    test_build("gcc", "-g -O0 s.c -o u && objcopy --only-keep-debug u u.debug && cp u v"
                      " && strip u && objcopy --add-gnu-debuglink=u.debug u");
    struct tracee tracee;
    tracee_start(&tracee, "u");
    assert_string_equal(name_at(&tracee, tracee.registers.rip), "stop");
    tracee_end(&tracee);
    assert_true(test_shell("gcc -Wl,--build-id=none -g -O0 s.c -o w && objcopy --only-keep-debug w w.debug"
                           " && strip w && objcopy --add-gnu-debuglink=w.debug w"));
    tracee_start(&tracee, "w");
    assert_string_equal(name_at(&tracee, tracee.registers.rip), "stop");
    tracee_end(&tracee);
    assert_true(test_shell("cp u.debug w.debug"));
    tracee_start(&tracee, "w");
    assert_null(name_at(&tracee, tracee.registers.rip));
    tracee_end(&tracee);
}

static void test_library(void **state)
{
    (void)state;
    test_write("l.c", "#include <unistd.h>\n#include <string.h>\n#include <stdlib.h>\nint main(int c,char**v){"
                      "void*(*volatile f)(void*,const void*,unsigned long)=memcpy;char b[99];f(b,*v,1);abort();}\n");
    test_build("gcc", "-O0 l.c -o l");
    struct tracee tracee;
    tracee_start(&tracee, "l");
    struct tr_symbol symbol;
    struct tr_image *image;
    assert_true(tr_symbol_find(tracee.images, "write", &image, &symbol));
    assert_true(image->is_system);
    assert_string_equal(name_at(&tracee, symbol.address), "write");
    assert_true(tr_symbol_find(tracee.images, "__abort_msg", &image, &symbol));
    assert_false(symbol.is_function);
    assert_false(tr_symbol_find(tracee.images, "no_such_symbol", &image, &symbol));
    /* The innermost frame of abort() is a local function, named by the debug file where that is installed. */
    int64_t before = tr_now_us();
    const char *name = name_at(&tracee, tracee.registers.rip);
    int64_t first = tr_now_us() - before;
    before = tr_now_us();
    for (uint64_t i = 1; i <= 20; i++)
        (void)name_at(&tracee, tracee.registers.rip + i * 64);
    print_message("raise: %s, first %d us, 20 more %d us\n", name ? name : "-", (int)first, (int)(tr_now_us() - before));
    tracee_end(&tracee);
}

static void test_cxx(void **state)
{
    (void)state;
    test_write("x.cc", "struct Inventory{int n;int take(int,const char*);};\n"
                       "int Inventory::take(int k,const char*){__asm__ volatile(\"int3\");return n-k;}\n"
                       "int main(){Inventory i{3};return i.take(1,\"\");}\n");
    test_build("g++", "-O0 x.cc -o x");
    struct tracee tracee;
    tracee_start(&tracee, "x");
    struct tr_symbol symbol;
    assert_true(tr_symbol_at(tr_images_main(tracee.images), tracee.registers.rip, &symbol));
    assert_string_equal(symbol.demangled, "Inventory::take");
    assert_string_equal(symbol.signature, "Inventory::take(int, char const*)");
    assert_string_equal(symbol.name, "_ZN9Inventory4takeEiPKc");
    tracee_end(&tracee);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_own_symbols), cmocka_unit_test(test_stripped), cmocka_unit_test(test_separate_file),
        cmocka_unit_test(test_library),     cmocka_unit_test(test_cxx),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    test_folder_remove();
    return failed;
}
