/* Frame sections made by hand: what is indexed, what is left out, how .debug_frame becomes .eh_frame. */
#include "unwind/frame_section.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SECTION = 0x500000, BIAS = 0x400000 };

/* A section under construction. */
struct bytes {
    unsigned char data[1024];
    size_t size;
};

static void put(struct bytes *out, const void *bytes, size_t size)
{
    assert_true(out->size + size <= sizeof(out->data));
    memcpy(out->data + out->size, bytes, size);
    out->size += size;
}

static void put32(struct bytes *out, uint32_t value)
{
    put(out, &value, sizeof(value));
}
static void put64(struct bytes *out, uint64_t value)
{
    put(out, &value, sizeof(value));
}

/* Version 1, "zR", alignment of code 1, of data -8, return column 16, @p encoding; def_cfa rsp+8, offset rip -8. */
static size_t put_eh_cie(struct bytes *out, unsigned char encoding)
{
    size_t at = out->size;
    const unsigned char body[] = {1, 'z', 'R', 0, 1, 0x78, 16, 1, encoding, 0x0c, 7, 8, 0x90, 1, 0, 0};
    put32(out, 4 + sizeof(body));
    put32(out, 0);
    put(out, body, sizeof(body));
    return at;
}

static void put_eh_fde(struct bytes *out, size_t cie, uint64_t pc)
{
    put32(out, 4 + 4 + 4 + 4);
    put32(out, (uint32_t)(out->size - cie));
    put32(out, (uint32_t)(pc - SECTION - out->size));
    put32(out, 0x10);
    put32(out, 0); /* no augmentation data, nops */
}

static struct frame_index new_index(uint64_t bias)
{
    return (struct frame_index){.address = SECTION, .bias = bias, .start = BIAS, .end = SECTION};
}

static void test_eh_frame(void **state)
{
    struct bytes out = {.size = 0};
    size_t cie = put_eh_cie(&out, 0x1b);
    size_t second = out.size;
    put_eh_fde(&out, cie, BIAS + 0x2000);
    size_t first = out.size;
    put_eh_fde(&out, cie, BIAS + 0x1000);
    put32(&out, 0); /* a terminator is no end: another crtend.o may follow */
    size_t third = out.size;
    put_eh_fde(&out, cie, BIAS + 0x3000);
    put_eh_fde(&out, cie, 0x1000); /* not in the image */
    struct frame_index index = new_index(BIAS);
    frame_section_index(*state, out.data, out.size, &index);
    assert_int_equal(index.count, 3);
    assert_int_equal(index.entries[0].fde, first);
    assert_int_equal(index.entries[1].fde, second);
    assert_int_equal(index.entries[2].fde, third);
    assert_int_equal(index.entries[1].pc, (int32_t)(BIAS + 0x2000 - SECTION));
}

/* A pointer to what is no CIE, an encoding that needs memory, a CIE of an unknown version: left out, the rest stays. */
static void test_left_out(void **state)
{
    struct bytes out = {.size = 0};
    size_t indirect = put_eh_cie(&out, 0x9b);
    put_eh_fde(&out, indirect, BIAS + 0x1000);
    size_t unknown = put_eh_cie(&out, 0x1b);
    out.data[unknown + 8] = 9;
    put_eh_fde(&out, unknown, BIAS + 0x2000);
    put_eh_fde(&out, unknown + 4, BIAS + 0x3000);
    size_t good = put_eh_cie(&out, 0x1b);
    put_eh_fde(&out, good, BIAS + 0x4000);
    struct frame_index index = new_index(BIAS);
    frame_section_index(*state, out.data, out.size, &index);
    assert_int_equal(index.count, 1);
    assert_int_equal(index.entries[0].pc, (int32_t)(BIAS + 0x4000 - SECTION));
    /* A length beyond the end ends the section. */
    put32(&out, 0x1000);
    put32(&out, 1);
    frame_section_index(*state, out.data, out.size, &index);
    assert_int_equal(index.count, 1);
}

