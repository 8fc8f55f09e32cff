#include "made.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <string.h>

/* sum += shapes[i]->origin->y, with shapes[1]->origin NULL. */
static void make_member(void)
{
    made_expression("sum += shapes[i]->origin->y", "assignment_expression", -1, NULL);
    struct tr_evaluated *access = made_expression("shapes[i]->origin->y", "field_expression", 0, "right");
    access->address = tr_word(4);
    access->size = access->member_offset = tr_number(4);
    struct tr_evaluated *origin = made_pointer("shapes[i]->origin", "field_expression", 1, "base", 0);
    origin->address = tr_word(0x55550000);
    origin->size = tr_number(8);
    made_pointer("shapes[i]", "subscript_expression", 2, "base", 0x5555fff8);
    made_pointer("shapes", "identifier", 3, "base", 0x7ffe0000);
    made_integer("i", "identifier", 3, "index", 1);
}

static const struct tr_operand *culprit(const struct tr_finding *finding)
{
    const struct tr_operand *found = NULL;
    TR_EACH(const struct tr_operand, operand, &finding->expression->operands)
    {
        if (operand->role != TR_ROLE_CULPRIT)
            continue;
        assert_null(found);
        found = operand;
    }
    return found;
}

static void a_member_of_null_is_proved(void **state)
{
    (void)state;
    make_member();
    made_signal("SIGSEGV", "SEGV_MAPERR", false);
    made_fault(4, TR_ACCESS_READ, 4);
    struct tr_finding *finding =
        made_diagnosis(TR_KIND_NULL_POINTER_DEREFERENCE, "shapes[i]->origin is NULL (i = 1) at main.c:7");
    assert_string_equal(finding->proof,
                        "0x0 (shapes[i]->origin) + 4 (offset of y) = 0x4, the faulting address (read of 4 bytes)");
    assert_string_equal(culprit(finding)->text, "shapes[i]->origin");
    assert_string_equal(finding->expression->text, "shapes[i]->origin->y");
    assert_int_equal(finding->cwe.value, 476);
}

static void an_address_that_nothing_computes_is_not_proved(void **state)
{
    (void)state;
    make_member();
    made_signal("SIGSEGV", "SEGV_MAPERR", false);
    made_fault(32, TR_ACCESS_READ, 4);
    assert_int_equal(made_diagnosis(TR_KIND_NULL_POINTER_DEREFERENCE, "a NULL pointer was used")->confidence,
                     TR_CONFIDENCE_LIKELY);
}

/* a->x + b->x, both NULL. */
static void make_two(void)
{
    made_expression("a->x + b->x", "binary_expression", -1, NULL);
    for (int i = 0; i < 2; i++) {
        struct tr_evaluated *access = made_expression(i ? "b->x" : "a->x", "field_expression", 0, i ? "right" : "left");
        access->address = tr_word(0);
        access->size = tr_number(4);
        access->range = tr_arena_new(made.arena, struct tr_range);
        *access->range = (struct tr_range){tr_number(7), tr_number(i ? 12 : 5), tr_number(7), tr_number(i ? 15 : 8)};
        made_pointer(i ? "b" : "a", "identifier", 1 + 2 * i, "base", 0);
    }
    made_signal("SIGSEGV", "SEGV_MAPERR", false);
    made_fault(0, TR_ACCESS_READ, 4);
}

static void two_candidates_are_ambiguous(void **state)
{
    (void)state;
    make_two();
    struct tr_finding *finding = made_diagnosis(TR_KIND_NULL_POINTER_DEREFERENCE, "a NULL pointer was used");
    assert_int_equal(finding->expression->ambiguous.count, 2);
    assert_null(culprit(finding));
    assert_int_equal(finding->confidence, TR_CONFIDENCE_LIKELY);
}

static void the_column_tells_two_candidates_apart(void **state)
{
    (void)state;
    make_two();
    made.user->column = tr_number(13);
    assert_string_equal(culprit(made_diagnosis(TR_KIND_NULL_POINTER_DEREFERENCE, "b is NULL"))->text, "b");
}

static void what_is_only_written_was_not_read(void **state)
{
    (void)state;
    made_expression("a->x = b->x", "assignment_expression", -1, NULL);
    for (int i = 0; i < 2; i++) {
        struct tr_evaluated *access = made_expression(i ? "b->x" : "a->x", "field_expression", 0, i ? "right" : "left");
        access->address = tr_word(0);
        access->size = tr_number(4);
        made_pointer(i ? "b" : "a", "identifier", 1 + 2 * i, "base", 0);
    }
    made_signal("SIGSEGV", "SEGV_MAPERR", false);
    made_fault(0, TR_ACCESS_READ, 4);
    made_diagnosis(TR_KIND_NULL_POINTER_DEREFERENCE, "b is NULL");
    made_fault(0, TR_ACCESS_WRITE, 4);
    made_diagnosis(TR_KIND_NULL_POINTER_DEREFERENCE, "a is NULL");
}

