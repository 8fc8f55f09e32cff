/* Ending the way the program ended. Private to cli/. */
#ifndef TR_CLI_REPEAT_SIGNAL_H
#define TR_CLI_REPEAT_SIGNAL_H

/**
 * End this process by signal @p number, as the program was, without a core of our own (a core would be mistaken for the
 * program's); _exit(128 + number) where the signal does not end us (PID 1, a signal that is ignored by the kernel).
 */
_Noreturn void tr_repeat_signal(int number);

#endif
