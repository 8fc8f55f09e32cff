#include "syscalls/recorder.h"

#include "syscalls/decode_internal.h"

#include <errno.h>
#include <inttypes.h>
#include <sys/syscall.h>

/* A write that the stop has cut short: what it says it has written is not all. Only one that had to wait can be. */
static bool is_cut_short(const struct user_regs_struct *general)
{
    int64_t result = (int64_t)general->rax;
    bool writes = general->orig_rax == SYS_write || general->orig_rax == SYS_pwrite64 || general->orig_rax == SYS_sendto;
    return writes && result > 0 && (uint64_t)result < general->rdx;
}

/*
 * What rax holds while a thread is stopped inside a call: -ENOSYS at the entry, an internal restart code when the stop
 * interrupted it, -EINTR where the kernel does not restart (epoll_wait and others, signal(7)). Anything else is a result.
 */
bool tr_syscall_in_progress(const struct tr_registers *registers)
{
    const struct user_regs_struct *general = &registers->general;
    int64_t result = (int64_t)general->rax;
    return (int64_t)general->orig_rax >= 0
           && (result == -ENOSYS || result == -EINTR || (result <= -512 && result >= -516) || is_cut_short(general));
}

/* int 0x80 in 64-bit code uses the numbers of i386. The instruction before rip tells. */
static bool is_int80(const struct tr_registers *registers, struct tr_memory *memory)
{
    unsigned char code[2];
    return memory && tr_memory_read(memory, tr_registers_pc(registers) - sizeof(code), code, sizeof(code))
           && code[0] == 0xcd && code[1] == 0x80;
}

const char *tr_syscall_describe(struct tr_arena *arena, int pid, const struct tr_registers *registers, struct tr_memory *memory)
{
    const struct user_regs_struct *general = &registers->general;
    int64_t number = (int64_t)general->orig_rax;
    if (!tr_syscall_in_progress(registers))
        return NULL;
    if (registers->is_32bit || is_int80(registers, memory))
        return tr_arena_printf(arena, "system call %" PRId64 " of the 32-bit ABI", number);
    const struct tr_syscall_row *row = tr_syscall_row(number);
    if (!row)
        return tr_arena_printf(arena, "syscall(%" PRId64 ", …)", number);
    if (number == SYS_restart_syscall)
        return "restart_syscall(): going on with a call that a signal or a stop interrupted";
    const uint64_t values[] = {general->rdi, general->rsi, general->rdx, general->r10, general->r8, general->r9};
    tr_auto_str struct tr_str text = {0};
    struct tr_hole hole;
    tr_decode_call(row, values, pid, memory, &text, &hole);
    return tr_arena_strdup(arena, tr_str_text(&text));
}
