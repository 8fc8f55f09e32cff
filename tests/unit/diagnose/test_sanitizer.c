/* What sanitizers print, in the forms of gcc 12 and clang 14. */
#include "made.h"

#include "diagnose/sanitizer_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <string.h>

static const char overflow[] =
    "==================\n"
    "==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x604000000038 at pc 0x1 bp 0x2 sp 0x3\n"
    "WRITE of size 4 at 0x604000000038 thread T0\n"
    "    #0 0x55fc2c99cfa4 in put(int*, int) /home/me/box.cpp:4:14\n"
    "    #1 0x55fc2c99ceca in main /home/me/box.cpp:6\n"
    "\n"
    "0x604000000038 is located 0 bytes to the right of 40-byte region [0x604000000010,0x604000000038)\n"
    "allocated by thread T0 here:\n"
    "    #0 0x7f0 in __interceptor_malloc ../../../../src/libsanitizer/asan/asan_malloc_linux.cpp:145\n"
    "    #1 0x55f in (anonymous namespace)::make(int) /home/me/box.cpp:9\n"
    "\n"
    "SUMMARY: AddressSanitizer: heap-buffer-overflow /home/me/box.cpp:4:14 in put(int*, int)\n";

static void parse(const char *text, struct tr_sanitizer_text *ret)
{
    assert_true(tr_sanitizer_text_parse(made.arena, text, ret));
}

static void a_report_is_taken_apart(void **state)
{
    (void)state;
    struct tr_sanitizer_text told;
    parse(overflow, &told);
    assert_int_equal(told.kind, TR_KIND_HEAP_BUFFER_OVERFLOW);
    assert_string_equal(told.message, "heap-buffer-overflow on address 0x604000000038");
    assert_int_equal(told.address.value, 0x604000000038);
    assert_int_equal(told.access, TR_ACCESS_WRITE);
    assert_int_equal(told.size.value, 4);
    assert_int_equal(told.frames.count, 2);
    const struct tr_frame *frame = tr_sanitizer_text_frame(&told.frames);
    assert_string_equal(frame->function, "put");
    assert_string_equal(frame->file, "/home/me/box.cpp");
    assert_int_equal(frame->line.value, 4);
    assert_int_equal(frame->column.value, 14);
    const struct tr_block *block = told.heap->block;
    assert_int_equal(block->address.value, 0x604000000010);
    assert_int_equal(block->size.value, 40);
    assert_int_equal(block->offset.value, 40);
    assert_int_equal(block->allocated_at.count, 1); /* the sanitizer's own frame is left out */
    assert_string_equal(tr_list_at(&block->allocated_at, struct tr_frame, 0)->function, "(anonymous namespace)::make");
}

static void frames_may_be_without_an_address(void **state)
{
    (void)state;
    struct tr_sanitizer_text told;
    parse("WARNING: ThreadSanitizer: data race (pid=19)\n"
          "  Read of size 4 at 0x55e6 by thread T2:\n"
          "    #0 work /home/me/race.cpp:4 (program+0x1255)\n"
          "    #1 <null> <null> (libstdc++.so.6+0xd44a2)\n",
          &told);
    assert_int_equal(told.kind, TR_KIND_DATA_RACE);
    assert_string_equal(told.message, "data race");
    assert_string_equal(tr_sanitizer_text_frame(&told.frames)->function, "work");
    assert_int_equal(tr_sanitizer_text_frame(&told.frames)->line.value, 4);
}

static void leaks_are_counted(void **state)
{
    (void)state;
    struct tr_sanitizer_text told;
    parse("==9==ERROR: LeakSanitizer: detected memory leaks\n\n"
          "Direct leak of 18 byte(s) in 3 object(s) allocated from:\n"
          "    #0 0x7 in strdup ../x.cpp:439\n"
          "    #1 0x5 in main /home/me/a.c:4\n\n"
          "Indirect leak of 7 byte(s) in 1 object(s) allocated from:\n"
          "    #0 0x5 in main /home/me/a.c:5\n",
          &told);
    assert_int_equal(told.kind, TR_KIND_MEMORY_LEAK);
    assert_int_equal(told.heap->leaks.count, 2);
    assert_int_equal(tr_list_at(&told.heap->leaks, struct tr_leak, 0)->bytes.value, 18);
    assert_int_equal(tr_list_at(&told.heap->leaks, struct tr_leak, 1)->blocks.value, 1);
}

static void undefined_behaviour_names_its_place(void **state)
{
    (void)state;
    struct tr_sanitizer_text told;
    parse("hello\n/home/me/a.c:3:32: runtime error: division by zero\nmore\n", &told);
    assert_int_equal(told.kind, TR_KIND_DIVISION_BY_ZERO);
    assert_string_equal(told.location->file, "/home/me/a.c");
    assert_int_equal(told.location->line.value, 3);
    assert_int_equal(told.location->column.value, 32);
    parse("a.c:3: runtime error: index 3 out of bounds for type 'int [3]'", &told);
    assert_int_equal(told.kind, TR_KIND_OUT_OF_BOUNDS_INDEX);
    assert_false(told.location->column.known);
}

static void other_words_are_no_report(void **state)
{
    (void)state;
    struct tr_sanitizer_text told;
    static const char *const texts[] = {"", "Sanitizer: ", "AddressSanitizer: nothing", ": runtime error: x", "x: runtime error: y",
                                        "12345678901:1: runtime error"};
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
        assert_false(tr_sanitizer_text_parse(made.arena, texts[i], &told));
    /* Every beginning of a report, as it is when cut. */
    for (size_t length = 0; length < sizeof(overflow); length++)
        tr_sanitizer_text_parse(made.arena, tr_arena_strndup(made.arena, overflow, length), &told);
}

static void a_finding_shows_the_access_and_its_block(void **state)
{
    (void)state;
    made.facts.exit_code = tr_number(1);
    made.report->sanitizer_text = overflow;
    made.report->memory = tr_arena_new(made.arena, struct tr_memory_view);
    made_library("__asan_report_store4");
    made_fault(0x604000000038, TR_ACCESS_WRITE, 4);
    struct tr_evaluated *access = made_expression("v[i]", "subscript_expression", -1, NULL);
    access->address = tr_word(0x604000000038);
    access->size = tr_number(4);
    made_pointer("v", "identifier", 0, "base", 0x604000000010);
    made_integer("i", "identifier", 0, "index", 10);
    struct tr_finding *finding = made_diagnosis(TR_KIND_HEAP_BUFFER_OVERFLOW, "v[i] (i = 10) must not be written at main.c:7: it lies right behind");
    assert_int_equal(finding->confidence, TR_CONFIDENCE_VERIFIED);
    assert_string_equal(finding->expression->text, "v[i]");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        MADE_TEST(a_report_is_taken_apart),
        MADE_TEST(frames_may_be_without_an_address),
        MADE_TEST(leaks_are_counted),
        MADE_TEST(undefined_behaviour_names_its_place),
        MADE_TEST(other_words_are_no_report),
        MADE_TEST(a_finding_shows_the_access_and_its_block),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
