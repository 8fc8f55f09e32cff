/* Accesses whose bad part is not the pointer right before them: rows, containers, references, calls. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "made.h"

enum { GRID = 0x404000 };

static struct tr_evaluated *make_grid(int64_t y, int64_t x, uint64_t address)
{
    made_signal("SIGSEGV", "SEGV_MAPERR", false);
    made_fault(address, TR_ACCESS_READ, 1);
    struct tr_evaluated *access = made_expression("grid[y][x]", "subscript_expression", -1, NULL);
    access->address = tr_word(address);
    access->size = tr_number(1);
    struct tr_evaluated *row = made_expression("grid[y]", "subscript_expression", 0, "base");
    row->elements = tr_number(64);
    row->size = tr_number(64);
    made_expression("grid", "identifier", 1, "base")->elements = tr_number(20);
    made_integer("y", "identifier", 1, "index", y);
    made_integer("x", "identifier", 0, "index", x);
    return access;
}

static void the_row_is_blamed(void **state)
{
    (void)state;
    make_grid(-4000, 3, GRID - 4000 * 64 + 3);
    made_diagnosis(TR_KIND_OUT_OF_BOUNDS_INDEX, "index y = -4000 is outside of grid (20 elements)");
}

static void the_index_that_leads_farthest_is_blamed(void **state)
{
    (void)state;
    make_grid(90000, 70, GRID + 90000 * 64 + 70);
    made_diagnosis(TR_KIND_OUT_OF_BOUNDS_INDEX, "index y = 90000 is outside of grid (20 elements)");
}

static void indexes_inside_are_not_blamed(void **state)
{
    (void)state;
    make_grid(19, 63, GRID + 19 * 64 + 63);
    made_diagnosis(TR_KIND_WILD_POINTER_DEREFERENCE, "0x4044ff");
}

static void make_back(int64_t elements)
{
    made_signal("SIGSEGV", "SEGV_MAPERR", false);
    made_fault(UINT64_MAX - 39, TR_ACCESS_READ, 4);
    struct tr_evaluated *access = made_expression("v.back().x", "field_expression", -1, NULL);
    access->address = tr_word(UINT64_MAX - 39);
    access->size = tr_number(4);
    made_expression("v.back()", "call_expression", 0, "base");
    made_expression("v.back", "field_expression", 1, "callee");
    struct tr_evaluated *container = made_expression("v", "identifier", 2, "base");
    container->kind = TR_VALUE_CONTAINER;
    container->elements = tr_number(elements);
}

static void an_element_of_nothing_is_told(void **state)
{
    (void)state;
    make_back(0);
    struct tr_finding *finding = made_diagnosis(TR_KIND_OUT_OF_BOUNDS_INDEX, "v is empty at main.c:7");
    assert_int_equal(finding->confidence, TR_CONFIDENCE_VERIFIED);
}

static void a_container_with_elements_is_not_blamed(void **state)
{
    (void)state;
    make_back(3);
    made_diagnosis(TR_KIND_WILD_POINTER_DEREFERENCE, "-40, just below 0");
}

static void a_reference_to_nothing_is_told(void **state)
{
    (void)state;
    made_signal("SIGSEGV", "SEGV_MAPERR", false);
    made_fault(4, TR_ACCESS_WRITE, 1);
    made_local("user", "User &", TR_VALUE_REFERENCE, "0x0");
    struct tr_evaluated *access = made_expression("user.name[0]", "subscript_expression", -1, NULL);
    access->address = tr_word(4);
    access->size = tr_number(1);
    struct tr_evaluated *name = made_expression("user.name", "field_expression", 0, "base");
    name->elements = tr_number(20);
    name->address = tr_word(4);
    made_expression("user", "identifier", 1, "base")->address = tr_word(0);
    made_diagnosis(TR_KIND_NULL_POINTER_DEREFERENCE, "user is a reference to what a NULL pointer points to");
}

static void an_iterator_at_the_end_is_told(void **state)
{
    (void)state;
    made_signal("SIGSEGV", "SEGV_MAPERR", false);
    made_fault(0x28, TR_ACCESS_READ, 4);
    made_expression("it->second", "field_expression", -1, NULL);
    struct tr_evaluated *iterator = made_expression("it", "identifier", 0, "base");
    iterator->kind = TR_VALUE_CONTAINER;
    iterator->value = "end()";
    struct tr_finding *finding = made_diagnosis(TR_KIND_NULL_POINTER_DEREFERENCE, "it is end() at main.c:7");
    assert_int_equal(finding->confidence, TR_CONFIDENCE_LIKELY);
}

static void make_call(uint64_t target)
{
    made_signal("SIGSEGV", "SI_KERNEL", false);
    made_instruction("ffd2", "call rdx");
    made_register("rdx", target);
    made_expression("b->click(b)", "call_expression", -1, NULL);
    made_pointer("b->click", "field_expression", 0, "callee", target);
}

static void a_call_to_text_is_a_wild_jump(void **state)
{
    (void)state;
    make_call(0x676e6968747972);
    struct tr_finding *finding = made_diagnosis(TR_KIND_WILD_JUMP, "b->click is 0x676e6968747972");
    assert_int_equal(finding->confidence, TR_CONFIDENCE_VERIFIED);
}

static void a_call_to_a_possible_address_is_none(void **state)
{
    (void)state;
    make_call(0x401136);
    made_diagnosis(TR_KIND_FATAL_SIGNAL, "SIGSEGV");
}

static void make_copy(int64_t length)
{
    made_signal("SIGSEGV", "SEGV_MAPERR", false);
    made_fault(0x405ff0, TR_ACCESS_WRITE, 16);
    made_library("memcpy");
    made_expression("memcpy(to, from, n)", "call_expression", -1, NULL)->callee = "memcpy";
    made_pointer("to", "identifier", 0, "argument", 0x406000)->argument = tr_number(0);
    made_pointer("from", "identifier", 0, "argument", 0x405000)->argument = tr_number(1);
    made_integer("n", "identifier", 0, "argument", length)->argument = tr_number(2);
}

static void a_negative_length_is_told(void **state)
{
    (void)state;
    make_copy(-9);
    made_diagnosis(TR_KIND_OUT_OF_BOUNDS_INDEX, "the length n of memcpy is -9 at main.c:7");
}

static void what_is_copied_is_not_written(void **state)
{
    (void)state;
    make_copy(64);
    struct tr_finding *finding = made_diagnosis(TR_KIND_WILD_POINTER_DEREFERENCE, "0x405ff0");
    assert_int_equal(finding->confidence, TR_CONFIDENCE_LIKELY);
}

static void a_copy_of_the_compilers_is_the_statements(void **state)
{
    (void)state;
    made_signal("SIGSEGV", "SEGV_MAPERR", false);
    made_fault(0, TR_ACCESS_READ, 8);
    made_library("memcpy");
    made_expression("copy = *from", "assignment_expression", -1, NULL);
    struct tr_evaluated *target = made_expression("*from", "pointer_expression", 0, "right");
    target->address = tr_word(0);
    target->size = tr_number(40);
    made_pointer("from", "identifier", 1, "operand", 0);
    struct tr_finding *finding = made_diagnosis(TR_KIND_NULL_POINTER_DEREFERENCE, "from is NULL at main.c:7");
    assert_int_equal(finding->confidence, TR_CONFIDENCE_VERIFIED);
}

static void make_start_up(void)
{
    made.thread->frames.count = 0;
    tr_list_new(made.arena, &made.thread->frames, struct tr_frame)->function = "__libc_start_call_main";
    struct tr_frame *start = tr_list_new(made.arena, &made.thread->frames, struct tr_frame);
    start->function = "_start";
    start->module = "/tmp/program";
}

static void the_start_up_code_stands_for_main(void **state)
{
    (void)state;
    make_start_up();
    assert_string_equal(tr_facts_place(&made.facts), "main");
    assert_string_equal(tr_facts_location(&made.facts)->function, "main");
    assert_non_null(tr_facts_location(&made.facts)->reason);
}

static void but_not_at_the_end(void **state)
{
    (void)state;
    make_start_up();
    tr_list_new(made.arena, &made.thread->frames, struct tr_frame)->function = "exit";
    assert_string_equal(tr_facts_place(&made.facts), "_start");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        MADE_TEST(the_start_up_code_stands_for_main),
        MADE_TEST(but_not_at_the_end),
        MADE_TEST(the_row_is_blamed),
        MADE_TEST(the_index_that_leads_farthest_is_blamed),
        MADE_TEST(indexes_inside_are_not_blamed),
        MADE_TEST(an_element_of_nothing_is_told),
        MADE_TEST(a_container_with_elements_is_not_blamed),
        MADE_TEST(a_reference_to_nothing_is_told),
        MADE_TEST(an_iterator_at_the_end_is_told),
        MADE_TEST(a_call_to_text_is_a_wild_jump),
        MADE_TEST(a_call_to_a_possible_address_is_none),
        MADE_TEST(a_negative_length_is_told),
        MADE_TEST(what_is_copied_is_not_written),
        MADE_TEST(a_copy_of_the_compilers_is_the_statements),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
