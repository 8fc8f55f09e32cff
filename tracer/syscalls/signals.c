#include "syscalls/arguments_internal.h"

#include "syscalls/recorder.h"

#include <signal.h>
#include <string.h>

TR_CHOICE(sigmask, TR_CONSTANT(SIG_BLOCK), TR_CONSTANT(SIG_UNBLOCK), TR_CONSTANT(SIG_SETMASK));

void tr_argument_signal(struct tr_decode *decode, uint64_t value)
{
    int number = (int32_t)value;
    if (number > 0 && number <= 64)
        tr_str_add_text(decode->out, tr_signal_name(number));
    else
        tr_str_printf(decode->out, "%d", number);
}

/* The kernel's sigset_t: bit n - 1 is signal n. A set of more than half is shown by what is not in it, as strace does. */
void tr_argument_sigset(struct tr_decode *decode, uint64_t value)
{
    uint64_t set;
    if (!tr_decode_read(decode, value, &set, sizeof(set)))
        return;
    if (__builtin_popcountll(set) > 32) {
        tr_str_add_char(decode->out, '~');
        set = ~set;
    }
    tr_str_add_char(decode->out, '[');
    const char *separator = "";
    for (int number = 1; number <= 64; number++) {
        if (!(set >> (number - 1) & 1))
            continue;
        const char *name = tr_signal_name(number);
        tr_str_printf(decode->out, "%s%s", separator, strncmp(name, "SIG", 3) ? name : name + 3);
        separator = " ";
    }
    tr_str_add_char(decode->out, ']');
}
