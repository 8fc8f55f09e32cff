/*
 * The AVX-512 instructions with a memory operand that capstone 4.0.2 does not know, or whose index register it takes
 * for a vector, although strlen, memchr and memcmp of the C library consist of them on a processor that has them. Used
 * by: instruction.c. Source: Intel SDM volume 2, section 2.7 and the instructions' pages.
 */
#ifndef TR_ARCH_EVEX_H
#define TR_ARCH_EVEX_H

#include "arch/instruction.h"

/** As tr_instruction_decode(), for the instructions of the table in evex.c, in 64-bit code. */
bool tr_evex_decode(const unsigned char *bytes, size_t size, const struct tr_registers *registers,
                    struct tr_instruction *ret);

#endif
