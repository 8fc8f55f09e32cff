/*
 * What the run makes that is neither a process nor a file on a disk, and would outlive it: System V shared memory,
 * semaphores and message queues, POSIX shared memory and message queues, memory files. Followed under a limit of memory
 * only, which is to hold for them too, and which is why they are removed at the end. Private to supervise/.
 */
#ifndef TR_SUPERVISE_LEFTOVERS_H
#define TR_SUPERVISE_LEFTOVERS_H

#include "arch/registers.h"
#include "process/memory.h"

struct tr_run;
struct tr_task;
struct tr_leftovers;

/** Note what is there before the run. @return NULL when no limit of memory is given. */
struct tr_leftovers *tr_leftovers_create(const struct tr_run *run);
void tr_leftovers_destroy(struct tr_leftovers *leftovers);

/** A recorded system call begins. @p memory reads the process. */
void tr_leftovers_call(struct tr_leftovers *leftovers, const struct tr_registers *registers, struct tr_memory *memory);

/** It has returned. */
void tr_leftovers_return(struct tr_leftovers *leftovers, const struct tr_task *task,
                         const struct tr_registers *registers);

/** Bytes of memory that they take now, whether anybody has them mapped or not. */
int64_t tr_leftovers_bytes(const struct tr_run *run);

/** The run is over: remove what it has made. */
void tr_leftovers_remove(struct tr_run *run);

#endif
