/*
 * The path of a call that the kernel has refused: does it lie outside what the sandbox opens? Only for explaining: the
 * path is read from memory that can change, and the kernel has decided already. Private to supervise/.
 */
#ifndef TR_SUPERVISE_REFUSED_PATH_H
#define TR_SUPERVISE_REFUSED_PATH_H

#include "arch/registers.h"
#include "process/memory.h"
#include "sandbox/walls.h"

/**
 * @param pid, tid   the process, and its thread that made the call, stopped.
 * @param rule       of the call's row; TR_RULE_READ becomes TR_RULE_WRITE for an open that wants to write.
 * @param[out] rule  which rule it is about.
 * @return whether a path of the call lies outside. A path that is not there counts only when it was to be made.
 */
bool tr_refused_path_outside(const struct tr_walls *walls, int pid, int tid, const struct tr_registers *registers,
                             struct tr_memory *memory, enum tr_rule *rule);

/** The arguments of a system call by number, 0..5. */
uint64_t tr_call_argument(const struct tr_registers *registers, int argument);

#endif
