#include "base/arena.h"

#include "base/fatal.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_SIZE = 64 * 1024, ALIGNMENT = 16 };

struct block {
    struct block *next;
    size_t used, capacity;
    _Alignas(ALIGNMENT) unsigned char bytes[];
};

struct tr_arena {
    struct block *blocks;
    size_t used;
};

static struct block *block_create(size_t capacity)
{
    struct block *block = calloc(1, sizeof(*block) + capacity);
    if (!block)
        tr_fatal("out of memory");
    block->capacity = capacity;
    return block;
}

struct tr_arena *tr_arena_create(void)
{
    struct tr_arena *arena = calloc(1, sizeof(*arena));
    if (!arena)
        tr_fatal("out of memory");
    return arena;
}

void tr_arena_destroy(struct tr_arena *arena)
{
    if (!arena)
        return;
    for (struct block *block = arena->blocks, *next; block; block = next) {
        next = block->next;
        free(block);
    }
    free(arena);
}

void *tr_arena_alloc(struct tr_arena *arena, size_t size)
{
    if (size > SIZE_MAX / 2)
        tr_fatal("allocation of %zu bytes refused", size);
    size = (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
    struct block *block = arena->blocks;
    if (!block || block->capacity - block->used < size) {
        block = block_create(size > BLOCK_SIZE ? size : BLOCK_SIZE);
        /* A large block goes behind the current one, which may still have room. */
        if (size > BLOCK_SIZE && arena->blocks) {
            block->next = arena->blocks->next;
            arena->blocks->next = block;
        } else {
            block->next = arena->blocks;
            arena->blocks = block;
        }
    }
    void *result = block->bytes + block->used;
    block->used += size;
    arena->used += size;
    return result;
}

char *tr_arena_strndup(struct tr_arena *arena, const char *text, size_t size)
{
    char *copy = tr_arena_alloc(arena, size + 1);
    if (size)
        memcpy(copy, text, size);
    return copy;
}

char *tr_arena_strdup(struct tr_arena *arena, const char *text)
{
    return text ? tr_arena_strndup(arena, text, strlen(text)) : NULL;
}

char *tr_arena_vprintf(struct tr_arena *arena, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (length < 0)
        tr_fatal("a format failed: %s", format);
    char *text = tr_arena_alloc(arena, (size_t)length + 1);
    vsnprintf(text, (size_t)length + 1, format, arguments);
    return text;
}

char *tr_arena_printf(struct tr_arena *arena, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = tr_arena_vprintf(arena, format, arguments);
    va_end(arguments);
    return text;
}

size_t tr_arena_used(const struct tr_arena *arena) { return arena->used; }