static struct tr_evaluated *make_call(const char *text, const char *callee)
{
    struct tr_evaluated *call = made_expression(text, "call_expression", -1, NULL);
    call->callee = callee;
    return call;
}

static struct tr_evaluated *make_argument(const char *text, int number, uint64_t word)
{
    struct tr_evaluated *argument = made_pointer(text, "identifier", 0, "argument", word);
    argument->argument = tr_number(number);
    return argument;
}

static void a_null_given_to_a_library_is_told_at_the_call(void **state)
{
    (void)state;
    make_call("strcmp(role, name)", "strcmp");
    make_argument("role", 0, 0x5555000);
    make_argument("name", 1, 0);
    made_library("__strcmp_avx2");
    made_signal("SIGSEGV", "SEGV_MAPERR", false);
    made_fault(0, TR_ACCESS_READ, 0);
    struct tr_finding *finding = made_diagnosis(
        TR_KIND_NULL_POINTER_DEREFERENCE, "name is NULL at main.c:7, but strcmp needs a string as its argument 2");
    assert_string_equal(culprit(finding)->text, "name");
}

static void a_null_that_is_allowed_is_no_culprit(void **state)
{
    (void)state;
    make_call("strtol(text, end, 10)", "strtol");
    make_argument("end", 1, 0);
    made_library("strtol");
    made_signal("SIGSEGV", "SEGV_MAPERR", false);
    made_fault(0, TR_ACCESS_READ, 1);
    assert_int_equal(made_diagnosis(TR_KIND_NULL_POINTER_DEREFERENCE, "a NULL pointer was used")->confidence,
                     TR_CONFIDENCE_LIKELY);
}

static void a_failed_open_is_cited(void **state)
{
    (void)state;
    make_call("fclose(cfg)", "fclose");
    make_argument("cfg", 0, 0)->type = "FILE *";
    made_library("fclose");
    made_signal("SIGSEGV", "SEGV_MAPERR", false);
    made_fault(0, TR_ACCESS_READ, 4);
    made.report->syscalls = tr_arena_new(made.arena, struct tr_syscalls);
    struct tr_syscall *call = tr_list_new(made.arena, &made.report->syscalls->failed, struct tr_syscall);
    *call = (struct tr_syscall){.name = "openat", .text = "openat(AT_FDCWD, \"a.ini\", O_RDONLY)", .error = "ENOENT"};
    made_says(made_diagnosis(TR_KIND_NULL_POINTER_DEREFERENCE, "cfg is NULL")->hint, "find why cfg is NULL");
    call->location = tr_facts_location(&made.facts);
    struct tr_finding *finding = made_diagnosis(TR_KIND_NULL_POINTER_DEREFERENCE, "cfg is NULL");
    made_says(tr_list_at(&finding->evidence, struct tr_evidence, 0)->text, "\"a.ini\", O_RDONLY) failed with ENOENT");
    assert_string_equal(tr_list_at(&finding->evidence, struct tr_evidence, 0)->ref, "/syscalls/failed/0");
}

static void a_number_given_to_scanf_is_told(void **state)
{
    (void)state;
    make_call("scanf(\"%d\", age)", "scanf");
    struct tr_evaluated *age = made_integer("age", "identifier", 0, "argument", 0);
    age->argument = tr_number(1);
    made_library("scanf");
    made_library("__vfscanf_internal");
    made_signal("SIGSEGV", "SEGV_MAPERR", false);
    made_fault(0, TR_ACCESS_WRITE, 4);
    made_diagnosis(TR_KIND_NULL_POINTER_DEREFERENCE, "needs its address: &age");
}

static void a_lie_about_the_address_is_no_null(void **state)
{
    (void)state;
    made_signal("SIGSEGV", "SI_KERNEL", false);
    made_fault(0, TR_ACCESS_READ, 4)->address.known = false;
    made_diagnosis(TR_KIND_WILD_POINTER_DEREFERENCE, "an address that no memory can have");
}

