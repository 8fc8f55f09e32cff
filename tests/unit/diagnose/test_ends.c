#include "made.h"

#include "diagnose/last_words.h"

#include "diagnose/abort_text.h"
#include "diagnose/library_call.h"
#include "diagnose/variables.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <string.h>

static void make_abort(const char *message)
{
    made_signal("SIGABRT", "SI_TKILL", true);
    made_library("abort");
    made.report->abort_message = message;
}

static void an_assertion_is_taken_apart(void **state)
{
    (void)state;
    struct tr_assertion assertion;
    assert_true(tr_assertion_parse(
        made.arena, "a: b: dir/x.c:12: int f(char *, const A::B &): Assertion `a < b' failed.\n", &assertion));
    assert_string_equal(assertion.condition, "a < b");
    assert_string_equal(assertion.file, "dir/x.c");
    assert_string_equal(assertion.function, "int f(char *, const A::B &)");
    assert_int_equal(assertion.line, 12);
    assert_true(tr_assertion_parse(made.arena, "p: x.c:1: f: Assertion `s != \"' failed.\"' failed.", &assertion));
    assert_string_equal(assertion.condition, "s != \"' failed.\"");
    assert_false(tr_assertion_parse(made.arena, "p: Assertion failed", &assertion));
    assert_false(tr_assertion_parse(made.arena, "p: x.c:1: f: Assertion `never ends", &assertion));
}

static void a_failed_assertion_has_its_values(void **state)
{
    (void)state;
    made_local("x", "double", TR_VALUE_FLOAT, "-1.5");
    made_local("max", "int", TR_VALUE_INTEGER, "3");
    make_abort("prog: main.c:6: f: Assertion `x >= 0.0' failed.\n");
    struct tr_finding *finding =
        made_diagnosis(TR_KIND_ASSERTION_FAILURE, "the assertion \"x >= 0.0\" at main.c:6 does not hold (x = -1.5)");
    assert_int_equal(finding->location->line.value, 6);
    assert_int_equal(finding->expression->operands.count, 1);
}

static void an_assertion_of_another_file_keeps_the_users_line(void **state)
{
    (void)state;
    make_abort("prog: ../lib/list.c:90: list_get: Assertion `n' failed.\n");
    assert_int_equal(made_diagnosis(TR_KIND_ASSERTION_FAILURE, "the assertion \"n\"")->location->line.value, 7);
}

static void make_region(uint64_t start, uint64_t end, const char *permissions, const char *name)
{
    struct tr_region *region = tr_list_new(made.arena, &made.report->memory->regions, struct tr_region);
    *region = (struct tr_region){tr_word(start), tr_word(end), permissions, name};
}

static void make_free(uint64_t pointer)
{
    made_expression("free(p)", "call_expression", -1, NULL)->callee = "free";
    struct tr_evaluated *argument = made_pointer("p", "identifier", 0, "argument", pointer);
    argument->argument = tr_number(0);
    make_region(0x10000, 0x20000, "r--p", "/bin/a");
    make_region(0x20000, 0x21000, "rw-p", "/bin/a");
    make_region(0x21000, 0x40000, "rw-p", "[heap]");
    make_region(0x80000, 0x90000, "rw-p", NULL); /* the stack of a thread */
    made_register("rsp", 0x88000);
    make_abort("free(): invalid size");
    made_library("free");
}

static void what_is_no_block_cannot_be_freed(void **state)
{
    (void)state;
    make_free(0x88010);
    struct tr_finding *finding = made_diagnosis(TR_KIND_INVALID_FREE, "p = 0x88010 is memory of the stack");
    assert_int_equal(finding->confidence, TR_CONFIDENCE_VERIFIED);
}

static void static_data_cannot_be_freed(void **state)
{
    (void)state;
    make_free(0x20010);
    made_diagnosis(TR_KIND_INVALID_FREE, "p = 0x20010 is static memory of the program: free");
}

