#include "syscalls/recorder.h"

#include "base/cleanup.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

/* Errors that stay inside the kernel, but that a tracer sees: the call is to be restarted (linux/errno.h). */
static const char *const restart_names[] = {"ERESTARTSYS", "ERESTARTNOINTR", "ERESTARTNOHAND", NULL,
                                            "ERESTART_RESTARTBLOCK"};
enum { FIRST_RESTART = 512 };

const char *tr_errno_name(int value)
{
    if (value <= 0)
        return NULL;
    if (value >= FIRST_RESTART && value < FIRST_RESTART + (int)TR_COUNT(restart_names))
        return restart_names[value - FIRST_RESTART];
    return strerrorname_np(value);
}

/* Slot 0 is for numbers that are not signals. The kernel's first real-time signals, 32 and 33, belong to glibc. */
enum { SIGNALS = 65, FIRST_REAL_TIME = 34, NAME_SIZE = 24 };

const char *tr_signal_name(int number)
{
    static _Thread_local char names[SIGNALS][NAME_SIZE];
    const char *name = number > 0 ? sigabbrev_np(number) : NULL;
    char *text = names[number > 0 && number < SIGNALS ? number : 0];
    if (name)
        snprintf(text, NAME_SIZE, "SIG%s", name);
    else if (number == FIRST_REAL_TIME)
        snprintf(text, NAME_SIZE, "SIGRTMIN");
    else if (number > FIRST_REAL_TIME && number < SIGNALS)
        snprintf(text, NAME_SIZE, "SIGRTMIN+%d", number - FIRST_REAL_TIME);
    else
        snprintf(text, NAME_SIZE, "signal %d", number);
    return text;
}

struct code_name {
    int signal; /* 0: any */
    int code;
    const char *name;
};

#define CODE(signal, code) {signal, code, #code}

/* sigaction(2), linux/uapi/asm-generic/siginfo.h; those with a number are newer than Debian 12's headers. */
static const struct code_name code_names[] = {
    CODE(0, SI_USER), CODE(0, SI_KERNEL), CODE(0, SI_QUEUE), CODE(0, SI_TIMER), CODE(0, SI_MESGQ), CODE(0, SI_ASYNCIO),
    CODE(0, SI_SIGIO), CODE(0, SI_TKILL), CODE(0, SI_DETHREAD), CODE(0, SI_ASYNCNL),
    CODE(SIGILL, ILL_ILLOPC), CODE(SIGILL, ILL_ILLOPN), CODE(SIGILL, ILL_ILLADR), CODE(SIGILL, ILL_ILLTRP),
    CODE(SIGILL, ILL_PRVOPC), CODE(SIGILL, ILL_PRVREG), CODE(SIGILL, ILL_COPROC), CODE(SIGILL, ILL_BADSTK),
    CODE(SIGILL, ILL_BADIADDR),
    CODE(SIGFPE, FPE_INTDIV), CODE(SIGFPE, FPE_INTOVF), CODE(SIGFPE, FPE_FLTDIV), CODE(SIGFPE, FPE_FLTOVF),
    CODE(SIGFPE, FPE_FLTUND), CODE(SIGFPE, FPE_FLTRES), CODE(SIGFPE, FPE_FLTINV), CODE(SIGFPE, FPE_FLTSUB),
    CODE(SIGFPE, FPE_FLTUNK), CODE(SIGFPE, FPE_CONDTRAP),
    CODE(SIGSEGV, SEGV_MAPERR), CODE(SIGSEGV, SEGV_ACCERR), CODE(SIGSEGV, SEGV_BNDERR), CODE(SIGSEGV, SEGV_PKUERR),
    CODE(SIGSEGV, SEGV_ACCADI), CODE(SIGSEGV, SEGV_ADIDERR), CODE(SIGSEGV, SEGV_ADIPERR), CODE(SIGSEGV, SEGV_MTEAERR),
    CODE(SIGSEGV, SEGV_MTESERR), {SIGSEGV, 10, "SEGV_CPERR"},
    CODE(SIGBUS, BUS_ADRALN), CODE(SIGBUS, BUS_ADRERR), CODE(SIGBUS, BUS_OBJERR), CODE(SIGBUS, BUS_MCEERR_AR),
    CODE(SIGBUS, BUS_MCEERR_AO),
    CODE(SIGTRAP, TRAP_BRKPT), CODE(SIGTRAP, TRAP_TRACE), CODE(SIGTRAP, TRAP_BRANCH), CODE(SIGTRAP, TRAP_HWBKPT),
    CODE(SIGTRAP, TRAP_UNK), {SIGTRAP, 6, "TRAP_PERF"},
    CODE(SIGCHLD, CLD_EXITED), CODE(SIGCHLD, CLD_KILLED), CODE(SIGCHLD, CLD_DUMPED), CODE(SIGCHLD, CLD_TRAPPED),
    CODE(SIGCHLD, CLD_STOPPED), CODE(SIGCHLD, CLD_CONTINUED),
    CODE(SIGPOLL, POLL_IN), CODE(SIGPOLL, POLL_OUT), CODE(SIGPOLL, POLL_MSG), CODE(SIGPOLL, POLL_ERR),
    CODE(SIGPOLL, POLL_PRI), CODE(SIGPOLL, POLL_HUP),
    {SIGSYS, 1, "SYS_SECCOMP"}, {SIGSYS, 2, "SYS_USER_DISPATCH"},
};

const char *tr_signal_code_name(int signal_number, int code)
{
    for (size_t i = 0; i < TR_COUNT(code_names); i++) {
        const struct code_name *entry = &code_names[i];
        if (entry->code == code && (!entry->signal || entry->signal == signal_number))
            return entry->name;
    }
    return NULL;
}
