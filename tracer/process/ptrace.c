#include "process/ptrace.h"

#include <elf.h>
#include <stddef.h>
#include <sys/ptrace.h>
#include <sys/uio.h>

enum {
    CODE_SEGMENT_32BIT = 0x23, /* __USER32_CS of the kernel's asm/segment.h */
    DR6_BREAKPOINT_0 = 1,      /* B0 */
    DR7_ENABLE_0 = 1,          /* L0; type and length bits 0: execution, one byte */
};

bool tr_ptrace_registers(int tid, struct tr_registers *ret)
{
    if (ptrace(PTRACE_GETREGS, tid, 0, &ret->general) < 0)
        return false;
    ret->is_32bit = ret->general.cs == CODE_SEGMENT_32BIT;
    return true;
}

bool tr_ptrace_vectors(int tid, struct user_fpregs_struct *ret)
{
    return ptrace(PTRACE_GETFPREGS, tid, 0, ret) == 0;
}

size_t tr_ptrace_all_vectors(int tid, void *ret, size_t size)
{
    struct iovec buffer = {ret, size};
    return ptrace(PTRACE_GETREGSET, tid, NT_X86_XSTATE, &buffer) == 0 ? buffer.iov_len : 0;
}

bool tr_ptrace_set_registers(int tid, const struct tr_registers *registers)
{
    return ptrace(PTRACE_SETREGS, tid, 0, &registers->general) == 0;
}

bool tr_ptrace_siginfo(int tid, siginfo_t *ret) { return ptrace(PTRACE_GETSIGINFO, tid, 0, ret) == 0; }

unsigned long tr_ptrace_message(int tid)
{
    unsigned long message = 0;
    ptrace(PTRACE_GETEVENTMSG, tid, 0, &message);
    return message;
}

static bool poke_debug(int tid, unsigned index, uint64_t value)
{
    size_t offset = offsetof(struct user, u_debugreg) + index * sizeof(((struct user *)0)->u_debugreg[0]);
    return ptrace(PTRACE_POKEUSER, tid, (void *)offset, (void *)(uintptr_t)value) == 0;
}

bool tr_ptrace_set_breakpoint(int tid, uint64_t address)
{
    /* The kernel checks an address when it is enabled: disable, move, enable. */
    return poke_debug(tid, 7, 0) && poke_debug(tid, 0, address) && poke_debug(tid, 7, DR7_ENABLE_0);
}

void tr_ptrace_clear_breakpoint(int tid) { poke_debug(tid, 7, 0); }

bool tr_ptrace_at_breakpoint(int tid)
{
    long status = ptrace(PTRACE_PEEKUSER, tid, (void *)(offsetof(struct user, u_debugreg) + 6 * sizeof(long)), 0);
    /* The processor never clears DR6. */
    poke_debug(tid, 6, 0);
    return status & DR6_BREAKPOINT_0;
}
