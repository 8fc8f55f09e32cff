/* What instructions compute from what, for each sort of them, and those that are refused. */
#include "arch/dataflow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define A TR_PART_REGISTER(TR_DWARF_RAX)
#define C TR_PART_REGISTER(TR_DWARF_RCX)
#define D TR_PART_REGISTER(TR_DWARF_RDX)
#define SP TR_PART_REGISTER(TR_DWARF_RSP)
#define BP TR_PART_REGISTER(TR_DWARF_RBP)
#define SI TR_PART_REGISTER(TR_DWARF_RSI)
#define DI TR_PART_REGISTER(TR_DWARF_RDI)
#define AL TR_PART_LOW(TR_DWARF_RAX)
#define F (TR_PART_FLAGS | TR_PART_CARRY)
#define V TR_PART_VECTORS
#define BYTES(text) text "\x90\x90\x90", sizeof(text "\x90\x90\x90") - 1

static const struct tr_registers registers = {
    .general = {.rax = 0x1000, .rcx = 3, .rdx = 0x4000, .rsi = 0x5000, .rdi = 0x6000, .rbp = 0x7000, .rsp = 0x8000, .rip = 0x400000},
};

static const struct expected {
    const char *bytes;
    size_t size;
    uint64_t reads, writes, overwrites, addresses;
    bool decides;
    const char *memory; /* "r", "w", "rw" of each access */
} table[] = {
    {BYTES("\x89\xc8"), C, A, A, 0, false, ""},                                 /* mov eax, ecx */
    {BYTES("\x8b\x45\xf8"), 0, A, A, BP, false, "r"},                           /* mov eax, [rbp - 8] */
    {BYTES("\x89\x45\xf8"), A, 0, 0, BP, false, "w"},                           /* mov [rbp - 8], eax */
    {BYTES("\x88\xc8"), TR_PART_LOW(TR_DWARF_RCX), AL, AL, 0, false, ""},       /* mov al, cl */
    {BYTES("\x48\x8d\x04\x0a"), C | D, A, A, 0, false, ""},                     /* lea rax, [rdx + rcx] */
    {BYTES("\x01\xc8"), A | C, A | F, A | F, 0, false, ""},                     /* add eax, ecx */
    {BYTES("\x83\x45\xf8\x01"), 0, F, F, BP, false, "rw"},                      /* add dword [rbp - 8], 1 */
    {BYTES("\x31\xc0"), 0, A | F, A | F, 0, false, ""},                         /* xor eax, eax */
    {BYTES("\x11\xc8"), A | C | F, A | F, A | F, 0, false, ""},                 /* adc eax, ecx */
    {BYTES("\xff\xc0"), A, A | TR_PART_FLAGS, A | TR_PART_FLAGS, 0, false, ""}, /* inc eax */
    {BYTES("\xd3\xe0"), A | TR_PART_LOW(TR_DWARF_RCX), A | F, A, 0, false, ""}, /* shl eax, cl */
    {BYTES("\xc1\xe0\x02"), A, A | F, A | F, 0, false, ""},                     /* shl eax, 2 */
    {BYTES("\x3b\x4d\xf8"), C, F, F, BP, false, "r"},                           /* cmp ecx, [rbp - 8] */
    {BYTES("\x75\x02"), TR_PART_FLAGS, 0, 0, 0, true, ""},                      /* jne */
    {BYTES("\x77\x02"), F, 0, 0, 0, true, ""},                                  /* ja */
    {BYTES("\x0f\x94\xc0"), TR_PART_FLAGS, AL, AL, 0, false, ""},               /* sete al */
    {BYTES("\x0f\x44\xc1"), A | C | TR_PART_FLAGS, A, A, 0, false, ""},         /* cmove eax, ecx */
    {BYTES("\xff\x10"), 0, 0, 0, A | SP, true, "rw"},                           /* call [rax] */
    {BYTES("\xc3"), 0, 0, 0, SP, true, "r"},                                    /* ret */
    {BYTES("\x50"), A, 0, 0, SP, false, "w"},                                   /* push rax */
    {BYTES("\xc9"), 0, BP, BP, BP, false, "r"},                                 /* leave */
    {BYTES("\xf7\xf9"), A | C | D, A | D | F, A | D, 0, true, ""},              /* idiv ecx */
    {BYTES("\x87\xc8"), A | C, A | C, A | C, 0, false, ""},                     /* xchg eax, ecx */
    {BYTES("\xf3\xa4"), 0, 0, 0, SI | DI | C, false, "wr"},                     /* rep movsb */
    {BYTES("\xf2\x0f\x10\x45\xf8"), V, V, 0, BP, false, "r"},                   /* movsd xmm0, [rbp - 8] */
    {BYTES("\x66\x0f\x2f\x45\xf8"), V, V | F, F, BP, false, "r"},               /* comisd xmm0, [rbp - 8] */
    {BYTES("\xc5\xfd\xd7\xc1"), V, V | A, A, 0, false, ""},                     /* vpmovmskb eax, ymm1 */
    {BYTES("\xc5\xfb\x93\xc0"), V, V | A, A, 0, false, ""},                     /* kmovd eax, k0 */
    {BYTES("\x62\xe2\x7d\x28\x7a\xc6"), V | SI, V, 0, 0, false, ""},            /* vpbroadcastb ymm16, esi */
    {BYTES("\x62\xf3\x7d\x20\x3f\x07\x00"), V, V, 0, DI, false, "r"},           /* vpcmpeqb k0, ymm16, [rdi] */
};