static void a_block_of_the_heap_may_be_damaged(void **state)
{
    (void)state;
    make_free(0x22010);
    struct tr_finding *finding = made_diagnosis(TR_KIND_HEAP_CORRUPTION, "or the block's record has been overwritten");
    assert_int_equal(finding->confidence, TR_CONFIDENCE_LIKELY);
}

/* A heap of three blocks: the allocator's own, 24 bytes at 0x212a0, 40 bytes at 0x212c0; then what is left. */
static uint64_t *make_heap(uint64_t pointer)
{
    static uint64_t words[0x2f0 / 8];
    make_free(pointer);
    memset(words, 0, sizeof(words));
    words[0x8 / 8] = 0x291;
    words[0x298 / 8] = 0x21;
    words[0x2b8 / 8] = 0x31;
    words[0x2e8 / 8] = 0x40000 - 0x212e0;
    made.memory = words;
    made.memory_address = 0x21000;
    made.memory_size = sizeof(words);
    return words;
}

static void a_damaged_record_is_told_with_the_block_before_it(void **state)
{
    (void)state;
    make_heap(0x212c0)[0x2b8 / 8] = 0x4141414141414141;
    made_local("name", "char *", TR_VALUE_POINTER, "0x212a0");
    struct tr_finding *finding =
        made_diagnosis(TR_KIND_HEAP_CORRUPTION, "behind name (24 bytes) has been overwritten with the text \"AAAAAAAA\"");
    assert_int_equal(finding->confidence, TR_CONFIDENCE_VERIFIED);
    made_says(finding->proof, "at 0x212b8 is 0x4141414141414141");
}

static void a_record_as_large_as_the_heap_is_none(void **state)
{
    (void)state;
    make_heap(0x212c0)[0x2b8 / 8] = 0x1ed61; /* 16 bytes more than there are */
    made_diagnosis(TR_KIND_HEAP_CORRUPTION, "behind a block of 24 bytes at 0x212a0");
    made.report->abort_message = "free(): invalid pointer";
    made_diagnosis(TR_KIND_HEAP_CORRUPTION, "behind a block of 24 bytes at 0x212a0");
}

static void a_pointer_into_a_block_is_told_with_its_beginning(void **state)
{
    (void)state;
    make_heap(0x212c8);
    struct tr_finding *finding =
        made_diagnosis(TR_KIND_INVALID_FREE, "given p = 0x212c8 at main.c:7, which lies 8 bytes into a block, not at its beginning");
    assert_int_equal(finding->confidence, TR_CONFIDENCE_VERIFIED);
    made_says(finding->proof, "= 0x212c0, where the allocator's records have a block of 40 bytes");
}

static void of_a_whole_heap_nothing_is_said(void **state)
{
    (void)state;
    make_heap(0x212c0);
    made_diagnosis(TR_KIND_HEAP_CORRUPTION, "or the block's record has been overwritten");
}

static void the_allocator_means_different_things(void **state)
{
    (void)state;
    static const struct {
        const char *message;
        enum tr_kind kind;
    } rows[] = {
        {"free(): double free detected in tcache 2\n", TR_KIND_DOUBLE_FREE},
        {"double free or corruption (fasttop)\n", TR_KIND_DOUBLE_FREE},
        {"double free or corruption (out)\n", TR_KIND_HEAP_CORRUPTION},
        {"free(): invalid pointer\n", TR_KIND_INVALID_FREE},
        {"munmap_chunk(): invalid pointer\n", TR_KIND_INVALID_FREE},
        {"free(): invalid next size (fast)\n", TR_KIND_HEAP_CORRUPTION},
        {"malloc(): corrupted top size\n", TR_KIND_HEAP_CORRUPTION},
        {"corrupted size vs. prev_size\n", TR_KIND_HEAP_CORRUPTION},
        {"Fatal glibc error: malloc assertion failure in sysmalloc: (old_top)\n", TR_KIND_HEAP_CORRUPTION},
        {"prog: malloc.c:2617: sysmalloc: Assertion `old_top' failed.\n", TR_KIND_HEAP_CORRUPTION},
        {"*** stack smashing detected ***: terminated\n", TR_KIND_STACK_BUFFER_OVERFLOW},
        {"*** buffer overflow detected ***: terminated\n", TR_KIND_FORTIFY_FAILURE},
        {"the program's own words\n", TR_KIND_ABORT},
    };
    made_signal("SIGABRT", "SI_TKILL", true);
    made_library("abort");
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        made.report->abort_message = rows[i].message;
        made_diagnosis(rows[i].kind, "main.c:7");
    }
}

