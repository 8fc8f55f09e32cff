/*
 * Decoding one instruction of the tracee with capstone: its text, and the memory that it accesses, with the effective
 * addresses computed from the registers before it runs. May use: base. Used by: analysis, diagnose, unwind.
 */
#ifndef TR_ARCH_INSTRUCTION_H
#define TR_ARCH_INSTRUCTION_H

#include "arch/registers.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TR_INSTRUCTION_BYTES = 15, TR_INSTRUCTION_ACCESSES = 4, TR_INSTRUCTION_REGISTERS = 12 };

/** One access to memory. */
struct tr_memory_access {
    uint64_t address; /* tracee space */
    unsigned size;    /* bytes; 0 when the decoder does not know */
    bool reads, writes;
    bool is_stack;    /* the implicit access of push, pop, call, ret */
};

struct tr_instruction {
    unsigned length;       /* bytes */
    char text[128];        /* mnemonic and operands, AT&T-free (Intel) syntax */
    bool is_call, is_return, is_jump, is_division, is_trap; /* is_trap: int3, ud2, ud1 */
    struct tr_memory_access accesses[TR_INSTRUCTION_ACCESSES];
    unsigned access_count;
    bool has_divisor;      /* of div and idiv: the divisor's value, when it is in a register */
    uint64_t divisor;
    unsigned divisor_size; /* bytes */
    const char *reads[TR_INSTRUCTION_REGISTERS], *writes[TR_INSTRUCTION_REGISTERS]; /* register names, NULL-terminated where shorter */
};

/**
 * Decode the instruction at the program counter.
 *
 * @param bytes, size  code at the program counter, up to TR_INSTRUCTION_BYTES are used.
 * @param registers    before the instruction ran.
 * @return false when the bytes are not an instruction; @p ret is then unchanged.
 */
bool tr_instruction_decode(const void *bytes, size_t size, const struct tr_registers *registers, struct tr_instruction *ret);

#endif
