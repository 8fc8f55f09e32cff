/*
 * For fuzzers of what reads a stopped process: a program run to its breakpoint once, then looked at again and again with bytes
 * of its file and of its memory replaced. Everything is put back after each look.
 */
#ifndef TR_TESTS_FUZZ_STAGE_H
#define TR_TESTS_FUZZ_STAGE_H

#include "model/report.h"
#include "process/memory.h"
#include "symbols/image.h"
#include "symbols/location.h"
#include "unwind/unwind.h"

enum { STAGE_FRAMES = 4, STAGE_EDITS = 64 };

/** A part of the file, or of memory. */
struct stage_range {
    uint64_t start;
    size_t size;
};

struct stage {
    int pid, mem, file;              /* file: a copy of the program, which is edited */
    char path[4096];
    unsigned char *original;         /* the program's bytes */
    size_t size;
    const char *maps;
    uint64_t entry, vdso;
    struct tr_registers registers;
    struct tr_frame_context contexts[STAGE_FRAMES];
    size_t frame_count;
    struct tr_arena *arena;          /* of all this */

    struct stage_range changed[STAGE_EDITS]; /* parts of the file */
    size_t changed_count;
    unsigned char overlays[STAGE_EDITS][8];
    uint64_t overlay_addresses[STAGE_EDITS];
    size_t overlay_count;
};

/** What is made anew for each look. */
struct stage_look {
    struct tr_arena *arena;
    struct tr_memory *memory;
    struct tr_maps maps;
    struct tr_images *images;
};

/** Run @p program (a specimen) to its first signal; ends this process with a message when that does not work. */
void stage_start(struct stage *stage, const char *program);

/** Replace bytes of the program's file; beyond its end, or beyond STAGE_EDITS edits, nothing happens. */
void stage_edit_file(struct stage *stage, uint64_t offset, const void *bytes, size_t size);

/** Replace 8 bytes of memory, up to STAGE_EDITS times. */
void stage_edit_memory(struct stage *stage, uint64_t address, uint64_t word);

/** Sections of the file whose names begin with @p prefix. @return how many. */
size_t stage_sections(const struct stage *stage, const char *prefix, struct stage_range *ret, size_t limit);

/** Open what a look needs, with the edits made so far. */
void stage_look_begin(struct stage *stage, struct stage_look *look);

/** End the look and undo all edits. */
void stage_look_end(struct stage *stage, struct stage_look *look);

/** Read functions, lines, variables and objects of all frames; abort when the outcome is no valid record. */
void stage_read_values(struct stage *stage);

#endif