static void the_full_array_is_the_smashed_one(void **state)
{
    (void)state;
    static const char memory[] = "0123456789abcdefXYZ\0short\0\0";
    made.memory = memory;
    made.memory_address = 0x1000;
    made.memory_size = sizeof(memory);
    made_local("small", "char[8]", TR_VALUE_STRING, "\"short\"")->address = tr_word(0x1014);
    made_local("big", "char[16]", TR_VALUE_STRING, "\"…\"")->address = tr_word(0x1000);
    make_abort("*** stack smashing detected ***: terminated\n");
    struct tr_finding *finding =
        made_diagnosis(TR_KIND_STACK_BUFFER_OVERFLOW, "big (char[16]) of f was written past its end");
    made_says(tr_list_at(&finding->evidence, struct tr_evidence, 0)->text, "\"0123456789abcdefXYZ\"");
}

/* An overflow of numbers fills the text above them. */
static void a_text_that_begins_below_is_not_the_arrays(void **state)
{
    (void)state;
    static const char memory[] = "DCBADCBADCBADCBADCBADCBADCBADCBADCBA";
    made.memory = memory;
    made.memory_address = 0x1000;
    made.memory_size = sizeof(memory);
    made_local("name", "char[16]", TR_VALUE_STRING, "\"…\"")->address = tr_word(0x1010);
    made_local("numbers", "int[4]", TR_VALUE_ARRAY, NULL)->address = tr_word(0x1000);
    make_abort("*** stack smashing detected ***: terminated\n");
    made_diagnosis(TR_KIND_STACK_BUFFER_OVERFLOW, "an array of f was written past its end");
    static const char above[] = "\1\0\0\0\2\0\0\0\3\0\0\0\4\0\0\0everyone in the room";
    made.memory = above;
    made.memory_size = sizeof(above);
    made_diagnosis(TR_KIND_STACK_BUFFER_OVERFLOW, "name (char[16]) of f was written past its end");
}

static void two_arrays_without_a_trace_are_ambiguous(void **state)
{
    (void)state;
    made_local("a", "int[4]", TR_VALUE_ARRAY, NULL)->address = tr_word(0x1000);
    made_local("b", "int[4]", TR_VALUE_ARRAY, NULL)->address = tr_word(0x1010);
    make_abort("*** stack smashing detected ***: terminated\n");
    struct tr_finding *finding = made_diagnosis(TR_KIND_STACK_BUFFER_OVERFLOW, "an array of f");
    assert_int_equal(finding->expression->ambiguous.count, 2);
    assert_int_equal(finding->expression->operands.count, 0);
}

/* An array of an inlined function, which no frame shows. */
static struct tr_stack_array *make_hidden(const char *path, const char *function, int function_line, int line,
                                          uint64_t address)
{
    struct tr_stack_array *array = tr_list_new(made.arena, &made.report->stack_arrays, struct tr_stack_array);
    struct tr_location *location = tr_arena_new(made.arena, struct tr_location);
    *location = (struct tr_location){.function = function, .file = "main.c", .line = tr_number(function_line)};
    *array = (struct tr_stack_array){.path = path, .type = "char[16]", .size = tr_number(16), .line = tr_number(line),
                                     .address = {address != 0, address}, .location = location, .inlined_into = "f"};
    return array;
}

