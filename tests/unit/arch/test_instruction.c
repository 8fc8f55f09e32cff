/* Decoding: text, accesses with their addresses, divisors, for the instructions that crashes are made of. */
#include "arch/instruction.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static const struct tr_registers registers = {
    .general =
        {
            .rax = 0x1000,
            .rbx = 0x2000,
            .rcx = 3,
            .rdx = 0x4000,
            .rsi = 0x5000,
            .rdi = 0x6000,
            .rbp = 0x7000,
            .rsp = 0x8000,
            .r8 = 0x1234567890,
            .rip = 0x400000,
            .fs_base = 0x10000000,
            .gs_base = 0x20000000,
        },
};

struct expected {
    const char *bytes;
    size_t size;
    const char *text;
    unsigned count;
    struct tr_memory_access accesses[2];
};

#define BYTES(text) text, sizeof(text) - 1
#define READ(a, s)                                                                                                     \
    {                                                                                                                  \
        .address = (a), .size = (s), .reads = true                                                                     \
    }
#define WRITE(a, s)                                                                                                    \
    {                                                                                                                  \
        .address = (a), .size = (s), .writes = true                                                                    \
    }
#define BOTH(a, s)                                                                                                     \
    {                                                                                                                  \
        .address = (a), .size = (s), .reads = true, .writes = true                                                     \
    }
#define PUSHED(a)                                                                                                      \
    {                                                                                                                  \
        .address = (a), .size = 8, .writes = true, .is_stack = true                                                    \
    }
#define POPPED(a)                                                                                                      \
    {                                                                                                                  \
        .address = (a), .size = 8, .reads = true, .is_stack = true                                                     \
    }

static const struct expected table[] = {
    {BYTES("\x8b\x40\x04"), "mov eax, dword ptr [rax + 4]", 1, {READ(0x1004, 4)}},
    {BYTES("\x89\x08"), "mov dword ptr [rax], ecx", 1, {WRITE(0x1000, 4)}},
    {BYTES("\x8a\x44\xcb\xfd"), "mov al, byte ptr [rbx + rcx*8 - 3]", 1, {READ(0x2015, 1)}},
    {BYTES("\x8b\x05\x10\x00\x00\x00"), "mov eax, dword ptr [rip + 0x10]", 1, {READ(0x400016, 4)}},
    {BYTES("\x64\x48\x89\x04\x25\x28\x00\x00\x00"), "mov qword ptr fs:[0x28], rax", 1, {WRITE(0x10000028, 8)}},
    {BYTES("\x65\x80\x00\x01"), "add byte ptr gs:[rax], 1", 1, {BOTH(0x20001000, 1)}},
    {BYTES("\x67\x8b\x40\x04"), "mov eax, dword ptr [eax + 4]", 1, {READ(0x1004, 4)}},
    {BYTES("\x0f\x11\x07"), "movups xmmword ptr [rdi], xmm0", 1, {WRITE(0x6000, 16)}},
    {BYTES("\xf3\x0f\x6f\x0e"), "movdqu xmm1, xmmword ptr [rsi]", 1, {READ(0x5000, 16)}},
    {BYTES("\xc5\xfe\x7f\x0f"), "vmovdqu ymmword ptr [rdi], ymm1", 1, {WRITE(0x6000, 32)}},
    {BYTES("\xdd\x18"), "fstp qword ptr [rax]", 1, {WRITE(0x1000, 8)}},
    {BYTES("\x83\x38\x05"), "cmp dword ptr [rax], 5", 1, {READ(0x1000, 4)}},
    {BYTES("\xf6\x00\x01"), "test byte ptr [rax], 1", 1, {READ(0x1000, 1)}},
    {BYTES("\xf0\x0f\xb1\x0a"), "lock cmpxchg dword ptr [rdx], ecx", 1, {BOTH(0x4000, 4)}},
    {BYTES("\x48\x8d\x41\x08"), "lea rax, [rcx + 8]", 0, {{0}}},
    {BYTES("\x0f\x1f\x04\x00"), "nop dword ptr [rax + rax]", 0, {{0}}},
    {BYTES("\x55"), "push rbp", 1, {PUSHED(0x7ff8)}},
    {BYTES("\xff\x30"), "push qword ptr [rax]", 2, {READ(0x1000, 8), PUSHED(0x7ff8)}},
    {BYTES("\x5d"), "pop rbp", 1, {POPPED(0x8000)}},
    {BYTES("\x8f\x44\x24\x10"), "pop qword ptr [rsp + 0x10]", 2, {WRITE(0x8018, 8), POPPED(0x8000)}},
    {BYTES("\xc9"), "leave", 1, {POPPED(0x7000)}},
    {BYTES("\xff\x50\x18"), "call qword ptr [rax + 0x18]", 2, {READ(0x1018, 8), PUSHED(0x7ff8)}},
    {BYTES("\xc3"), "ret", 1, {POPPED(0x8000)}},
    {BYTES("\xf3\xa4"), "rep movsb byte ptr [rdi], byte ptr [rsi]", 2, {WRITE(0x6000, 1), READ(0x5000, 1)}},
    {BYTES("\xf3\x48\xab"), "rep stosq qword ptr [rdi], rax", 1, {WRITE(0x6000, 8)}},
    {BYTES("\xf3\x0f\x1e\xfa"), "endbr64", 0, {{0}}},
    {BYTES("\x67\x0f\xb9\x40\x12"), "ud1 0x12", 0, {{0}}},
    {BYTES("\x0f\x0b"), "ud2", 0, {{0}}},
    /* AVX-512, as in the C library's string functions. */
    {BYTES("\x62\xf3\x7d\x20\x3f\x07\x00"), "vpcmpeqb k0, ymm16, ymmword ptr [rdi]", 1, {READ(0x6000, 32)}},
    {BYTES("\x62\xf3\x7d\x40\x3f\x40\x3f\x00"), "vpcmpeqb k0, zmm16, zmmword ptr [rax + 0xfc0]", 1, {READ(0x1fc0, 64)}},
    {BYTES("\x62\xf3\x75\x20\x3e\x4c\x17\xff\x04"),
     "vpcmpnequb k1, ymm17, ymmword ptr [rdi + rdx - 0x20]",
     1,
     {READ(0x9fe0, 32)}},
    {BYTES("\x62\xb3\x7d\x0a\x1f\x0c\x8e\x00"),
     "vpcmpeqd k1 {k2}, xmm0, xmmword ptr [rsi + r9*4]",
     1,
     {READ(0x5000, 16)}},
    {BYTES("\x62\xf2\x7d\x48\x78\x14\x0f"), "vpbroadcastb zmm2, byte ptr [rdi + rcx]", 1, {READ(0x6003, 1)}},
    {BYTES("\x62\xf1\x7d\x48\x74\x05\x10\x00\x00\x00"),
     "vpcmpeqb k0, zmm0, zmmword ptr [rip + 0x10]",
     1,
     {READ(0x40001a, 64)}},
};

