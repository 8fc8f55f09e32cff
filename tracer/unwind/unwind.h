/*
 * The stack of a stopped thread: libunwind over our own accessors, with the repairs that make it right where stock
 * libunwind and libdwfl are wrong (docs/UNWINDING.md). Works on registers and a memory reader; no ptrace here.
 */
#ifndef TR_UNWIND_UNWIND_H
#define TR_UNWIND_UNWIND_H

#include "arch/registers.h"
#include "base/limits.h"
#include "model/words.h"
#include "symbols/image.h"

/** One physical frame. */
struct tr_stack_frame {
    uint64_t pc;         /* return address for outer frames */
    uint64_t lookup_pc;  /* pc, or pc - 1 where the frame is in a call */
    uint64_t cfa;        /* canonical frame address; 0 when unknown */
    uint64_t registers[TR_DWARF_REGISTERS]; /* as this frame's function sees them */
    uint32_t known;      /* bit n: registers[n] is real: all of frame 0 and interrupted ones, else callee-saved ones */
    enum tr_trust trust;
    bool signal_frame;   /* the kernel's signal trampoline; the next frame was interrupted, not calling */
};

/** How a walk ended. */
enum tr_stack_end {
    TR_STACK_ROOT,   /* at _start, clone or another function that says so in its CFI */
    TR_STACK_LIMIT,  /* TR_LIMIT_FRAMES_WALKED */
    TR_STACK_LOST,   /* no way on; `reason` */
};

struct tr_stack {
    struct tr_stack_frame *head; /* the first frames, with registers: all when total <= TR_LIMIT_FRAMES_REPORTED */
    size_t head_count;
    struct tr_stack_frame *tail; /* the last frames when the middle is folded; outermost last */
    size_t tail_count;
    size_t total;                /* frames walked; omitted = total - head_count - tail_count */
    enum tr_stack_end end;
    const char *reason;          /* one sentence; NULL for TR_STACK_ROOT */
    uint64_t bad_pc;             /* the address that was called or jumped to, when head[0].trust is TR_TRUST_REPAIRED */
    bool bad_pc_called;
    /*
     * A recursion, that is at least three repetitions that cover a third of the stack: the frames from `repeated_first`
     * on repeat `repeated_length` functions `repeated_times` times; 0 when there is none. The pcs are those of
     * the first repetition, return addresses but for frame 0.
     */
    size_t repeated_first, repeated_length, repeated_times;
    uint64_t repeated_pcs[TR_LIMIT_CYCLE];
};

struct tr_unwinder;

/** @return an unwinder over @p images (borrowed) of one process image; ended with tr_unwinder_destroy(). */
struct tr_unwinder *tr_unwinder_create(struct tr_images *images) __attribute__((returns_nonnull));
void tr_unwinder_destroy(struct tr_unwinder *unwinder);

/**
 * Walk the stack of a thread. Never fails: at least the frame of @p registers comes out.
 *
 * @param arena  keeps the frames.
 * @param limit  frames to walk at most, up to TR_LIMIT_FRAMES_WALKED.
 */
void tr_unwind(struct tr_unwinder *unwinder, struct tr_arena *arena, const struct tr_registers *registers, size_t limit,
               struct tr_stack *ret);

#endif