static void an_array_of_an_inlined_function_is_named(void **state)
{
    (void)state;
    make_hidden("banner", "greet", 4, 6, 0x1000);
    make_hidden("banner", "greet", 4, 6, 0x1020);
    make_abort("*** stack smashing detected ***: terminated\n");
    struct tr_finding *finding = made_diagnosis(TR_KIND_STACK_BUFFER_OVERFLOW,
                                                "banner (char[16]) of greet (inlined into f) was written past its end; "
                                                "noticed at main.c:7");
    assert_string_equal(finding->location->function, "greet");
    assert_int_equal(finding->location->line.value, 4);
    assert_int_equal(finding->confidence, TR_CONFIDENCE_VERIFIED);
    made_says(finding->proof, "return address of f has changed");
    made_says(tr_list_at(&finding->evidence, struct tr_evidence, 0)->text, "banner is likely the one");
    made_says(tr_list_at(&finding->evidence, struct tr_evidence, 1)->text, "banner is declared at line 6 of main.c");
    assert_string_equal(tr_list_at(&finding->expression->operands, struct tr_operand, 0)->text, "banner");
}

static void arrays_of_one_inlined_function_share_its_place(void **state)
{
    (void)state;
    make_hidden("a", "greet", 4, 6, 0x1000);
    make_hidden("b", "greet", 4, 7, 0);
    make_abort("*** stack smashing detected ***: terminated\n");
    struct tr_finding *finding =
        made_diagnosis(TR_KIND_STACK_BUFFER_OVERFLOW, "an array of greet (inlined into f) was written past its end");
    assert_string_equal(finding->location->function, "greet");
    assert_int_equal(finding->expression->ambiguous.count, 2);
    assert_string_equal(finding->expression->ambiguous.items[1], "b of greet");
}

static void arrays_of_several_functions_are_ambiguous(void **state)
{
    (void)state;
    make_hidden("banner", "greet", 4, 6, 0x1000);
    made_local("line", "int[4]", TR_VALUE_ARRAY, NULL)->address = tr_word(0x1010);
    make_abort("*** stack smashing detected ***: terminated\n");
    struct tr_finding *finding = made_diagnosis(TR_KIND_STACK_BUFFER_OVERFLOW,
                                                "an array of f or of a function inlined into it was written past");
    assert_int_equal(finding->location->line.value, 7);
    assert_int_equal(finding->expression->ambiguous.count, 2);
    assert_int_equal(finding->expression->operands.count, 0);
}

/* Two variables whose scopes have ended may lie in the same bytes. */
static void a_shared_text_names_no_array(void **state)
{
    (void)state;
    static const char memory[] = "0123456789abcdefXYZ\0short\0\0";
    made.memory = memory;
    made.memory_address = 0x1000;
    made.memory_size = sizeof(memory);
    make_hidden("banner", "greet", 4, 6, 0x1000);
    struct tr_stack_array *other = make_hidden("values", "total", 13, 15, 0x1008);
    make_abort("*** stack smashing detected ***: terminated\n");
    made_diagnosis(TR_KIND_STACK_BUFFER_OVERFLOW, "an array of f or of a function inlined into it");
    other->address = tr_word(0x1010);
    made_diagnosis(TR_KIND_STACK_BUFFER_OVERFLOW, "banner (char[16]) of greet (inlined into f)");
}

static void a_list_of_arrays_that_was_cut_names_none(void **state)
{
    (void)state;
    make_hidden("banner", "greet", 4, 6, 0x1000);
    made.report->stack_arrays_cut = TR_TRUE;
    make_abort("*** stack smashing detected ***: terminated\n");
    struct tr_finding *finding = made_diagnosis(TR_KIND_STACK_BUFFER_OVERFLOW,
                                                "an array of f or of a function inlined into it was written past");
    assert_int_equal(finding->location->line.value, 7);
}

