#include "supervise/kept.h"

#include "base/cleanup.h"
#include "base/limits.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { HEAD = TR_LIMIT_CAPTURE_HEAD, TAIL = TR_LIMIT_CAPTURE_TAIL };

static struct tr_arena *arena;

static int setup(void **state)
{
    (void)state;
    arena = tr_arena_create();
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    tr_arena_destroy(arena);
    return 0;
}

static void test_short_text_is_whole(void **state)
{
    (void)state;
    struct tr_kept kept = {0};
    tr_kept_add(&kept, "one ", 4);
    tr_kept_add(&kept, "two", 3);
    const struct tr_output *output = tr_kept_report(&kept, arena);
    assert_string_equal(output->text, "one two");
    assert_int_equal(output->bytes.value, 7);
    assert_false(output->omitted_bytes.known);
    assert_null(output->tail);
    assert_null(output->base64);
    tr_kept_deinit(&kept);
}

static void test_nothing_is_an_empty_text(void **state)
{
    (void)state;
    struct tr_kept kept = {0};
    const struct tr_output *output = tr_kept_report(&kept, arena);
    assert_string_equal(output->text, "");
    assert_int_equal(output->bytes.value, 0);
}

/* Numbered lines, so that a byte out of place shows. */
static char *lines(size_t size)
{
    char *text = malloc(size + 16);
    assert_non_null(text);
    for (size_t at = 0, i = 0; at < size; at += 8, i++)
        snprintf(text + at, 16, "%07zu\n", i % 10000000);
    text[size] = '\0';
    return text;
}

static void add_in_pieces(struct tr_kept *kept, const char *text, size_t size, size_t piece)
{
    for (size_t at = 0; at < size; at += piece)
        tr_kept_add(kept, text + at, size - at < piece ? size - at : piece);
}

static void test_head_and_tail_of_a_long_text(void **state)
{
    (void)state;
    static const size_t pieces[] = {1, 7, 1000, TAIL, TAIL + 1, HEAD, 1 << 20};
    const size_t size = HEAD + 3 * TAIL + 1234;
    char *text = lines(size);
    for (size_t i = 0; i < TR_COUNT(pieces); i++) {
        struct tr_kept kept = {0};
        add_in_pieces(&kept, text, size, pieces[i]);
        const struct tr_output *output = tr_kept_report(&kept, arena);
        assert_int_equal(strlen(output->text), HEAD);
        assert_memory_equal(output->text, text, HEAD);
        assert_string_equal(output->tail, text + size - TAIL);
        assert_int_equal(output->bytes.value, size);
        assert_int_equal(output->omitted_bytes.value, size - HEAD - TAIL);
        tr_kept_deinit(&kept);
    }
    free(text);
}

static void test_a_little_more_than_the_head_is_one_text(void **state)
{
    (void)state;
    const size_t size = HEAD + 100;
    char *text = lines(size);
    struct tr_kept kept = {0};
    add_in_pieces(&kept, text, size, 999);
    const struct tr_output *output = tr_kept_report(&kept, arena);
    assert_string_equal(output->text, text);
    assert_null(output->tail);
    assert_false(output->omitted_bytes.known);
    tr_kept_deinit(&kept);
    free(text);
}

static void test_other_than_text_is_base64(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t size;
        const char *base64;
    } table[] = {{"\xff", 1, "/w=="}, {"a\0b", 3, "YQBi"}, {"\xc3", 1, "ww=="}, {"ab\xfe\xff", 4, "YWL+/w=="}};
    for (size_t i = 0; i < TR_COUNT(table); i++) {
        struct tr_kept kept = {0};
        tr_kept_add(&kept, table[i].bytes, table[i].size);
        const struct tr_output *output = tr_kept_report(&kept, arena);
        assert_null(output->text);
        assert_string_equal(output->base64, table[i].base64);
        tr_kept_deinit(&kept);
    }
}

static void test_a_cut_inside_a_character_keeps_text(void **state)
{
    (void)state;
    const size_t size = HEAD + 2 * TAIL;
    char *text = malloc(size + 2);
    assert_non_null(text);
    text[0] = '.'; /* so that neither cut falls between two characters of two bytes */
    for (size_t at = 1; at + 1 < size; at += 2)
        memcpy(text + at, "\xc3\xa9", 2);
    text[size - 1] = '.';
    struct tr_kept kept = {0};
    add_in_pieces(&kept, text, size, 4096);
    const struct tr_output *output = tr_kept_report(&kept, arena);
    assert_non_null(output->text);
    assert_non_null(output->tail);
    assert_int_equal(strlen(output->text) + (size_t)output->omitted_bytes.value + strlen(output->tail), size);
    assert_int_equal(strlen(output->text), HEAD - 1);
    tr_kept_deinit(&kept);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_short_text_is_whole),
        cmocka_unit_test(test_nothing_is_an_empty_text),
        cmocka_unit_test(test_head_and_tail_of_a_long_text),
        cmocka_unit_test(test_a_little_more_than_the_head_is_one_text),
        cmocka_unit_test(test_other_than_text_is_base64),
        cmocka_unit_test(test_a_cut_inside_a_character_keeps_text),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
