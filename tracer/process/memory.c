#include "process/memory.h"

#include "base/fatal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

enum {
    PAGE = 4096,
    /* Direct mapped: 512 pages (2 MiB) hold the stack, the code and the data that one report touches. */
    CACHE_PAGES = 512,
    /* Pages fetched at once on a miss: neighbours are nearly always wanted next, and cost next to nothing. */
    FETCH_PAGES = 4,
};

struct page {
    uint64_t address; /* of its first byte; UINT64_MAX when empty */
    bool readable;
    unsigned char bytes[PAGE];
};

struct overlay {
    uint64_t address;
    const unsigned char *bytes;
    size_t size;
};

struct tr_memory {
    int pid, fd;
    struct page *pages[CACHE_PAGES];
    struct overlay *overlays;
    size_t overlay_count, overlay_capacity;
};

struct tr_memory *tr_memory_create(int pid, int fd)
{
    struct tr_memory *memory = calloc(1, sizeof(*memory));
    if (!memory)
        tr_fatal("out of memory");
    memory->pid = pid;
    memory->fd = fd;
    return memory;
}

void tr_memory_destroy(struct tr_memory *memory)
{
    if (!memory)
        return;
    for (size_t i = 0; i < CACHE_PAGES; i++)
        free(memory->pages[i]);
    free(memory->overlays);
    free(memory);
}

void tr_memory_flush(struct tr_memory *memory)
{
    for (size_t i = 0; i < CACHE_PAGES; i++)
        if (memory->pages[i])
            memory->pages[i]->address = UINT64_MAX;
}

void tr_memory_overlay(struct tr_memory *memory, uint64_t address, const void *bytes, size_t size)
{
    if (memory->overlay_count == memory->overlay_capacity) {
        size_t capacity = memory->overlay_capacity ? memory->overlay_capacity * 2 : 8;
        struct overlay *overlays = realloc(memory->overlays, capacity * sizeof(*overlays));
        if (!overlays)
            tr_fatal("out of memory");
        memory->overlays = overlays;
        memory->overlay_capacity = capacity;
    }
    memory->overlays[memory->overlay_count++] = (struct overlay){address, bytes, size};
}

size_t tr_memory_overlays(const struct tr_memory *memory) { return memory->overlay_count; }

void tr_memory_drop_overlays(struct tr_memory *memory, size_t keep)
{
    if (memory->overlay_count > keep)
        memory->overlay_count = keep;
}

/* The overlay that covers @p address (a later one wins), or the size up to the next overlay in @p ret_free. */
static const struct overlay *overlay_at(const struct tr_memory *memory, uint64_t address, size_t *ret_free)
{
    for (size_t i = memory->overlay_count; i-- > 0;) {
        const struct overlay *overlay = &memory->overlays[i];
        if (address - overlay->address < overlay->size)
            return overlay;
        if (overlay->address > address && overlay->address - address < *ret_free)
            *ret_free = overlay->address - address;
    }
    return NULL;
}

/* Bytes read from the process, page by page where the kernel stops short. */
static size_t fetch(const struct tr_memory *memory, uint64_t address, void *buffer, size_t size)
{
    if (memory->pid > 0) {
        struct iovec local = {buffer, size}, remote = {(void *)(uintptr_t)address, size};
        ssize_t got = process_vm_readv(memory->pid, &local, 1, &remote, 1, 0);
        if (got > 0)
            return (size_t)got;
    }
    if (memory->fd >= 0 && address <= INT64_MAX) {
        ssize_t got = pread(memory->fd, buffer, size, (off_t)address);
        if (got > 0)
            return (size_t)got;
    }
    return 0;
}

static struct page *slot(struct tr_memory *memory, uint64_t address)
{
    struct page **page = &memory->pages[address / PAGE % CACHE_PAGES];
    if (!*page) {
        *page = malloc(sizeof(**page));
        if (!*page)
            tr_fatal("out of memory");
        (*page)->address = UINT64_MAX;
    }
    return *page;
}

static const struct page *page_at(struct tr_memory *memory, uint64_t address)
{
    struct page *page = slot(memory, address);
    if (page->address == address)
        return page;
    unsigned char buffer[FETCH_PAGES * PAGE];
    size_t got = fetch(memory, address, buffer, sizeof(buffer));
    page->address = address;
    page->readable = got >= PAGE;
    if (page->readable)
        memcpy(page->bytes, buffer, PAGE);
    for (size_t i = 1; (i + 1) * PAGE <= got; i++) {
        struct page *next = slot(memory, address + i * PAGE);
        next->address = address + i * PAGE;
        next->readable = true;
        memcpy(next->bytes, buffer + i * PAGE, PAGE);
    }
    return page;
}

size_t tr_memory_read_some(struct tr_memory *memory, uint64_t address, void *buffer, size_t size)
{
    unsigned char *out = buffer;
    size_t done = 0;
    while (done < size) {
        uint64_t at = address + done;
        if (at < address)
            break; /* wrapped around the end of the address space */
        size_t part = size - done;
        const struct overlay *overlay = overlay_at(memory, at, &part);
        if (overlay) {
            size_t offset = at - overlay->address;
            if (part > overlay->size - offset)
                part = overlay->size - offset;
            memcpy(out + done, overlay->bytes + offset, part);
        } else {
            const struct page *page = page_at(memory, at & ~(uint64_t)(PAGE - 1));
            if (!page->readable)
                break;
            size_t offset = at % PAGE;
            if (part > PAGE - offset)
                part = PAGE - offset;
            memcpy(out + done, page->bytes + offset, part);
        }
        done += part;
    }
    return done;
}

bool tr_memory_read(struct tr_memory *memory, uint64_t address, void *buffer, size_t size)
{
    return tr_memory_read_some(memory, address, buffer, size) == size;
}

bool tr_memory_read_u64(struct tr_memory *memory, uint64_t address, uint64_t *ret)
{
    return tr_memory_read(memory, address, ret, sizeof(*ret));
}

char *tr_memory_read_string(struct tr_memory *memory, struct tr_arena *arena, uint64_t address, size_t limit,
                            size_t *ret_size, bool *ret_terminated)
{
    char *text = tr_arena_alloc(arena, limit + 1);
    size_t size = tr_memory_read_some(memory, address, text, limit);
    if (!size)
        return NULL;
    const char *end = memchr(text, 0, size);
    *ret_terminated = end != NULL;
    *ret_size = end ? (size_t)(end - text) : size;
    text[*ret_size] = '\0';
    return text;
}
