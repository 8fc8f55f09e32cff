/*
 * The general registers of a stopped thread, by DWARF number, and the roles that the ABI gives them.
 *
 * x86-64: numbers 0..16 are rax rdx rcx rbx rsi rdi rbp rsp r8..r15 and the return address column, which stands for rip
 * (System V ABI, AMD64 supplement 1.0, figure 3.36). May use: base. Used by: process, exchange, unwind, values, syscalls.
 */
#ifndef TR_ARCH_REGISTERS_H
#define TR_ARCH_REGISTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/user.h>

enum {
    TR_DWARF_RAX = 0, TR_DWARF_RDX = 1, TR_DWARF_RCX = 2, TR_DWARF_RBX = 3, TR_DWARF_RSI = 4, TR_DWARF_RDI = 5,
    TR_DWARF_RBP = 6, TR_DWARF_RSP = 7, TR_DWARF_R8 = 8, TR_DWARF_R12 = 12, TR_DWARF_R15 = 15, TR_DWARF_RIP = 16,
    TR_DWARF_REGISTERS = 17,
};

/** What PTRACE_GETREGS gives, and whether the thread runs 32-bit code (then the fields hold the 32-bit registers). */
struct tr_registers {
    struct user_regs_struct general;
    bool is_32bit;
};

/** Value of the register with DWARF number @p number, 0..16. */
uint64_t tr_registers_dwarf(const struct tr_registers *registers, unsigned number);

/** Name of the register with DWARF number @p number ("rax", …, "rip"); NULL beyond 16. */
const char *tr_register_name(unsigned number);

/** Whether a call must preserve the register: rbx, rbp, rsp, r12..r15, and rip. Only these are real in outer frames. */
bool tr_register_callee_saved(unsigned number);

static inline uint64_t tr_registers_pc(const struct tr_registers *registers) { return registers->general.rip; }
static inline uint64_t tr_registers_sp(const struct tr_registers *registers) { return registers->general.rsp; }

#endif
