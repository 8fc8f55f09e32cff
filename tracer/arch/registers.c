#include "arch/registers.h"

#define OFFSET(name) offsetof(struct user_regs_struct, name)

static const struct {
    const char *name;
    size_t offset;
    bool callee_saved;
} table[TR_DWARF_REGISTERS] = {
    {"rax", OFFSET(rax), false}, {"rdx", OFFSET(rdx), false}, {"rcx", OFFSET(rcx), false}, {"rbx", OFFSET(rbx), true},
    {"rsi", OFFSET(rsi), false}, {"rdi", OFFSET(rdi), false}, {"rbp", OFFSET(rbp), true},  {"rsp", OFFSET(rsp), true},
    {"r8", OFFSET(r8), false},   {"r9", OFFSET(r9), false},   {"r10", OFFSET(r10), false}, {"r11", OFFSET(r11), false},
    {"r12", OFFSET(r12), true},  {"r13", OFFSET(r13), true},  {"r14", OFFSET(r14), true},  {"r15", OFFSET(r15), true},
    {"rip", OFFSET(rip), true},
};

uint64_t tr_registers_dwarf(const struct tr_registers *registers, unsigned number)
{
    if (number >= TR_DWARF_REGISTERS)
        return 0;
    return *(const unsigned long long *)((const char *)&registers->general + table[number].offset);
}

const char *tr_register_name(unsigned number) { return number < TR_DWARF_REGISTERS ? table[number].name : NULL; }

bool tr_register_callee_saved(unsigned number) { return number < TR_DWARF_REGISTERS && table[number].callee_saved; }
