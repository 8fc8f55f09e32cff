/*
 * The table of cases: every way in which a stack is hard to walk, each built with gcc and with clang. What a walk must
 * find is a chain of the program's own functions; "*" stands for frames of libraries, trampolines and code without a
 * name.
 */
#include "tracee.h"

#include "base/cleanup.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#define O0 "-O0 -fno-stack-protector"
#define O2 "-O2 -fomit-frame-pointer -fno-stack-protector -fno-optimize-sibling-calls -fno-inline"
#define DEBUG_FRAME "-g -O2 -fno-asynchronous-unwind-tables -fno-unwind-tables -fno-stack-protector -fno-inline"
#define SSP "-O0 -fstack-protector-all"
#define CANONICAL "-DVALUE=0x6161616161"

struct stack_case {
    const char *sample, *flags, *argument;
    const char *chain;   /* the innermost function first; a leading "^" stands for the innermost frame of all */
    enum tr_trust trust; /* of the chain's first frame */
    int stops;           /* which fatal signal it is about */
    bool strip;
};

static const struct stack_case cases[] = {
    {"field-of-null", O0, NULL, "^leaf middle outer main", TR_TRUST_CFI, 1, false},
    {"field-of-null", O2, NULL, "^leaf middle outer main", TR_TRUST_CFI, 1, false},
    {"field-of-null", O2, NULL, "^leaf middle outer main", TR_TRUST_CFI, 1, true},
    {"field-of-null", O0 " -no-pie", NULL, "^leaf middle outer main", TR_TRUST_CFI, 1, false},
    {"field-of-null", O0 " -static", NULL, "^leaf middle outer main", TR_TRUST_CFI, 1, false},
    {"field-of-null", O2 " -static", NULL, "^leaf middle outer main", TR_TRUST_CFI, 1, true},
    {"field-of-null", O2 " -static-pie", NULL, "^leaf middle outer main", TR_TRUST_CFI, 1, false},
    {"field-of-null", DEBUG_FRAME, NULL, "^leaf middle outer main", TR_TRUST_CFI, 1, false},
    {"field-of-null", DEBUG_FRAME " -no-pie", NULL, "^leaf middle outer main", TR_TRUST_CFI, 1, false},
    {"field-of-null", DEBUG_FRAME " -gdwarf-4 -gz", NULL, "^leaf middle outer main", TR_TRUST_CFI, 1, false},
    {"division", O0, NULL, "^leaf middle main", TR_TRUST_CFI, 1, false},
    {"division", O2, NULL, "^leaf middle main", TR_TRUST_CFI, 1, false},

    {"null-call", O0, NULL, "^leaf middle main", TR_TRUST_REPAIRED, 1, false},
    {"null-call", O2, NULL, "^leaf middle main", TR_TRUST_REPAIRED, 1, false},
    {"null-call", O2, NULL, "^leaf middle main", TR_TRUST_REPAIRED, 1, true},
    {"null-call", O0 " -static", NULL, "^leaf middle main", TR_TRUST_REPAIRED, 1, false},
    {"null-call", O0 " -static-pie", NULL, "^leaf middle main", TR_TRUST_REPAIRED, 1, false},
    {"null-call", DEBUG_FRAME, NULL, "^leaf middle main", TR_TRUST_REPAIRED, 1, false},
    {"wild-call", O0, NULL, "^leaf middle main", TR_TRUST_REPAIRED, 1, false},
    {"wild-call", O2, NULL, "^leaf middle main", TR_TRUST_REPAIRED, 1, false},
    {"jump-into-data", O0, NULL, "^leaf middle main", TR_TRUST_REPAIRED, 1, false},
    {"jump-into-data", O2, NULL, "^leaf middle main", TR_TRUST_REPAIRED, 1, false},
    {"call-at-the-end", O0, NULL, "^leaf middle main", TR_TRUST_REPAIRED, 1, false},
    {"call-at-the-end", O2, NULL, "^leaf middle main", TR_TRUST_REPAIRED, 1, false},

    {"smashed-stack", O0, NULL, "^leaf *", TR_TRUST_CFI, 1, false},
    {"smashed-stack", O0, NULL, "outer main", TR_TRUST_SCAN, 1, false},
    {"smashed-stack", O0 " " CANONICAL, NULL, "outer main", TR_TRUST_SCAN, 1, false},
    {"smashed-stack", O2, NULL, "outer main", TR_TRUST_SCAN, 1, false},
    {"smashed-stack", O2 " " CANONICAL, NULL, "outer main", TR_TRUST_SCAN, 1, false},
    {"smashed-stack", O0 " -DVALUE=0", NULL, "outer main", TR_TRUST_SCAN, 1, false},
    {"smashed-stack", SSP, NULL, "leaf * outer main", TR_TRUST_CFI, 1, false},

    {"signal-handler", O0, NULL, "give_up handler * leaf middle main", TR_TRUST_CFI, 2, false},
    {"signal-handler", O2, NULL, "give_up handler * leaf middle main", TR_TRUST_CFI, 2, false},
    {"signal-handler", O0 " -static", NULL, "give_up handler * leaf middle main", TR_TRUST_CFI, 2, false},
    {"handler-after-null-call", O0, NULL, "handler * leaf middle main", TR_TRUST_CFI, 2, false},
    {"handler-after-null-call", O2, NULL, "handler * leaf middle main", TR_TRUST_CFI, 2, false},
    {"alternate-stack", O0, NULL, "handler * deeper deeper", TR_TRUST_CFI, 2, false},
    {"fault-in-handler", O0, NULL, "^write_log handler * leaf main", TR_TRUST_CFI, 2, false},
    {"fault-in-handler", O2, NULL, "^write_log handler * leaf main", TR_TRUST_CFI, 2, false},
    {"handler-without-stack", O0, NULL, "^deeper deeper", TR_TRUST_CFI, 2, false},
    {"vfork-child", O0, NULL, "^child start main", TR_TRUST_CFI, 1, false},
    {"vfork-child", O2, NULL, "^child start main", TR_TRUST_CFI, 1, false},
    {"thread", O0 " -pthread", NULL, "^leaf work *", TR_TRUST_CFI, 1, false},
    {"thread", O2 " -pthread", NULL, "^leaf work *", TR_TRUST_CFI, 1, false},
    {"thread", O2 " -pthread -static", NULL, "^leaf work", TR_TRUST_CFI, 1, false},

    {"inside-libc", O0, "abort", "call_abort main", TR_TRUST_CFI, 1, false},
    {"inside-libc", O2, "abort", "call_abort main", TR_TRUST_CFI, 1, false},
    {"inside-libc", O0 " -static", "abort", "call_abort main", TR_TRUST_CFI, 1, false},
    {"inside-libc", O0, "assert", "call_assert main", TR_TRUST_CFI, 1, false},
    {"inside-libc", O2, "assert", "call_assert main", TR_TRUST_CFI, 1, false},
    {"inside-libc", O0, "free", "call_free_twice main", TR_TRUST_CFI, 1, false},
    {"inside-libc", O0, "strlen", "call_strlen main", TR_TRUST_CFI, 1, false},
    {"inside-libc", O2, "strlen", "call_strlen main", TR_TRUST_CFI, 1, false},
    {"inside-libc", O0, "memcpy", "call_memcpy main", TR_TRUST_CFI, 1, false},
    {"inside-libc", O0 " -static", "memcpy", "call_memcpy main", TR_TRUST_CFI, 1, false},
    {"inside-libc", O0, "qsort", "^compare * call_qsort main", TR_TRUST_CFI, 1, false},
    {"inside-libc", O2, "qsort", "^compare * call_qsort main", TR_TRUST_CFI, 1, false},

    {"jit", O0, "frame", "leaf main", TR_TRUST_GUESS, 1, false},
    {"jit", O2, "frame", "leaf main", TR_TRUST_GUESS, 1, false},
    {"jit", O0, "bare", "leaf main", TR_TRUST_GUESS, 1, false},
    {"jit", O2, "bare", "leaf main", TR_TRUST_GUESS, 1, false},
    {"jit", O0, "caller", "^callback * leaf main", TR_TRUST_CFI, 1, false},
    {"jit", O2, "caller", "^callback * leaf main", TR_TRUST_CFI, 1, false},
};