static size_t put_debug_cie(struct bytes *out, const void *body, size_t size)
{
    size_t at = out->size;
    put32(out, (uint32_t)(4 + size));
    put32(out, UINT32_MAX);
    put(out, body, size);
    return at;
}

static void put_debug_fde(struct bytes *out, size_t cie, uint64_t pc)
{
    put32(out, 4 + 8 + 8);
    put32(out, (uint32_t)cie);
    put64(out, pc);
    put64(out, 0x10);
}

static void test_debug_frame(void **state)
{
    struct bytes out = {.size = 0};
    static const unsigned char version3[] = {3, 0, 1, 0x78, 16, 0x0c, 7, 8, 0x90, 1, 0, 0};
    static const unsigned char version4[] = {4, 0, 8, 0, 1, 0x78, 16, 0x0c, 7, 8, 0x90, 1};
    static const unsigned char segmented[] = {4, 0, 8, 4, 1, 0x78, 16, 0x0c, 7, 8, 0x90, 1};
    size_t old = put_debug_cie(&out, version3, sizeof(version3));
    put_debug_fde(&out, old, 0x1000);
    size_t new = put_debug_cie(&out, version4, sizeof(version4));
    size_t fde = out.size;
    put_debug_fde(&out, new, 0x2000);
    size_t bad = put_debug_cie(&out, segmented, sizeof(segmented));
    put_debug_fde(&out, bad, 0x3000);
    unsigned char *rewritten = frame_section_rewrite(*state, out.data, out.size, BIAS);
    struct frame_index index = new_index(0);
    frame_section_index(*state, rewritten, out.size, &index);
    assert_int_equal(index.count, 2);
    assert_int_equal(index.entries[0].pc, (int32_t)(BIAS + 0x1000 - SECTION));
    assert_int_equal(index.entries[1].fde, fde);
    uint32_t pointer;
    memcpy(&pointer, rewritten + fde + 4, sizeof(pointer));
    assert_int_equal(fde + 4 - pointer, new);
    static const unsigned char expected[] = {3, 0, 1, 0x78, 16, 0x0c, 7, 8, 0x90, 1, 0, 0};
    assert_memory_equal(rewritten + new + 8, expected, sizeof(expected));
}

static void test_nonsense(void **state)
{
    struct tr_arena *arena = tr_arena_create();
    (void)state;
    struct bytes good = {.size = 0};
    put_eh_fde(&good, put_eh_cie(&good, 0x1b), BIAS + 0x1000);
    static const unsigned char version4[] = {4, 0, 8, 0, 1, 0x78, 16, 0x0c, 7, 8, 0x90, 1};
    put_debug_fde(&good, put_debug_cie(&good, version4, sizeof(version4)), 0x1000);
    unsigned seed = 7;
    for (int round = 0; round < 50000; round++) {
        /* From the heap and of the exact size, so that a sanitizer sees a byte too far. */
        seed = seed * 1103515245 + 12345;
        size_t size = (seed >> 16) % (good.size + 1);
        unsigned char *bytes = malloc(size ? size : 1);
        assert_non_null(bytes);
        memcpy(bytes, good.data, size);
        for (int i = 0; size && i < 4; i++) {
            seed = seed * 1103515245 + 12345;
            bytes[(seed >> 16) % size] = (unsigned char)(seed >> 8);
        }
        struct frame_index index = new_index(0);
        frame_section_index(arena, bytes, size, &index);
        void *rewritten = frame_section_rewrite(arena, bytes, size, BIAS);
        frame_section_index(arena, rewritten, size, &index);
        free(bytes);
    }
    tr_arena_destroy(arena);
}

static int begin(void **state)
{
    return *state = tr_arena_create(), 0;
}

static int finish(void **state)
{
    return tr_arena_destroy(*state), 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_eh_frame),
        cmocka_unit_test(test_left_out),
        cmocka_unit_test(test_debug_frame),
        cmocka_unit_test(test_nonsense),
    };
    return cmocka_run_group_tests(tests, begin, finish);
}
