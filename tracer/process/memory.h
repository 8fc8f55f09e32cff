/*
 * Reading a tracee's memory, by page, cached. Works for a stopped process; the cache must be flushed after it ran.
 *
 * May use: base. Used by: symbols, unwind, heap, values, analysis. Source: process_vm_readv(2), proc(5) /proc/PID/mem.
 */
#ifndef TR_PROCESS_MEMORY_H
#define TR_PROCESS_MEMORY_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct tr_memory;

/**
 * @param pid  the process, for process_vm_readv; 0 to use only @p fd.
 * @param fd   /proc/PID/mem opened for reading, borrowed; -1 to use only @p pid. Memory that may not be read any other way
 *             (a worker without capabilities) is read through it.
 * @return a reader, ended with tr_memory_destroy().
 */
struct tr_memory *tr_memory_create(int pid, int fd) __attribute__((returns_nonnull));
void tr_memory_destroy(struct tr_memory *memory);

/** Forget what was read; needed after the process ran. Overlays stay. */
void tr_memory_flush(struct tr_memory *memory);

/**
 * Put bytes of our own over the tracee's: reads of [address, address + size) see @p bytes (borrowed, must outlive the
 * overlay). For snapshots, and for tables that libunwind shall find "in memory".
 */
void tr_memory_overlay(struct tr_memory *memory, uint64_t address, const void *bytes, size_t size);

/** How many overlays there are, to go back to with tr_memory_drop_overlays(). */
size_t tr_memory_overlays(const struct tr_memory *memory);

/** Drop all overlays but the first @p keep. */
void tr_memory_drop_overlays(struct tr_memory *memory, size_t keep);

/** Read up to the first unreadable byte. @return bytes read, 0..size. */
size_t tr_memory_read_some(struct tr_memory *memory, uint64_t address, void *buffer, size_t size);

/** Read exactly @p size bytes. @return false when any is unreadable; @p buffer then holds what came before. */
bool tr_memory_read(struct tr_memory *memory, uint64_t address, void *buffer, size_t size);

/** Read a little-endian word of 8 bytes. */
bool tr_memory_read_u64(struct tr_memory *memory, uint64_t address, uint64_t *ret);

/**
 * Read a NUL-terminated string of at most @p limit bytes.
 *
 * @param[out] ret_size        bytes before the NUL, or before the end of what is readable.
 * @param[out] ret_terminated  whether a NUL was found within @p limit.
 * @return in @p arena, NUL-terminated; NULL when not even one byte is readable.
 */
char *tr_memory_read_string(struct tr_memory *memory, struct tr_arena *arena, uint64_t address, size_t limit,
                            size_t *ret_size, bool *ret_terminated);

#endif
