#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "process/memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096 };

/* Two readable pages with a hole behind them, in this very process. */
static unsigned char *pages(void)
{
    unsigned char *at = mmap(NULL, 3 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(at, MAP_FAILED);
    assert_int_equal(munmap(at + 2 * PAGE, PAGE), 0);
    memset(at, 'a', 2 * PAGE);
    return at;
}

static void reads_stop_at_a_hole(void **state)
{
    (void)state;
    unsigned char *at = pages(), buffer[3 * PAGE];
    struct tr_memory *memory = tr_memory_create(getpid(), -1);
    assert_int_equal(tr_memory_read_some(memory, (uintptr_t)at, buffer, sizeof(buffer)), 2 * PAGE);
    assert_false(tr_memory_read(memory, (uintptr_t)at + 2 * PAGE - 4, buffer, 8));
    assert_true(tr_memory_read(memory, (uintptr_t)at + PAGE - 4, buffer, 8));
    assert_int_equal(tr_memory_read_some(memory, 0, buffer, 8), 0);
    assert_int_equal(tr_memory_read_some(memory, UINT64_MAX - 3, buffer, 8), 0);
    tr_memory_destroy(memory);
    munmap(at, 2 * PAGE);
}

static void the_cache_is_flushed_on_demand(void **state)
{
    (void)state;
    unsigned char *at = pages(), byte;
    struct tr_memory *memory = tr_memory_create(getpid(), -1);
    assert_true(tr_memory_read(memory, (uintptr_t)at, &byte, 1));
    at[0] = 'b';
    assert_true(tr_memory_read(memory, (uintptr_t)at, &byte, 1));
    assert_int_equal(byte, 'a');
    tr_memory_flush(memory);
    assert_true(tr_memory_read(memory, (uintptr_t)at, &byte, 1));
    assert_int_equal(byte, 'b');
    tr_memory_destroy(memory);
    munmap(at, 2 * PAGE);
}

static void overlays_cover_memory_and_holes(void **state)
{
    (void)state;
    unsigned char *at = pages(), buffer[8];
    struct tr_memory *memory = tr_memory_create(getpid(), -1);
    size_t before = tr_memory_overlays(memory);
    tr_memory_overlay(memory, (uintptr_t)at + 2 * PAGE - 2, "WXYZ", 4);
    assert_true(tr_memory_read(memory, (uintptr_t)at + 2 * PAGE - 4, buffer, 6));
    assert_memory_equal(buffer, "aaWXYZ", 6);
    tr_memory_drop_overlays(memory, before);
    assert_false(tr_memory_read(memory, (uintptr_t)at + 2 * PAGE - 4, buffer, 6));
    tr_memory_destroy(memory);
    munmap(at, 2 * PAGE);
}

static void strings_end_at_nul_limit_or_hole(void **state)
{
    (void)state;
    unsigned char *at = pages();
    struct tr_arena *arena = tr_arena_create();
    struct tr_memory *memory = tr_memory_create(getpid(), -1);
    size_t size;
    bool terminated;
    at[3] = '\0';
    assert_string_equal(tr_memory_read_string(memory, arena, (uintptr_t)at, 100, &size, &terminated), "aaa");
    assert_true(terminated);
    assert_string_equal(tr_memory_read_string(memory, arena, (uintptr_t)at, 2, &size, &terminated), "aa");
    assert_false(terminated);
    assert_string_equal(tr_memory_read_string(memory, arena, (uintptr_t)at + 2 * PAGE - 2, 100, &size, &terminated), "aa");
    assert_int_equal(size, 2);
    assert_false(terminated);
    assert_null(tr_memory_read_string(memory, arena, 8, 100, &size, &terminated));
    tr_memory_destroy(memory);
    tr_arena_destroy(arena);
    munmap(at, 2 * PAGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_stop_at_a_hole), cmocka_unit_test(the_cache_is_flushed_on_demand),
        cmocka_unit_test(overlays_cover_memory_and_holes), cmocka_unit_test(strings_end_at_nul_limit_or_hole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