static void test_accesses(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        struct tr_instruction got;
        const struct expected *want = &table[i];
        assert_true(tr_instruction_decode(want->bytes, want->size, &registers, &got));
        assert_string_equal(got.text, want->text);
        assert_int_equal(got.length, want->size);
        assert_int_equal(got.access_count, want->count);
        for (unsigned j = 0; j < want->count; j++) {
            assert_int_equal(got.accesses[j].address, want->accesses[j].address);
            assert_int_equal(got.accesses[j].size, want->accesses[j].size);
            assert_int_equal(got.accesses[j].reads, want->accesses[j].reads);
            assert_int_equal(got.accesses[j].writes, want->accesses[j].writes);
            assert_int_equal(got.accesses[j].is_stack, want->accesses[j].is_stack);
        }
    }
}

static void test_divisor(void **state)
{
    (void)state;
    struct tr_instruction got;
    assert_true(tr_instruction_decode("\xf7\xf9", 2, &registers, &got)); /* idiv ecx */
    assert_true(got.is_division && got.has_divisor);
    assert_int_equal(got.divisor, 3);
    assert_int_equal(got.divisor_size, 4);
    assert_true(tr_instruction_decode("\x41\xf7\xf0", 3, &registers, &got)); /* div r8d */
    assert_int_equal(got.divisor, 0x34567890);
    assert_true(tr_instruction_decode("\xf6\xf7", 2, &registers, &got)); /* div bh */
    assert_true(got.has_divisor);
    assert_int_equal(got.divisor, 0x20);
    assert_int_equal(got.divisor_size, 1);
    assert_true(tr_instruction_decode("\xf7\x7d\xf8", 3, &registers, &got)); /* idiv dword ptr [rbp - 8] */
    assert_true(got.is_division && !got.has_divisor);
    assert_int_equal(got.accesses[0].address, 0x6ff8);
    assert_int_equal(got.divisor_size, 4);
}

static void test_kinds(void **state)
{
    (void)state;
    struct tr_instruction got;
    assert_true(tr_instruction_decode("\xff\xd0", 2, &registers, &got));
    assert_true(got.is_call && !got.is_jump && !got.is_return);
    assert_true(tr_instruction_decode("\xff\xe0", 2, &registers, &got));
    assert_true(got.is_jump && !got.is_call);
    assert_true(tr_instruction_decode("\xc3", 1, &registers, &got));
    assert_true(got.is_return);
    assert_true(tr_instruction_decode("\xcc", 1, &registers, &got));
    assert_true(got.is_trap);
    assert_true(tr_instruction_decode("\x01\x08", 2, &registers, &got)); /* add [rax], ecx */
    assert_string_equal(got.reads[0], "rax");
    assert_string_equal(got.reads[1], "ecx");
    assert_null(got.reads[2]);
}

/* A count of 0 accesses nothing; vector indexes have no single address. */
static void test_no_access(void **state)
{
    (void)state;
    struct tr_instruction got;
    struct tr_registers done = registers;
    done.general.rcx = 0;
    assert_true(tr_instruction_decode("\xf3\xa4", 2, &done, &got));
    assert_int_equal(got.access_count, 0);
    assert_true(tr_instruction_decode("\xf3\x0f\x6f\x0e", 4, &done, &got)); /* movdqu has the same prefix byte */
    assert_int_equal(got.access_count, 1);
    assert_true(tr_instruction_decode("\xc4\xe2\x69\x90\x04\x88", 6, &registers, &got)); /* vpgatherdd */
    assert_int_equal(got.access_count, 0);
}

static void test_nonsense(void **state)
{
    (void)state;
    struct tr_instruction got = {.length = 77};
    assert_false(tr_instruction_decode("", 0, &registers, &got));
    assert_false(tr_instruction_decode("\x06", 1, &registers, &got));
    assert_false(tr_instruction_decode("\x8b", 1, &registers, &got));
    assert_int_equal(got.length, 77);
    /* Whatever the bytes are, it comes back. */
    unsigned seed = 1;
    for (int i = 0; i < 20000; i++) {
        unsigned char bytes[TR_INSTRUCTION_BYTES];
        for (size_t j = 0; j < sizeof(bytes); j++)
            bytes[j] = (unsigned char)((seed = seed * 1103515245 + 12345) >> 16);
        (void)tr_instruction_decode(bytes, sizeof(bytes), &registers, &got);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_accesses),  cmocka_unit_test(test_divisor),  cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_no_access), cmocka_unit_test(test_nonsense),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