static const char *const compilers[] = {"gcc", "clang"};

/* Whether the function is called @p name, or is a compiler's variant of it (leaf.constprop.0). */
static bool is_named(const struct tracee *tracee, const struct tr_stack_frame *frame, const char *name, size_t length)
{
    const char *got = frame ? tracee_name(tracee, frame->lookup_pc) : "?";
    return strncmp(got, name, length) == 0 && (got[length] == '\0' || got[length] == '.');
}

/* Whether the chain continues with @p chain at frame @p index. */
static bool matches(const struct tracee *tracee, const struct tr_stack *stack, size_t index, const char *chain)
{
    size_t length = strcspn(chain, " ");
    const char *rest = chain + length + strspn(chain + length, " ");
    if (length == 0)
        return true;
    if (index >= stack->total)
        return false;
    if (chain[0] != '*')
        return is_named(tracee, stack_frame(stack, index), chain, length) && matches(tracee, stack, index + 1, rest);
    while (++index < stack->total)
        if (!*rest || matches(tracee, stack, index, rest))
            return true;
    return !*rest;
}

/* Index of the frame at which the chain begins; the total when it is nowhere. */
static size_t find_chain(const struct tracee *tracee, const struct tr_stack *stack, const char *chain)
{
    if (chain[0] == '^')
        return matches(tracee, stack, 0, chain + 1) ? 0 : stack->total;
    for (size_t i = 0; i < stack->total; i++)
        if (matches(tracee, stack, i, chain))
            return i;
    return stack->total;
}

