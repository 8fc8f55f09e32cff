#include "tracee.h"

#include "base/limits.h"

static void check(struct tr_arena *arena, const char *mangled, const char *expected)
{
    assert_string_equal(tr_demangle(arena, mangled), expected);
}

static void test_names(void **state)
{
    (void)state;
    struct tr_arena *arena = tr_arena_create();
    check(arena, "main", "main");
    check(arena, "_ZN9Inventory4takeEi", "Inventory::take");
    check(arena, "_ZN12_GLOBAL__N_11fEv", "(anonymous namespace)::f");
    check(arena, "_ZN5ShapeclEv", "Shape::operator()");
    check(arena, "_Z3sumIiEiT_S0_", "sum<int>");
    check(arena, "_Z4nameB5cxx11v", "name");
    check(arena, "_Z3fooi.isra.0", "foo");
    check(arena, "_ZZ4mainENKUliE_clEi", "main::{lambda(int)#1}::operator()");
    tr_arena_destroy(arena);
}

static void test_clones(void **state)
{
    (void)state;
    struct tr_arena *arena = tr_arena_create();
    check(arena, "foo.isra.0", "foo");
    check(arena, "foo.part.3.constprop.0.cold", "foo");
    check(arena, "counter.0", "counter");
    check(arena, "__x86.get_pc_thunk.bx", "__x86.get_pc_thunk.bx");
    check(arena, ".text", ".text");
    check(arena, ".0", ".0");
    check(arena, "", "");
    check(arena, "foo.", "foo.");
    check(arena, "memcpy@@GLIBC_2.14", "memcpy");
    check(arena, "_Z", "_Z");
    check(arena, "_ZN", "_ZN");
    tr_arena_destroy(arena);
}

/* Each S_ doubles what it stands for: a few hundred bytes that would print as gigabytes. */
static void test_bomb(void **state)
{
    (void)state;
    struct tr_arena *arena = tr_arena_create();
    char name[2048] = "_Z1f1AIiiE";
    strcat(name, "S_IS0_S0_E");
    for (int i = 1; i < 34; i++) {
        char digit = (char)(i < 10 ? '0' + i : 'A' + i - 10);
        char part[16];
        snprintf(part, sizeof(part), "S_IS%c_S%c_E", digit, digit);
        strcat(name, part);
    }
    const char *result = tr_demangle(arena, name);
    assert_true(strlen(result) <= sizeof(name));
    char *longer = malloc(100000);
    memset(longer, 'A', 99999);
    longer[99999] = '\0';
    memcpy(longer, "_ZN", 3);
    assert_int_equal(strlen(tr_demangle(arena, longer)), TR_LIMIT_DEMANGLED_BYTES);
    free(longer);
    tr_arena_destroy(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_clones),
        cmocka_unit_test(test_bomb),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
