/*
 * What an instruction computes from what: registers, memory, flags. Enough to tell what a change of one value may change
 * after it. May use: base. Used by: analysis.
 */
#ifndef TR_ARCH_DATAFLOW_H
#define TR_ARCH_DATAFLOW_H

#include "arch/instruction.h"

/**
 * Parts of a thread's state, a bit each: of the general register with DWARF number n, 0 to 15, the lowest byte and the rest; the
 * flags; all of the x87, SSE and AVX state as one.
 */
#define TR_PART_LOW(n) (UINT64_C(1) << (n))
#define TR_PART_HIGH(n) (UINT64_C(1) << ((n) + 16))
#define TR_PART_REGISTER(n) (TR_PART_LOW(n) | TR_PART_HIGH(n))
#define TR_PART_CARRY (UINT64_C(1) << 32)
#define TR_PART_FLAGS (UINT64_C(1) << 33) /* those other than the carry */
#define TR_PART_VECTORS (UINT64_C(1) << 34)

/** Each is at least what the processor does, except `overwrites`, which is at most that. */
struct tr_dataflow {
    uint64_t reads;      /* parts whose values go into what is written, or decide */
    uint64_t writes;     /* parts that may have another value afterwards */
    uint64_t overwrites; /* of these, the ones of which nothing older is left */
    uint64_t addresses;  /* registers that addresses are made of */
    bool decides;        /* what is read, memory too, decides where it goes on, or whether it faults */
    bool is_partial;     /* what it writes to memory may be less than the accesses say */
    struct tr_memory_access accesses[TR_INSTRUCTION_ACCESSES];
    unsigned access_count;
};

/**
 * Arguments as of tr_instruction_decode(). Of a repeated string instruction one turn, as single steps show it.
 *
 * @return false for what is not known here, and for what does not depend on the state of the thread alone: system calls,
 *         clocks, random numbers.
 */
bool tr_dataflow_decode(const void *bytes, size_t size, const struct tr_registers *registers, struct tr_dataflow *ret);

#endif