/* What holds of every stack. */
static bool is_sane(const struct tr_stack *stack)
{
    bool sane = stack->total >= 1 && stack->head_count + stack->tail_count <= stack->total;
    sane = sane && (stack->reason == NULL) == (stack->end == TR_STACK_ROOT);
    for (size_t i = 0; i < stack->total; i++) {
        const struct tr_stack_frame *frame = stack_frame(stack, i), *outer = stack_frame(stack, i + 1);
        if (!frame)
            continue;
        sane = sane && frame->trust != 0 && (frame->known >> TR_DWARF_RIP & 1) && (frame->known >> TR_DWARF_RSP & 1)
               && frame->registers[TR_DWARF_RIP] == frame->pc && frame->pc - frame->lookup_pc <= 1;
        if (outer && i + 1 < stack->total && outer->trust == TR_TRUST_CFI)
            sane = sane && frame->cfa == outer->registers[TR_DWARF_RSP];
    }
    return sane;
}

static bool run_case(const struct stack_case *test, const char *compiler)
{
    struct tracee tracee;
    struct tr_stack stack;
    if (!tracee_build(compiler, test->flags, test->sample, test->strip))
        return false;
    tracee_start(&tracee, test->argument, test->stops);
    struct tr_unwinder *unwinder = tr_unwinder_create(tracee.images);
    tr_unwind(unwinder, tracee.arena, &tracee.registers, TR_LIMIT_FRAMES_WALKED, &stack);
    size_t index = find_chain(&tracee, &stack, test->chain);
    bool good = index < stack.total && stack.end == TR_STACK_ROOT && stack_frame(&stack, index)->trust == test->trust
                && is_sane(&stack);
    if (!good) {
        print_message("%s %s %s %s%s: expected %s\n", compiler, test->flags, test->sample,
                      test->argument ? test->argument : "", test->strip ? " stripped" : "", test->chain);
        tracee_print(&tracee, &stack);
    }
    tr_unwinder_destroy(unwinder);
    tracee_end(&tracee);
    return good;
}

static void test_cases(void **state)
{
    size_t failed = 0;
    for (size_t i = 0; i < TR_COUNT(cases); i++)
        failed += !run_case(&cases[i], *state);
    assert_int_equal(failed, 0);
}

static void start(struct tracee *tracee, const char *compiler, const char *flags, const char *sample,
                  const char *argument)
{
    assert_true(tracee_build(compiler, flags, sample, false));
    tracee_start(tracee, argument, 1);
}

