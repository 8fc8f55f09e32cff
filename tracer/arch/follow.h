/*
 * Following a short function without running it: what an accessor would return. Loads, moves, additions, comparisons and
 * jumps are computed on memory as it is; stores go to a stack of our own, and anything else ends it. May use: base.
 * Used by: analysis.
 */
#ifndef TR_ARCH_FOLLOW_H
#define TR_ARCH_FOLLOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Read tracee memory. @return false when any of the @p size bytes at @p address is unreadable. */
typedef bool tr_follow_read(void *arg, uint64_t address, void *buffer, size_t size);

/**
 * What the 64-bit function at @p function returns in rax when rdi is @p argument and nothing else is known.
 *
 * @param function, argument  tracee space.
 * @param fs_base   of the thread: where its own variables are found; 0 when unknown.
 * @return false when it depends on something that is not known, stores outside of its own stack, uses an instruction
 *         that is not followed here, or takes more than TR_LIMIT_FOLLOWED_INSTRUCTIONS.
 */
bool tr_follow_call(tr_follow_read *read, void *arg, uint64_t function, uint64_t argument, uint64_t fs_base,
                    uint64_t *ret);

#endif
