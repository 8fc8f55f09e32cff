/*
 * An arena: memory that is freed as a whole. Every node and string of a report lives in one.
 *
 * Allocation never returns NULL: an arena ends the process (exit 125, one line) when memory runs out, since a report
 * without memory cannot be told anyway. Input sizes are bounded by base/limits.h before they reach an arena.
 */
#ifndef TR_BASE_ARENA_H
#define TR_BASE_ARENA_H

#include <stdarg.h>
#include <stddef.h>

struct tr_arena;

/** @return a new arena, ended with tr_arena_destroy(). */
struct tr_arena *tr_arena_create(void) __attribute__((returns_nonnull));

/** Free the arena and all that was allocated from it; NULL is allowed. */
void tr_arena_destroy(struct tr_arena *arena);

/** @return @p size zeroed bytes aligned for any type; they live as long as the arena. */
void *tr_arena_alloc(struct tr_arena *arena, size_t size) __attribute__((returns_nonnull, alloc_size(2)));

#define tr_arena_new(arena, type) ((type *)tr_arena_alloc((arena), sizeof(type)))

/** Copy of @p text, or NULL for NULL. */
char *tr_arena_strdup(struct tr_arena *arena, const char *text);

/** Copy of the first @p size bytes at @p text, NUL-terminated; the bytes may contain NULs. */
char *tr_arena_strndup(struct tr_arena *arena, const char *text, size_t size) __attribute__((returns_nonnull));

/** printf into the arena. */
char *tr_arena_printf(struct tr_arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3), returns_nonnull));
char *tr_arena_vprintf(struct tr_arena *arena, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0), returns_nonnull));

/** Bytes handed out so far. */
size_t tr_arena_used(const struct tr_arena *arena);

#endif
