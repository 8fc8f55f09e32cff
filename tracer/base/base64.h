/* RFC 4648, section 4. May use: arena. Used by: supervise, session. */
#ifndef TR_BASE_BASE64_H
#define TR_BASE_BASE64_H

#include "base/arena.h"

#include <stddef.h>

/** @p size bytes in base64 with padding, NUL-terminated, in @p arena. */
char *tr_base64(struct tr_arena *arena, const void *bytes, size_t size) __attribute__((returns_nonnull));

#endif