static void array_types_are_measured(void **state)
{
    (void)state;
    uint64_t elements, size;
    bool is_text;
    assert_true(tr_array_type("volatile const char[16]", &elements, &size, &is_text));
    assert_true(elements == 16 && size == 16 && is_text);
    assert_true(tr_array_type("struct point *[3][4]", &elements, &size, &is_text));
    assert_true(elements == 12 && size == 96 && !is_text);
    assert_true(tr_array_type("struct point[3]", &elements, &size, &is_text));
    assert_true(elements == 3 && size == 0);
    assert_false(tr_array_type("int", &elements, &size, &is_text));
    assert_false(tr_array_type("int[]", &elements, &size, &is_text));
    assert_false(tr_array_type("int[99999999999999][99999999999]", &elements, &size, &is_text));
    assert_false(tr_array_type("int (*)[3]x", &elements, &size, &is_text));
}

static void library_names_are_as_written(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"__strlen_avx2", "strlen"},
        {"__strcmp_evex", "strcmp"},
        {"__strcpy_chk", "strcpy"},
        {"_IO_fgets", "fgets"},
        {"__isoc99_scanf", "scanf"},
        {"strlen", "strlen"},
        {"__assert_fail", "__assert_fail"},
        {"fclose@@GLIBC_2.2.5", "fclose"},
        {"std::map<int, std::vector<int> >::at", "std::map::at"},
        {"A::operator<", "A::operator<"},
        {"std::vector<int>::operator[]", "std::vector::operator[]"},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        assert_string_equal(tr_library_name(made.arena, rows[i][0]), rows[i][1]);
}

static void make_exception(const char *type, const char *what)
{
    made.report->exception = tr_arena_new(made.arena, struct tr_exception);
    *made.report->exception = (struct tr_exception){.type = type, .what = what, .address = tr_word(0x5000)};
}

static void an_exception_is_named(void **state)
{
    (void)state;
    make_exception("std::out_of_range", "map::at");
    made_library("std::map<int, int>::at");
    made_library("__cxa_throw");
    made_library("std::terminate");
    make_abort(NULL);
    struct tr_finding *finding = made_diagnosis(
        TR_KIND_UNCAUGHT_EXCEPTION, "std::out_of_range (\"map::at\") was thrown at main.c:7 by std::map::at");
    assert_int_equal(finding->confidence, TR_CONFIDENCE_VERIFIED);
}

static void a_caught_exception_is_not_uncaught(void **state)
{
    (void)state;
    make_exception("std::out_of_range", "map::at");
    make_abort(NULL);
    made_says(tr_list_at(&made_diagnosis(TR_KIND_ABORT, "gave up")->evidence, struct tr_evidence, 0)->text,
              "std::out_of_range");
}

static void terminate_has_other_reasons(void **state)
{
    (void)state;
    made_library("std::thread::~thread");
    made_library("std::terminate");
    make_abort(NULL);
    made_diagnosis(TR_KIND_TERMINATE_CALLED, "still joinable");
    made_library("__cxa_throw");
    made_library("_Unwind_RaiseException");
    made_library("__gxx_personality_v0");
    made_diagnosis(TR_KIND_TERMINATE_CALLED, "noexcept");
    made_library("__cxa_pure_virtual");
    made_diagnosis(TR_KIND_PURE_VIRTUAL_CALL, "a pure virtual function");
}

static void make_division(const char *divisor, int64_t value)
{
    made_expression("a / b", "binary_expression", -1, NULL);
    made_integer("a", "identifier", 0, "left", INT32_MIN);
    made_integer(divisor, "identifier", 0, "divisor", value);
    made_signal("SIGFPE", "FPE_INTDIV", false);
}

static void a_zero_divisor_is_named(void **state)
{
    (void)state;
    make_division("b", 0);
    made_diagnosis(TR_KIND_DIVISION_BY_ZERO, "b is 0 at main.c:7, so \"a / b\" has no value");
    made.report->expressions.count = 0;
    made_diagnosis(TR_KIND_FATAL_SIGNAL, "SIGFPE");
    made.report->divisor = tr_word(0);
    made_instruction("f7f9", "idiv ecx");
    made_diagnosis(TR_KIND_DIVISION_BY_ZERO, "an integer was divided by 0 at main.c:7");
}

static void minus_one_is_no_zero(void **state)
{
    (void)state;
    make_division("b", -1);
    made.report->divisor = tr_word((uint64_t)-1);
    made_diagnosis(TR_KIND_INTEGER_DIVISION_OVERFLOW, "divides a = -2147483648 by -1");
}

