/*
 * Work that must not be cut short: a tracer that is killed leaves a thread that it steps with a trap pending, which ends the
 * program. So a process of its own does it, and the one that the caller sees, and may kill, only waits. Private to cli/.
 */
#ifndef TR_CLI_GUARD_H
#define TR_CLI_GUARD_H

/**
 * Do @p work in a child, in a process group of its own, that gets SIGTERM when this process is killed. INT, TERM, HUP and
 * QUIT are passed on to it. Where no child can be made the work is done here.
 *
 * @return the exit status of the child, whose work's result that is; does not return when a signal ended it: that is
 * repeated.
 */
int tr_guarded(int (*work)(void *arg), void *arg);

#endif
