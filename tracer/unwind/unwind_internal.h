/*
 * Shared by the files of this module: the unwinder, its accessors for libunwind, the tables that it serves, one walk's
 * steps. Registers are arrays by DWARF number, which are libunwind's numbers too (libunwind-x86_64.h).
 */
#ifndef TR_UNWIND_UNWIND_INTERNAL_H
#define TR_UNWIND_UNWIND_INTERNAL_H

#include "base/cleanup.h"
#include "base/list.h"
#include "unwind/unwind.h"

#include <libunwind.h>

/* Where an image's call frame information comes from; tried in this order. */
enum table_source { FROM_HEADER, FROM_EH_FRAME, FROM_DEBUG_FRAME, TABLE_SOURCES };

/* A sorted table of {pc, FDE} pairs, both int32 relative to `segment`, as .eh_frame_hdr has it (LSB Core, 10.6.2). */
struct frame_table {
    uint64_t segment; /* tracee space */
    uint64_t entries; /* address of the first pair, tracee space or in a window */
    size_t count;     /* 0: there is none */
};

struct image_tables {
    const struct tr_image *image;
    bool tried[TABLE_SOURCES];
    struct frame_table tables[TABLE_SOURCES];
};

/*
 * Bytes of ours at an address that no mapping uses. Only libunwind sees them: as overlays of the memory reader they
 * would look like the program's memory to everyone, and outlive the unwinder.
 */
struct window {
    uint64_t address;
    const unsigned char *bytes;
    size_t size;
};

struct tr_unwinder {
    struct tr_images *images;
    unw_addr_space_t space;
    struct tr_list tables;  /* struct image_tables */
    struct tr_list windows; /* struct window */

    /* Of the walk under way. */
    uint64_t registers[TR_DWARF_REGISTERS]; /* where the present run of steps began */
    size_t reads_left;
    uint64_t last_read; /* address of libunwind's last read of memory */
    bool missing;       /* no call frame information was found since this was cleared */
};

/** libunwind's view of the unwinder; the argument of every callback is a struct tr_unwinder. */
extern unw_accessors_t tr_unwind_accessors;

/** Make the table of one source; @p ret has count 0 when there is none. Bytes are kept in the images' arena. */
void frame_table_build(struct tr_unwinder *unwinder, struct tr_image *image, enum table_source source,
                       struct frame_table *ret);

/** Show @p bytes (borrowed for the unwinder's life) near @p image; @return the address, 0 when there is no room. */
uint64_t window_add(struct tr_unwinder *unwinder, const struct tr_image *image, const void *bytes, size_t size);

/** Whether @p address is what a call would have pushed: executable, and behind an encoding of CALL. */
bool is_return_address(const struct tr_images *images, uint64_t address);

/** Whether the CALL before @p address may have gone to @p target; an indirect one may have gone anywhere. */
bool call_may_reach(const struct tr_images *images, uint64_t address, uint64_t target);

/** Whether @p pc is at a signal trampoline: mov $15 (rt_sigreturn) to eax or rax, syscall. */
bool is_signal_trampoline(const struct tr_images *images, uint64_t pc);

/** How a step ended. */
enum step {
    STEP_FRAME,    /* the walker is at the next frame */
    STEP_ROOT,     /* there is no next frame */
    STEP_NO_TABLE, /* no call frame information; the walker is where it was */
    STEP_BAD_PC,   /* a signal interrupted a jump to nowhere; the walker is there */
    STEP_LOST,     /* `reason`; the walker is where it was */
};

/** Read a word as libunwind sees memory, windows included; counts against the walk's reads. */
bool unwinder_read(struct tr_unwinder *unwinder, uint64_t address, unw_word_t *ret);

/** Whether libunwind may run the CFI of the function @p info, with what it found itself; else it could fault. */
bool frame_program_is_sane(struct tr_unwinder *unwinder, const unw_proc_info_t *info);

enum { CURSOR_SLACK = 4096 };

/* A position on a stack, stepped outwards. */
struct walker {
    struct tr_unwinder *unwinder;
    unw_cursor_t cursor, before;
    /* libunwind 1.6.2 indexes a cursor's registers with the return column of a CIE, unchecked: let it read this. */
    unsigned char slack[CURSOR_SLACK];
    uint64_t pc, sp;
    bool in_call;     /* pc is a return address */
    bool is_signal;   /* pc is at a trampoline */
    bool interrupted; /* a signal interrupted this frame */
    uint64_t lost_sp; /* of STEP_LOST: the next frame's stack pointer where that was still credible; else 0 */
    const char *reason;
    struct {
        uint64_t pc, sp;
    } crossings[16]; /* the last frames that signals interrupted, to notice a circle */
    size_t crossing_count;
};

/** Put the walker at @p registers; @p in_call says that their pc is a return address. @return false when impossible. */
bool walker_start(struct walker *walker, struct tr_unwinder *unwinder, const uint64_t *registers, bool in_call);
enum step walker_step(struct walker *walker);

/** The registers where the walker is; 0 where they have no location. */
void walker_registers(struct walker *walker, uint64_t ret[TR_DWARF_REGISTERS]);

/** The registers at a cursor. @return bit n is set where registers[n] has a location. */
uint32_t cursor_registers(unw_cursor_t *cursor, uint64_t *ret);

/** Bit n is set where the function of an inner frame has saved register n in memory. */
uint32_t cursor_saved(unw_cursor_t *cursor);

/** Registers found by other means than call frame information. */
struct recovery {
    uint64_t registers[TR_DWARF_REGISTERS];
    uint32_t known;
    bool in_call;
    enum tr_trust trust;
};

/** The caller, where pc cannot be executed: what a call pushed and the callee never popped. */
bool recover_bad_pc(const struct tr_images *images, const uint64_t *registers, struct recovery *ret);

/**
 * The caller of code without call frame information: from a signal's context, the frame pointer, or a word just pushed.
 *
 * @param prove  prefer the caller from which the walk ends at a root.
 */
bool recover_by_guess(struct tr_unwinder *unwinder, const uint64_t *registers, bool in_call, bool prove,
                      struct recovery *ret);

/** A caller found in the words from @p start on, from which the walk ends at a root. */
bool recover_by_scan(struct tr_unwinder *unwinder, const uint64_t *registers, uint64_t start, struct recovery *ret);

/** @p times repetitions of @p length values, the first of which is values[first]. times is 0 when there is no cycle. */
struct cycle {
    size_t first, length, times;
};

/** Find the cycle that covers most of @p values; one that does not cover a third of them is none. */
void find_cycle(const uint64_t *values, size_t count, struct cycle *ret);

/** The same for a walk's program counters: where they have no cycle, for the functions that they lie in. */
void find_recursion(struct tr_unwinder *unwinder, const uint64_t *pcs, size_t count, struct cycle *ret);

#endif