/* The frame pointer of -O0 code is 16 below the canonical frame address: a register that is told must be right. */
static void test_registers(void **state)
{
    struct tracee tracee;
    struct tr_stack stack;
    start(&tracee, *state, O0, "field-of-null", NULL);
    struct tr_unwinder *unwinder = tr_unwinder_create(tracee.images);
    tr_unwind(unwinder, tracee.arena, &tracee.registers, 100, &stack);
    assert_int_equal(stack.head[0].known, (1 << TR_DWARF_REGISTERS) - 1);
    assert_int_equal(stack.head[0].registers[TR_DWARF_RDI], tracee.registers.general.rdi);
    assert_int_equal(stack.head[0].lookup_pc, stack.head[0].pc);
    for (size_t i = 0; i < 4; i++) {
        const struct tr_stack_frame *frame = &stack.head[i];
        assert_true(frame->known >> TR_DWARF_RBP & 1);
        assert_int_equal(frame->registers[TR_DWARF_RBP] + 16, frame->cfa);
        assert_int_equal(i > 0, !(frame->known >> TR_DWARF_RDI & 1));
        assert_int_equal(frame->lookup_pc, frame->pc - (i > 0));
        assert_int_equal(frame->trust, TR_TRUST_CFI);
    }
    tr_unwinder_destroy(unwinder);
    tracee_end(&tracee);
}

/* A frame that a signal interrupted has all its registers; the frame pointer shows that they are its own. */
static void test_interrupted(void **state)
{
    struct tracee tracee;
    struct tr_stack stack;
    assert_true(tracee_build(*state, O0, "signal-handler", false));
    tracee_start(&tracee, NULL, 2);
    struct tr_unwinder *unwinder = tr_unwinder_create(tracee.images);
    tr_unwind(unwinder, tracee.arena, &tracee.registers, 100, &stack);
    size_t i = 0;
    while (i < stack.total && !stack.head[i].signal_frame)
        i++;
    assert_true(i + 1 < stack.total);
    assert_int_equal(stack.head[i].lookup_pc, stack.head[i].pc);
    const struct tr_stack_frame *frame = &stack.head[i + 1];
    assert_string_equal(tracee_name(&tracee, frame->pc), "leaf");
    assert_int_equal(frame->known, (1 << TR_DWARF_REGISTERS) - 1);
    assert_int_equal(frame->lookup_pc, frame->pc);
    assert_int_equal(frame->registers[TR_DWARF_RBP] + 16, frame->cfa);
    assert_int_equal(frame->registers[0], 0); /* rax, the null pointer that was read through */
    tr_unwinder_destroy(unwinder);
    tracee_end(&tracee);
}

/* The file may be gone, and another one in its place: what is in memory is enough where there is a table. */
static void test_deleted(void **state)
{
    static const char *const changes[] = {"rm program", "rm program; echo nonsense >program",
                                          "cp /bin/true other; mv other program"};
    for (size_t i = 0; i < TR_COUNT(changes); i++) {
        struct tracee tracee;
        struct tr_stack stack;
        assert_true(tracee_build(*state, O2, "field-of-null", false));
        tracee_start(&tracee, NULL, 1);
        assert_true(tracee_shell("%s", changes[i]));
        struct tr_unwinder *unwinder = tr_unwinder_create(tracee.images);
        tr_unwind(unwinder, tracee.arena, &tracee.registers, 100, &stack);
        assert_int_equal(stack.end, TR_STACK_ROOT);
        assert_int_equal(find_chain(&tracee, &stack, "^leaf middle outer main"), 0);
        tr_unwinder_destroy(unwinder);
        tracee_end(&tracee);
    }
}

/* Registers of a 32-bit program hold 32-bit registers: they are not walked with 64-bit rules. */
static void test_32bit(void **state)
{
    struct tracee tracee;
    struct tr_stack stack;
    start(&tracee, *state, O2, "field-of-null", NULL);
    tracee.registers.is_32bit = true;
    struct tr_unwinder *unwinder = tr_unwinder_create(tracee.images);
    tr_unwind(unwinder, tracee.arena, &tracee.registers, 100, &stack);
    assert_int_equal(stack.total, 1);
    assert_int_equal(stack.end, TR_STACK_LOST);
    assert_non_null(stack.reason);
    tr_unwinder_destroy(unwinder);
    tracee_end(&tracee);
}