static void test_parts(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        const struct expected *want = &table[i];
        struct tr_dataflow got;
        char memory[2 * TR_INSTRUCTION_ACCESSES + 1] = "";
        assert_true(tr_dataflow_decode(want->bytes, want->size, &registers, &got));
        for (unsigned j = 0; j < got.access_count; j++) {
            strcat(memory, got.accesses[j].reads ? "r" : "");
            strcat(memory, got.accesses[j].writes ? "w" : "");
        }
        assert_int_equal(got.reads, want->reads);
        assert_int_equal(got.writes, want->writes);
        assert_int_equal(got.overwrites, want->overwrites);
        assert_int_equal(got.addresses, want->addresses);
        assert_int_equal(got.decides, want->decides);
        assert_string_equal(memory, want->memory);
    }
}

/* A scalar operand is as wide as one number, whatever the decoder says. */
static void test_sizes(void **state)
{
    (void)state;
    struct tr_dataflow got;
    assert_true(tr_dataflow_decode(BYTES("\x66\x0f\x2f\x45\xe8"), &registers, &got)); /* comisd xmm0, [rbp - 24] */
    assert_int_equal(got.accesses[0].size, 8);
    assert_true(tr_dataflow_decode(BYTES("\xf3\x0f\x11\x45\xe8"), &registers, &got)); /* movss [rbp - 24], xmm0 */
    assert_int_equal(got.accesses[0].size, 4);
    assert_true(tr_dataflow_decode(BYTES("\x66\x0f\x38\x1e\x00"), &registers, &got)); /* pabsd xmm0, [rax] */
    assert_int_equal(got.accesses[0].size, 16);
}

static void test_refused(void **state)
{
    (void)state;
    struct tr_dataflow got;
    static const char *const bytes[] = {"\x0f\x05", "\x0f\x31", "\x0f\xc7\xf0", "\xcd\x80", "\x0f\xa2", "\x48\x0f\xae\x20"};
    for (size_t i = 0; i < sizeof(bytes) / sizeof(bytes[0]); i++) { /* syscall, rdtsc, rdrand, int, cpuid, xsave */
        char code[16];
        memset(code, 0x90, sizeof(code));
        memcpy(code, bytes[i], strlen(bytes[i]));
        assert_false(tr_dataflow_decode(code, sizeof(code), &registers, &got));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