static void text_in_a_pointer_is_shown(void **state)
{
    (void)state;
    static const char memory[] = "MaximilianAlbert";
    uint64_t word;
    memcpy(&word, memory + 8, sizeof(word));
    made.memory = memory;
    made.memory_address = 0x7ffe1000;
    made.memory_size = sizeof(memory);
    struct tr_evaluated *access = made_expression("*r->score", "pointer_expression", -1, NULL);
    access->address = tr_word(word);
    access->size = tr_number(4);
    made_pointer("r->score", "field_expression", 0, "operand", word)->address = tr_word(0x7ffe1008);
    made_signal("SIGSEGV", "SI_KERNEL", false);
    made_fault(word, TR_ACCESS_READ, 4);
    struct tr_finding *finding =
        made_diagnosis(TR_KIND_WILD_POINTER_DEREFERENCE, "r->score holds the text \"anAlbert\"");
    assert_int_equal(finding->confidence, TR_CONFIDENCE_VERIFIED);
    made_says(tr_list_at(&finding->evidence, struct tr_evidence, 0)->text, "\"MaximilianAlbert\"");
}

static void make_subscript(int64_t index, int64_t elements)
{
    struct tr_evaluated *access = made_expression("table[k]", "subscript_expression", -1, NULL);
    access->address = tr_word(0x404000 + 4 * (uint64_t)index);
    access->size = tr_number(4);
    struct tr_evaluated *table = made_pointer("table", "identifier", 0, "base", 0x404000);
    table->kind = TR_VALUE_ARRAY;
    table->elements = tr_number(elements);
    made_integer("k", "identifier", 0, "index", index);
    made_signal("SIGSEGV", "SEGV_MAPERR", false);
    made_fault(0x404000 + 4 * (uint64_t)index, TR_ACCESS_WRITE, 4);
}

static void an_index_beyond_its_array_is_told(void **state)
{
    (void)state;
    make_subscript(100000, 16);
    struct tr_finding *finding =
        made_diagnosis(TR_KIND_OUT_OF_BOUNDS_INDEX, "index k = 100000 is outside of table (16 elements)");
    assert_string_equal(culprit(finding)->text, "k");
    assert_int_equal(finding->cwe.value, 787);
}

static void an_index_inside_its_array_is_not_blamed(void **state)
{
    (void)state;
    make_subscript(3, 16);
    assert_true(tr_diagnose(&made.facts)->kind != TR_KIND_OUT_OF_BOUNDS_INDEX);
}

static void a_literal_is_named(void **state)
{
    (void)state;
    static const char memory[] = "\0hello";
    made.memory = memory;
    made.memory_address = 0x402000;
    made.memory_size = sizeof(memory);
    made_signal("SIGSEGV", "SEGV_ACCERR", false);
    made_fault(0x402003, TR_ACCESS_WRITE, 1)->region = "/tmp/a.out (r--)";
    made_diagnosis(TR_KIND_WRITE_TO_READ_ONLY_MEMORY, "the string literal \"hello\" cannot be written to");
    made_fault(0x402003, TR_ACCESS_WRITE, 1)->region = "anonymous memory (---)";
    made_diagnosis(TR_KIND_WILD_POINTER_DEREFERENCE, "where nothing may be accessed");
}

static void an_odd_low_address_is_no_null(void **state)
{
    (void)state;
    made_signal("SIGSEGV", "SEGV_MAPERR", false);
    made_fault(0x21, TR_ACCESS_READ, 8);
    made_diagnosis(TR_KIND_WILD_POINTER_DEREFERENCE, "address 0x21");
    made_fault(0x28, TR_ACCESS_READ, 8);
    made_diagnosis(TR_KIND_NULL_POINTER_DEREFERENCE, "0x28");
}

static void a_misaligned_vector_is_told(void **state)
{
    (void)state;
    made_signal("SIGSEGV", "SI_KERNEL", false);
    made_fault(0x404008, TR_ACCESS_READ, 16);
    made_diagnosis(TR_KIND_MISALIGNED_ACCESS, "0x404008 at main.c:7 is not a multiple of 16");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        MADE_TEST(a_member_of_null_is_proved),
        MADE_TEST(an_address_that_nothing_computes_is_not_proved),
        MADE_TEST(two_candidates_are_ambiguous),
        MADE_TEST(the_column_tells_two_candidates_apart),
        MADE_TEST(what_is_only_written_was_not_read),
        MADE_TEST(a_null_given_to_a_library_is_told_at_the_call),
        MADE_TEST(a_null_that_is_allowed_is_no_culprit),
        MADE_TEST(a_failed_open_is_cited),
        MADE_TEST(a_number_given_to_scanf_is_told),
        MADE_TEST(a_lie_about_the_address_is_no_null),
        MADE_TEST(text_in_a_pointer_is_shown),
        MADE_TEST(an_index_beyond_its_array_is_told),
        MADE_TEST(an_index_inside_its_array_is_not_blamed),
        MADE_TEST(a_literal_is_named),
        MADE_TEST(an_odd_low_address_is_no_null),
        MADE_TEST(a_misaligned_vector_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