static void a_floating_point_trap_is_another_thing(void **state)
{
    (void)state;
    make_division("b", 0);
    made_signal("SIGFPE", "FPE_FLTDIV", false);
    made_diagnosis(TR_KIND_FLOATING_POINT_TRAP, "a floating-point number was divided by 0");
}

/* A main thread's stack that ends at 0x7ff000 800 000; f recurses. */
static struct tr_fault *make_overflow(void)
{
    made_signal("SIGSEGV", "SEGV_MAPERR", false);
    struct tr_fault *fault = made_fault(0x7ff000000ff8, TR_ACCESS_WRITE, 8);
    fault->nearest = "8 bytes below [stack] (rw-)";
    made_register("rsp", 0x7ff000001000);
    made.user->cfa = tr_word(0x7ff000001030);
    struct tr_frame *outer = tr_list_new(made.arena, &made.thread->frames, struct tr_frame);
    *outer = *made.user;
    outer->cfa = tr_word(0x7ff000800000);
    made.report->stack_limit = tr_number(8 << 20);
    return fault;
}

static void a_recursion_is_told(void **state)
{
    (void)state;
    make_overflow();
    made.thread->repeated = tr_arena_new(made.arena, struct tr_repeated);
    made.thread->repeated->times = tr_number(1000);
    tr_list_add(made.arena, &made.thread->repeated->cycle, (void *)"f");
    struct tr_finding *finding = made_diagnosis(TR_KIND_STACK_OVERFLOW, "f calls itself, 1000 times");
    assert_int_equal(finding->confidence, TR_CONFIDENCE_VERIFIED);
}

static void a_small_stack_is_not_proved_full(void **state)
{
    (void)state;
    make_overflow();
    made.report->stack_limit = tr_number(64 << 20);
    assert_int_equal(made_diagnosis(TR_KIND_STACK_OVERFLOW, "the stack was used up")->confidence, TR_CONFIDENCE_LIKELY);
}

static void a_fault_elsewhere_is_no_stack_overflow(void **state)
{
    (void)state;
    make_overflow()->nearest = "8 bytes past the end of [heap] (rw-)";
    made_diagnosis(TR_KIND_WILD_POINTER_DEREFERENCE, "0x7ff000000ff8");
}

static void a_call_of_null_is_told(void **state)
{
    (void)state;
    made_signal("SIGSEGV", "SEGV_MAPERR", false);
    made_fault(0, TR_ACCESS_EXECUTE, 0);
    made_register("rip", 0);
    made_register("rsp", 0x1000);
    made_diagnosis(TR_KIND_NULL_FUNCTION_CALL, "a function pointer that is NULL was called at main.c:7");
    made_fault(0x123456, TR_ACCESS_EXECUTE, 0);
    made_diagnosis(TR_KIND_WILD_JUMP, "the program jumped to 0x123456");
}

static void a_return_to_text_is_an_overflow(void **state)
{
    (void)state;
    static const char memory[] = "AAAAAAAAAAAAAAAA";
    made.memory = memory;
    made.memory_address = 0x0ff8;
    made.memory_size = sizeof(memory);
    made_signal("SIGSEGV", "SI_KERNEL", false);
    made_register("rsp", 0x1000);
    made.user->pc = tr_word(0x401000);
    made_instruction("c3", "ret");
    made_local("room", "int[4]", TR_VALUE_ARRAY, NULL)->address = tr_word(0x0f00);
    made_diagnosis(TR_KIND_STACK_BUFFER_OVERFLOW,
                   "room (int[4]) of f was written past its end, over the return address");
}