static void check_bad_pc(const char *compiler, const char *sample, uint64_t bad_pc)
{
    struct tracee tracee;
    struct tr_stack stack;
    start(&tracee, compiler, O2, sample, NULL);
    struct tr_unwinder *unwinder = tr_unwinder_create(tracee.images);
    tr_unwind(unwinder, tracee.arena, &tracee.registers, 100, &stack);
    assert_int_equal(stack.head[0].trust, TR_TRUST_REPAIRED);
    assert_int_equal(stack.head[1].trust, TR_TRUST_CFI);
    assert_int_equal(stack.bad_pc, bad_pc);
    assert_true(stack.bad_pc_called);
    assert_int_equal(stack.head[0].registers[TR_DWARF_RSP], tracee.registers.general.rsp + 8);
    assert_int_equal(stack.head[0].registers[TR_DWARF_RDI], tracee.registers.general.rdi);
    tr_unwinder_destroy(unwinder);
    tracee_end(&tracee);
}

static void test_bad_pc(void **state)
{
    check_bad_pc(*state, "null-call", 0);
    check_bad_pc(*state, "wild-call", 0x414141414000);
}

static int64_t processor_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec * INT64_C(1000000) + now.tv_nsec / 1000;
}

static void check_recursion(const char *compiler, const char *argument, size_t length, const char *function)
{
    struct tracee tracee;
    struct tr_stack stack, second;
    start(&tracee, compiler, O2, "deep-recursion", argument);
    struct tr_unwinder *unwinder = tr_unwinder_create(tracee.images);
    int64_t started = processor_us();
    tr_unwind(unwinder, tracee.arena, &tracee.registers, TR_LIMIT_FRAMES_WALKED, &stack);
    print_message("%s %s: %zu frames, cycle of %zu from %zu, %zu times, %ld us\n", compiler, argument, stack.total,
                  stack.repeated_length, stack.repeated_first, stack.repeated_times, (long)(processor_us() - started));
    assert_true(is_sane(&stack));
    assert_int_equal(stack.end, TR_STACK_ROOT);
    assert_true(stack.total > 50000);
    assert_int_equal(stack.head_count, TR_LIMIT_FRAMES_HEAD);
    assert_int_equal(stack.head_count + stack.tail_count, TR_LIMIT_FRAMES_REPORTED);
    size_t index = find_chain(&tracee, &stack, function);
    if (index >= stack.total)
        tracee_print(&tracee, &stack);
    assert_true(index > stack.total / 2 && index < stack.total);
    assert_true(stack_frame(&stack, index)->known >> TR_DWARF_RSP & 1);
    assert_int_equal(stack.repeated_length, length);
    assert_true(stack.repeated_times * length > stack.total - 20);
    tr_unwind(unwinder, tracee.arena, &tracee.registers, 1000, &second);
    assert_int_equal(second.end, TR_STACK_LIMIT);
    assert_int_equal(second.total, 1000);
    tr_unwinder_destroy(unwinder);
    tracee_end(&tracee);
}

static void test_recursion(void **state)
{
    check_recursion(*state, "direct", 1, "direct main");
    check_recursion(*state, "mutual", 2, "even main");
    check_recursion(*state, "tree", 1, "tree main");
}

int main(void)
{
    size_t failed = 0;
    for (size_t i = 0; i < TR_COUNT(compilers); i++) {
        if (!tracee_shell("command -v %s", compilers[i])) {
            print_message("skipped: there is no %s\n", compilers[i]);
            continue;
        }
        void *compiler = (void *)(uintptr_t)compilers[i];
        const struct CMUnitTest tests[] = {
            cmocka_unit_test_prestate(test_cases, compiler),       cmocka_unit_test_prestate(test_registers, compiler),
            cmocka_unit_test_prestate(test_interrupted, compiler), cmocka_unit_test_prestate(test_bad_pc, compiler),
            cmocka_unit_test_prestate(test_recursion, compiler),   cmocka_unit_test_prestate(test_deleted, compiler),
            cmocka_unit_test_prestate(test_32bit, compiler),
        };
        failed += (size_t)cmocka_run_group_tests_name(compilers[i], tests, NULL, NULL);
    }
    tracee_folder_remove();
    return failed != 0;
}
