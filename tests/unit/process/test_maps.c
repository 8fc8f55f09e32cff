#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "process/maps.h"

static const char text[] =
    "55d0a0000000-55d0a0001000 r--p 00000000 08:01 131 /home/a b/prog (deleted)\n"
    "55d0a0001000-55d0a0002000 r-xp 00001000 08:01 131 /home/a b/prog\n"
    "not a mapping\n"
    "55d0a0003000-55d0a0003000 rw-p 00000000 00:00 0 \n"
    "7ffd00000000-7ffd00021000 rw-s 00000000 00:00 0                          [stack]\n"
    "7ffe00000000-7ffe00001000 rw-p 00000000 00:00 0 \n"
    "ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0                  [vsyscall]\n";

static void lines_become_mappings(void **state)
{
    (void)state;
    struct tr_arena *arena = tr_arena_create();
    struct tr_maps maps;
    tr_maps_parse(arena, text, &maps);
    assert_int_equal(maps.count, 5);
    assert_string_equal(maps.mappings[0].path, "/home/a b/prog");
    assert_true(maps.mappings[0].deleted);
    assert_false(maps.mappings[1].deleted);
    assert_true(maps.mappings[1].executable);
    assert_int_equal(maps.mappings[1].offset, 0x1000);
    assert_string_equal(maps.mappings[2].path, "[stack]");
    assert_true(maps.mappings[2].shared);
    assert_string_equal(maps.mappings[3].path, "");
    tr_arena_destroy(arena);
}

static void addresses_find_their_mapping(void **state)
{
    (void)state;
    struct tr_arena *arena = tr_arena_create();
    struct tr_maps maps;
    tr_maps_parse(arena, text, &maps);
    assert_ptr_equal(tr_maps_find(&maps, 0x55d0a0001000), &maps.mappings[1]);
    assert_ptr_equal(tr_maps_find(&maps, 0x55d0a0001fff), &maps.mappings[1]);
    assert_null(tr_maps_find(&maps, 0x55d0a0002000));
    assert_null(tr_maps_find(&maps, 0));
    assert_true(tr_maps_executable(&maps, 0x55d0a0001800));
    assert_false(tr_maps_executable(&maps, 0x7ffd00000000));
    assert_ptr_equal(tr_maps_nearest(&maps, 0x55d0a0002008), &maps.mappings[1]);
    assert_ptr_equal(tr_maps_nearest(&maps, 0x7ffcfffffff0), &maps.mappings[2]);
    assert_ptr_equal(tr_maps_nearest(&maps, 16), &maps.mappings[0]);
    tr_maps_parse(arena, "", &maps);
    assert_null(tr_maps_nearest(&maps, 16));
    tr_arena_destroy(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(lines_become_mappings), cmocka_unit_test(addresses_find_their_mapping)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
