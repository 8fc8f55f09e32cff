/* The mappings of a process: /proc/PID/maps, parsed once per stop. Sorted by address. Source: proc(5). */
#ifndef TR_PROCESS_MAPS_H
#define TR_PROCESS_MAPS_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct tr_mapping {
    uint64_t start, end; /* [start, end), tracee space */
    uint64_t offset;     /* in the file */
    uint64_t inode;      /* 0 when anonymous */
    unsigned device_major, device_minor;
    bool readable, writable, executable, shared;
    bool deleted;        /* the file has been unlinked or replaced since */
    const char *path;    /* without " (deleted)"; "[stack]", "[vdso]", "" for anonymous memory */
};

struct tr_maps {
    struct tr_mapping *mappings;
    size_t count;
    bool truncated; /* TR_LIMIT_MAPPINGS was reached */
};

/** Parse the text of /proc/PID/maps into @p arena. Lines that do not parse are left out. */
void tr_maps_parse(struct tr_arena *arena, const char *text, struct tr_maps *ret);

/** The mapping that contains @p address, or NULL. */
const struct tr_mapping *tr_maps_find(const struct tr_maps *maps, uint64_t address);

/** The mapping below or above @p address that is nearest, or NULL when there are none. */
const struct tr_mapping *tr_maps_nearest(const struct tr_maps *maps, uint64_t address);

static inline bool tr_maps_executable(const struct tr_maps *maps, uint64_t address)
{
    const struct tr_mapping *mapping = tr_maps_find(maps, address);
    return mapping && mapping->executable;
}

#endif
