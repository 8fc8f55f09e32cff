/* System calls that are never made: the registers that a thread would have, with pointers into the test's own memory. */
#ifndef CALLER_H
#define CALLER_H

#include "arch/registers.h"

#include <errno.h>

#define POINTER(pointer) ((uint64_t)(uintptr_t)(pointer))

/** Registers at the entry of call @p number; the stack pointer is @p stack. */
static inline struct tr_registers entering(long number, const uint64_t *arguments, const void *stack)
{
    return (struct tr_registers){.general = {.orig_rax = (unsigned long long)number, .rax = (unsigned long long)-ENOSYS,
                                             .rdi = arguments[0], .rsi = arguments[1], .rdx = arguments[2],
                                             .r10 = arguments[3], .r8 = arguments[4], .r9 = arguments[5],
                                             .rsp = POINTER(stack), .rip = 0x401000}};
}

#endif
