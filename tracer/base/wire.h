/*
 * Bytes between two processes of ours on one machine: host byte order, every length checked by the reader, which treats
 * what it reads as hostile. Used by: model (codec), exchange.
 */
#ifndef TR_BASE_WIRE_H
#define TR_BASE_WIRE_H

#include "base/arena.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Integers in the byte order of this machine: both ends of the exchange run on it. */
void tr_wire_put_u8(struct tr_str *out, uint8_t value);
void tr_wire_put_u32(struct tr_str *out, uint32_t value);
void tr_wire_put_u64(struct tr_str *out, uint64_t value);

/** A string, or NULL, which stays NULL. */
void tr_wire_put_string(struct tr_str *out, const char *text);

/** Where reading stands: [at, end) is left. After a failed take the position is meaningless. */
struct tr_wire {
    struct tr_arena *arena;
    const unsigned char *at, *end;
};

static inline size_t tr_wire_left(const struct tr_wire *wire) { return (size_t)(wire->end - wire->at); }

/** Take exactly @p size bytes. @return false when fewer are left; so for all that follow. */
bool tr_wire_take(struct tr_wire *wire, void *out, size_t size);
bool tr_wire_take_u32(struct tr_wire *wire, uint32_t *ret);
bool tr_wire_take_u64(struct tr_wire *wire, uint64_t *ret);

/** A byte that must be 0 or 1. */
bool tr_wire_take_bool(struct tr_wire *wire, bool *ret);

/** A string or NULL; a string with a NUL byte inside is refused. @param[out] ret in the arena. */
bool tr_wire_take_string(struct tr_wire *wire, const char **ret);

#endif
