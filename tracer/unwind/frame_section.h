/*
 * Parsing .eh_frame and .debug_frame, whose bytes are the tracee's and may be anything. May use: base.
 * Used by: frame_table.c. Sources: LSB Core 5.0, 10.6; DWARF 5, 6.4.1 and 7.24.
 */
#ifndef TR_UNWIND_FRAME_SECTION_H
#define TR_UNWIND_FRAME_SECTION_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** One pair of the table that libunwind searches; both relative to the section's address. */
struct frame_entry {
    int32_t pc, fde;
};

struct frame_index {
    uint64_t address;    /* of the section, tracee space or window */
    uint64_t bias;       /* added to absolute addresses of the section */
    uint64_t start, end; /* [start, end): code outside is left out (functions that the linker dropped lie at 0) */
    struct frame_entry *entries; /* sorted by pc */
    size_t count;
    bool truncated; /* TR_LIMIT_FRAME_ENTRIES was reached: then count is 0, as half an index would mislead */
};

/**
 * Index a section in .eh_frame form.
 *
 * @param arena  keeps the entries.
 * @param index  address, bias, start and end are given; the rest is filled in.
 */
void frame_section_index(struct tr_arena *arena, const void *bytes, size_t size, struct frame_index *index);

/**
 * Copy a .debug_frame section and turn it into .eh_frame form without moving anything: CIE ids and pointers become
 * relative, addresses get @p bias added, version 4 becomes 3 with two DW_CFA_nop at the end. What does not parse
 * becomes entries that frame_section_index() leaves out.
 *
 * @return @p size bytes in @p arena. Index them with bias 0.
 */
void *frame_section_rewrite(struct tr_arena *arena, const void *bytes, size_t size, uint64_t bias)
    __attribute__((returns_nonnull));

#endif
