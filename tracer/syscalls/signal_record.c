#include "syscalls/signal_record.h"

#include "syscalls/recorder.h"

/* Signals whose si_addr means something when the kernel sent them (sigaction(2)). */
static bool has_address(const siginfo_t *info)
{
    switch (info->si_signo) {
    case SIGSEGV:
    case SIGBUS:
    case SIGFPE:
    case SIGILL:
    case SIGTRAP:
        /* SI_KERNEL: a fault without an address (non-canonical, misaligned); si_addr is 0 and no NULL. */
        return info->si_code > 0 && info->si_code != SI_KERNEL;
    default:
        return false;
    }
}

static bool was_sent(const siginfo_t *info)
{
    return info->si_code == SI_USER || info->si_code == SI_TKILL || info->si_code == SI_QUEUE;
}

struct tr_signal *tr_signal_record(struct tr_arena *arena, int number, const siginfo_t *info)
{
    struct tr_signal *signal = tr_arena_new(arena, struct tr_signal);
    signal->number = tr_number(number);
    signal->name = tr_arena_strdup(arena, tr_signal_name(number));
    if (!info)
        return signal;
    signal->code = tr_arena_strdup(arena, tr_signal_code_name(number, info->si_code));
    if (has_address(info))
        signal->address = tr_word((uintptr_t)info->si_addr);
    if (was_sent(info)) {
        signal->sender = tr_arena_new(arena, struct tr_sender);
        signal->sender->pid = tr_number(info->si_pid);
        signal->sender->uid = tr_number(info->si_uid);
    }
    return signal;
}