static void traps_say_which_check(void **state)
{
    (void)state;
    made_signal("SIGILL", "ILL_ILLOPN", false);
    made_instruction("670fb94012", "ud1 eax, dword ptr [eax + 0x12]");
    made_diagnosis(TR_KIND_TRAP, "an index outside of its array");
    made_instruction("670fb9400b", "ud1 eax, dword ptr [eax + 0xb]");
    made_diagnosis(TR_KIND_MISSING_RETURN, "without returning a value");
    made_instruction("0f0b", "ud2");
    made_diagnosis(TR_KIND_TRAP, "the program came to a trap at main.c:7");
    made_instruction("06", "");
    made_diagnosis(TR_KIND_ILLEGAL_INSTRUCTION, "no instruction");
}

static void the_kernels_own_signals_are_no_kill(void **state)
{
    (void)state;
    made_signal("SIGPIPE", "SI_USER", true);
    made_diagnosis(TR_KIND_BROKEN_PIPE, "a pipe or socket");
    made_signal("SIGXFSZ", "SI_USER", true);
    made_diagnosis(TR_KIND_FILE_LIMIT, "the limit on file sizes");
    made_library("kill");
    made_diagnosis(TR_KIND_EXTERNAL_SIGNAL, "the program itself");
}

static void the_last_words_are_quoted(void **state)
{
    (void)state;
    made.facts.exit_code = tr_number(2);
    made.report->io = tr_arena_new(made.arena, struct tr_io);
    made.report->io->stderr = tr_arena_new(made.arena, struct tr_output);
    made.report->io->stderr->text = "one\nFAIL: \"x\"\n\n";
    struct tr_finding *finding = made_diagnosis(TR_KIND_NONZERO_EXIT, "exit status 2");
    tr_last_words_tell(made.arena, made.report, finding);
    made_says(finding->summary, "after \"FAIL: \\\"x\\\"\"");
    made_says(tr_list_at(&finding->evidence, struct tr_evidence, 0)->text, "is \"FAIL: \\\"x\\\"\"");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        MADE_TEST(an_assertion_is_taken_apart),
        MADE_TEST(a_failed_assertion_has_its_values),
        MADE_TEST(an_assertion_of_another_file_keeps_the_users_line),
        MADE_TEST(what_is_no_block_cannot_be_freed),
        MADE_TEST(static_data_cannot_be_freed),
        MADE_TEST(a_block_of_the_heap_may_be_damaged),
        MADE_TEST(a_damaged_record_is_told_with_the_block_before_it),
        MADE_TEST(a_record_as_large_as_the_heap_is_none),
        MADE_TEST(a_pointer_into_a_block_is_told_with_its_beginning),
        MADE_TEST(of_a_whole_heap_nothing_is_said),
        MADE_TEST(the_allocator_means_different_things),
        MADE_TEST(the_full_array_is_the_smashed_one),
        MADE_TEST(a_text_that_begins_below_is_not_the_arrays),
        MADE_TEST(two_arrays_without_a_trace_are_ambiguous),
        MADE_TEST(an_array_of_an_inlined_function_is_named),
        MADE_TEST(arrays_of_one_inlined_function_share_its_place),
        MADE_TEST(arrays_of_several_functions_are_ambiguous),
        MADE_TEST(a_shared_text_names_no_array),
        MADE_TEST(a_list_of_arrays_that_was_cut_names_none),
        MADE_TEST(array_types_are_measured),
        MADE_TEST(library_names_are_as_written),
        MADE_TEST(an_exception_is_named),
        MADE_TEST(a_caught_exception_is_not_uncaught),
        MADE_TEST(terminate_has_other_reasons),
        MADE_TEST(a_zero_divisor_is_named),
        MADE_TEST(minus_one_is_no_zero),
        MADE_TEST(a_floating_point_trap_is_another_thing),
        MADE_TEST(a_recursion_is_told),
        MADE_TEST(a_small_stack_is_not_proved_full),
        MADE_TEST(a_fault_elsewhere_is_no_stack_overflow),
        MADE_TEST(a_call_of_null_is_told),
        MADE_TEST(a_return_to_text_is_an_overflow),
        MADE_TEST(traps_say_which_check),
        MADE_TEST(the_kernels_own_signals_are_no_kill),
        MADE_TEST(the_last_words_are_quoted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
