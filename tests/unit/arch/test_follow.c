/* Short functions followed without running them: their code is compiled into this test, and read as a tracee's would be. */
#include "arch/follow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static bool read_own(void *arg, uint64_t address, void *buffer, size_t size)
{
    (void)arg;
    if (address < 0x10000 || address >= UINT64_C(1) << 47)
        return false;
    memcpy(buffer, (const void *)(uintptr_t)address, size);
    return true;
}

/* Code as bytes: what a compiler makes of a C function depends on the compiler. With room behind it, since an instruction is read
 * by as many bytes as one may have. */
#define CODE(name, ...) static const unsigned char name[64] = {__VA_ARGS__}

static uint64_t word = 0x1234;

/* lea 0x10(%rdi),%rax; ret */
CODE(address_of_member, 0x48, 0x8d, 0x47, 0x10, 0xc3);
/* push %rbp; mov %rsp,%rbp; mov %rdi,-8(%rbp); mov -8(%rbp),%rax; mov (%rax),%rax; pop %rbp; ret */
CODE(load_unoptimised, 0x55, 0x48, 0x89, 0xe5, 0x48, 0x89, 0x7d, 0xf8, 0x48, 0x8b, 0x45, 0xf8, 0x48, 0x8b, 0x00, 0x5d, 0xc3);
/* cmp $5,%edi; jg +6; mov $1,%eax; ret; mov $2,%eax; ret */
CODE(choose, 0x83, 0xff, 0x05, 0x7f, 0x06, 0xb8, 0x01, 0x00, 0x00, 0x00, 0xc3, 0xb8, 0x02, 0x00, 0x00, 0x00, 0xc3);
/* mov $7,%eax; mov $9,%edx; test %rdi,%rdi; cmove %edx,%eax; ret */
CODE(choose_by_move, 0xb8, 7, 0, 0, 0, 0xba, 9, 0, 0, 0, 0x48, 0x85, 0xff, 0x0f, 0x44, 0xc2, 0xc3);
/* call +1; ret; mov %rdi,%rax; ret */
CODE(call_within, 0xe8, 0x01, 0x00, 0x00, 0x00, 0xc3, 0x48, 0x89, 0xf8, 0xc3);
/* mov %rdi,(%rdi); mov %rdi,%rax; ret */
CODE(stores_outside, 0x48, 0x89, 0x3f, 0x48, 0x89, 0xf8, 0xc3);
/* mov %rsi,%rax; ret */
CODE(unknown_argument, 0x48, 0x89, 0xf0, 0xc3);
/* mov 8(%rdi),%rax; ret */
CODE(unreadable, 0x48, 0x8b, 0x47, 0x08, 0xc3);
/* jmp to itself */
CODE(endless, 0xeb, 0xfe);
/* rdtsc; ret */
CODE(not_followed, 0x0f, 0x31, 0xc3);
/* mov %fs:0x10,%rax; ret */
CODE(of_thread, 0x64, 0x48, 0x8b, 0x04, 0x25, 0x10, 0, 0, 0, 0xc3);

static bool follow(const unsigned char *code, uint64_t argument, uint64_t *ret)
{
    return tr_follow_call(read_own, NULL, (uint64_t)(uintptr_t)code, argument, 0, ret);
}

static void results_are_computed(void **state)
{
    (void)state;
    uint64_t result, here = (uint64_t)(uintptr_t)&word;
    assert_true(follow(address_of_member, 0x5000, &result) && result == 0x5010);
    assert_true(follow(load_unoptimised, here, &result) && result == 0x1234);
    assert_true(follow(choose, 5, &result) && result == 1);
    assert_true(follow(choose, 6, &result) && result == 2);
    assert_true(follow(choose, (uint32_t)-1, &result) && result == 1);
    assert_true(follow(choose_by_move, 0, &result) && result == 9);
    assert_true(follow(choose_by_move, 1, &result) && result == 7);
    assert_true(follow(call_within, 0x77, &result) && result == 0x77);
}

static void what_is_not_sure_is_no_result(void **state)
{
    (void)state;
    uint64_t result = 0, here = (uint64_t)(uintptr_t)&word;
    assert_false(follow(stores_outside, here, &result));
    assert_int_equal(word, 0x1234);
    assert_false(follow(unknown_argument, 1, &result));
    assert_false(follow(unreadable, 0x100, &result));
    assert_false(follow(endless, 1, &result));
    assert_false(follow(not_followed, 1, &result));
    assert_false(follow(of_thread, 1, &result));
    assert_int_equal(result, 0);
}

static void a_threads_own_variables_need_its_base(void **state)
{
    (void)state;
    uint64_t block[3] = {0, 0, 42}, result;
    assert_true(tr_follow_call(read_own, NULL, (uint64_t)(uintptr_t)of_thread, 0, (uint64_t)(uintptr_t)block, &result));
    assert_int_equal(result, 42);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_are_computed),
        cmocka_unit_test(what_is_not_sure_is_no_result),
        cmocka_unit_test(a_threads_own_variables_need_its_base),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
