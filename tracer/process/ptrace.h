/*
 * ptrace(2) in typed calls. A tracee that was killed meanwhile makes any of them fail: callers go on and learn of its
 * end by waiting.
 *
 * May use: arch. Used by: supervise.
 */
#ifndef TR_PROCESS_PTRACE_H
#define TR_PROCESS_PTRACE_H

#include "arch/registers.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** General registers of the stopped thread @p tid. @return false when it is not stopped, or gone. */
bool tr_ptrace_registers(int tid, struct tr_registers *ret);

/** Its floating-point and vector registers: x87 stack and xmm0..15. */
bool tr_ptrace_vectors(int tid, struct user_fpregs_struct *ret);

/** All of these with AVX and AVX-512, as XSAVE lays them out, up to @p size bytes. @return bytes; 0 when it fails. */
size_t tr_ptrace_all_vectors(int tid, void *ret, size_t size);

/** Set the general registers (is_32bit is not looked at). */
bool tr_ptrace_set_registers(int tid, const struct tr_registers *registers);

/** siginfo of a signal-delivery stop. */
bool tr_ptrace_siginfo(int tid, siginfo_t *ret);

/** PTRACE_GETEVENTMSG; 0 when it fails. */
unsigned long tr_ptrace_message(int tid);

/**
 * Have the thread stop, before it executes the instruction at @p address, with SIGTRAP of code TRAP_HWBKPT. Uses debug
 * register 0 (the only one that tracerun uses); a forked child does not inherit it, exec clears it.
 * @return false where the machine gives no debug registers.
 */
bool tr_ptrace_set_breakpoint(int tid, uint64_t address);
void tr_ptrace_clear_breakpoint(int tid);

/** Whether the stop of @p tid was caused by its breakpoint. Source: Intel SDM volume 3, 18.2.3, DR6 bit B0. */
bool tr_ptrace_at_breakpoint(int tid);

#endif
