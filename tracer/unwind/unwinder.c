#include "unwind/unwind_internal.h"

#include "base/fatal.h"

#include <stdlib.h>
#include <string.h>

enum {
    TAIL = TR_LIMIT_FRAMES_REPORTED - TR_LIMIT_FRAMES_HEAD,
    ALL_REGISTERS = (1 << TR_DWARF_REGISTERS) - 1,
};

_Static_assert(TR_LIMIT_FRAMES_HEAD < TR_LIMIT_FRAMES_REPORTED, "a folded stack has a tail");

/* A frame of the tail whose registers are read only if it still is one when the walk is over. */
struct pending {
    struct tr_stack_frame frame;
    unw_cursor_t cursor;
    uint32_t start_known;
    bool is_read;
};

struct walk {
    struct walker walker;
    struct tr_unwinder *unwinder;
    struct tr_stack *stack;
    size_t limit;
    uint64_t *pcs;
    size_t pcs_capacity;
    struct pending ring[TAIL]; /* the last frames beyond TR_LIMIT_FRAMES_REPORTED, by index modulo TAIL */
    enum tr_trust trust;       /* of the frames of this run of steps */
    uint32_t start_known;      /* registers that were real where this run began */
    bool guess_tried, scan_tried;
};

struct tr_unwinder *tr_unwinder_create(struct tr_images *images)
{
    struct tr_unwinder *unwinder = calloc(1, sizeof(*unwinder));
    unw_addr_space_t space = unw_create_addr_space(&tr_unwind_accessors, 0);
    if (!unwinder || !space)
        tr_fatal("out of memory");
    *unwinder = (struct tr_unwinder){.images = images, .space = space};
    unw_set_caching_policy(space, UNW_CACHE_GLOBAL);
    return unwinder;
}

void tr_unwinder_destroy(struct tr_unwinder *unwinder)
{
    if (!unwinder)
        return;
    unw_destroy_addr_space(unwinder->space);
    free(unwinder);
}

/*
 * Fill in a frame's registers. libunwind gives out registers that a call may have changed as if they were the caller's;
 * and where a run began without knowing a register, a later frame knows it only if a function in between has saved it.
 */
static void read_registers(unw_cursor_t *cursor, uint32_t start_known, struct tr_stack_frame *frame)
{
    uint64_t pc = frame->pc; /* the first pc of a run is set back */
    uint32_t located = cursor_registers(cursor, frame->registers);
    frame->registers[TR_DWARF_RIP] = pc;
    uint32_t real = (frame->known | start_known | cursor_saved(cursor)) & located;
    uint32_t always = UINT32_C(1) << TR_DWARF_RIP | UINT32_C(1) << TR_DWARF_RSP;
    for (unsigned i = 0; i < TR_DWARF_REGISTERS; i++)
        if (frame->known != ALL_REGISTERS && !tr_register_callee_saved(i))
            real &= ~(UINT32_C(1) << i);
    frame->known = real | always;
    for (unsigned i = 0; i < TR_DWARF_REGISTERS; i++)
        if (!(frame->known >> i & 1))
            frame->registers[i] = 0;
}

static struct tr_stack_frame *frame_at(struct walk *walk, size_t index)
{
    return index < TR_LIMIT_FRAMES_REPORTED ? &walk->stack->head[index] : &walk->ring[index % TAIL].frame;
}

static void keep_pc(struct walk *walk, uint64_t pc)
{
    struct tr_stack *stack = walk->stack;
    if (stack->total == walk->pcs_capacity) {
        size_t capacity = walk->pcs_capacity ? walk->pcs_capacity * 4 : 256;
        uint64_t *pcs = realloc(walk->pcs, capacity * sizeof(*pcs));
        if (!pcs)
            tr_fatal("out of memory");
        walk->pcs = pcs;
        walk->pcs_capacity = capacity;
    }
    walk->pcs[stack->total] = pc;
}

/* Keep the frame where the walker is. @p all_known: it was interrupted, not calling. */
static void record(struct walk *walk, bool all_known)
{
    struct walker *walker = &walk->walker;
    size_t index = walk->stack->total;
    if (index > 0)
        frame_at(walk, index - 1)->cfa = walker->sp;
    keep_pc(walk, walker->pc);
    struct tr_stack_frame frame = {.pc = walker->pc,
                                   .lookup_pc = walker->pc - walker->in_call,
                                   .known = all_known ? ALL_REGISTERS : 0,
                                   .trust = walk->trust,
                                   .signal_frame = walker->is_signal};
    walk->stack->total++;
    if (index < TR_LIMIT_FRAMES_REPORTED) {
        read_registers(&walker->cursor, walk->start_known, &frame);
        walk->stack->head[index] = frame;
        return;
    }
    struct pending *pending = &walk->ring[index % TAIL];
    pending->frame = frame;
    pending->cursor = walker->cursor;
    pending->start_known = walk->start_known;
    pending->is_read = false;
}

/* Read what the ring still points to: before the registers that its cursors refer to are replaced. */
static void read_pending(struct walk *walk)
{
    size_t total = walk->stack->total;
    size_t first = total > TR_LIMIT_FRAMES_REPORTED + TAIL ? total - TAIL : TR_LIMIT_FRAMES_REPORTED;
    for (size_t i = first; i < total; i++) {
        struct pending *pending = &walk->ring[i % TAIL];
        if (!pending->is_read)
            read_registers(&pending->cursor, pending->start_known, &pending->frame);
        pending->is_read = true;
    }
}

static void end_walk(struct walk *walk, enum tr_stack_end end, const char *reason)
{
    walk->stack->end = end;
    walk->stack->reason = reason;
    walk->limit = 0;
}

/* Begin a new run of steps at a frame that was recovered, and keep it. */
static void start_run(struct walk *walk, const struct recovery *from, bool all_known)
{
    walk->trust = from->trust;
    walk->start_known = from->known;
    if (walker_start(&walk->walker, walk->unwinder, from->registers, from->in_call))
        record(walk, all_known);
    else
        end_walk(walk, TR_STACK_LOST, "the registers cannot be used");
}

static void scan(struct walk *walk)
{
    struct walker *walker = &walk->walker;
    const char *reason = walker->reason;
    uint64_t registers[TR_DWARF_REGISTERS], sp = walker->sp, lost_sp = walker->lost_sp;
    struct recovery found;
    walker_registers(walker, registers);
    /* What a scan finds has been walked to its root: there is nothing to look for after it. */
    bool first = !walk->scan_tried && walk->unwinder->reads_left > 0;
    walk->scan_tried = true;
    /* Above the overwritten return address first: below it may lie words of calls that are over. */
    bool above = lost_sp > sp && lost_sp - sp <= TR_LIMIT_STACK_SCAN;
    size_t last = walk->stack->total - 1;
    if (first
        && ((above && recover_by_scan(walk->unwinder, registers, lost_sp, &found))
            || recover_by_scan(walk->unwinder, registers, sp, &found))) {
        start_run(walk, &found, false);
    } else {
        end_walk(walk, TR_STACK_LOST, reason);
    }
    /* Between this frame and one found others may be lost: its own address is not where that one begins. */
    frame_at(walk, last)->cfa = above ? lost_sp : 0;
}

static void repair(struct walk *walk, bool is_first)
{
    uint64_t registers[TR_DWARF_REGISTERS];
    struct recovery caller;
    walker_registers(&walk->walker, registers);
    if (!recover_bad_pc(walk->unwinder->images, registers, &caller)) {
        walk->walker.reason = "the program counter is not in code, and the stack does not say where it came from";
        walk->walker.lost_sp = 0;
        record(walk, true);
        scan(walk);
        return;
    }
    if (is_first) {
        walk->stack->bad_pc = registers[TR_DWARF_RIP];
        walk->stack->bad_pc_called =
            call_may_reach(walk->unwinder->images, caller.registers[TR_DWARF_RIP], registers[TR_DWARF_RIP]);
    }
    start_run(walk, &caller, true);
    walk->trust = TR_TRUST_CFI;
}

/* Whether @p pc is where an image's code is entered from the kernel; C libraries without CFI there exist (musl). */
static bool is_entry(const struct tr_images *images, uint64_t pc)
{
    enum { ENTRY_CODE = 64 };
    const struct tr_image *image = tr_images_find(images, pc);
    return image && pc >= image->entry && pc - image->entry < ENTRY_CODE;
}

static void guess(struct walk *walk)
{
    struct walker *walker = &walk->walker;
    uint64_t registers[TR_DWARF_REGISTERS];
    struct recovery caller;
    if (is_entry(walk->unwinder->images, walker->pc)) {
        end_walk(walk, TR_STACK_ROOT, NULL);
        return;
    }
    walker_registers(walker, registers);
    bool was_signal = walker->is_signal;
    bool found = recover_by_guess(walk->unwinder, registers, walker->in_call, !walk->guess_tried, &caller);
    walk->guess_tried = true;
    if (found && (was_signal || caller.registers[TR_DWARF_RSP] > walker->sp)) {
        start_run(walk, &caller, was_signal);
        return;
    }
    walker->reason = "there is no unwind information for this code";
    walker->lost_sp = 0;
    scan(walk);
}

static void step(struct walk *walk)
{
    enum step result = walker_step(&walk->walker);
    /* A step at the end leaves the canonical frame address of the last frame as its stack pointer. */
    unw_word_t sp;
    switch (result) {
    case STEP_FRAME:
        record(walk, walk->walker.interrupted);
        return;
    case STEP_ROOT:
        if (unw_get_reg(&walk->walker.cursor, UNW_REG_SP, &sp) >= 0 && sp > walk->walker.sp)
            frame_at(walk, walk->stack->total - 1)->cfa = sp;
        end_walk(walk, TR_STACK_ROOT, NULL);
        return;
    default:
        break;
    }
    read_pending(walk);
    if (result == STEP_BAD_PC)
        repair(walk, false);
    else if (result == STEP_NO_TABLE)
        guess(walk);
    else
        scan(walk);
}

static void start(struct walk *walk, const struct tr_registers *registers)
{
    struct recovery first = {.known = ALL_REGISTERS, .trust = TR_TRUST_CFI};
    for (unsigned i = 0; i < TR_DWARF_REGISTERS; i++)
        first.registers[i] = tr_registers_dwarf(registers, i);
    walk->start_known = first.known;
    walk->trust = first.trust;
    if (registers->is_32bit) {
        start_run(walk, &first, true);
        end_walk(walk, TR_STACK_LOST, "the stack of a 32-bit program is not walked");
        return;
    }
    if (!tr_maps_executable(walk->unwinder->images->maps, first.registers[TR_DWARF_RIP])
        && walker_start(&walk->walker, walk->unwinder, first.registers, false)) {
        repair(walk, true);
        return;
    }
    start_run(walk, &first, true);
}

static void take_tail(struct walk *walk, struct tr_arena *arena)
{
    struct tr_stack *stack = walk->stack;
    stack->head_count = stack->total;
    if (stack->total <= TR_LIMIT_FRAMES_REPORTED)
        return;
    read_pending(walk);
    stack->head_count = TR_LIMIT_FRAMES_HEAD;
    stack->tail_count = TAIL;
    stack->tail = tr_arena_alloc(arena, TAIL * sizeof(*stack->tail));
    for (size_t i = 0; i < TAIL; i++)
        stack->tail[i] = *frame_at(walk, stack->total - TAIL + i);
}

static void fold(const struct walk *walk)
{
    struct tr_stack *stack = walk->stack;
    struct cycle cycle;
    find_recursion(walk->unwinder, walk->pcs, stack->total, &cycle);
    stack->repeated_first = cycle.first;
    stack->repeated_length = cycle.length;
    stack->repeated_times = cycle.times;
    for (size_t i = 0; i < cycle.length; i++)
        stack->repeated_pcs[i] = walk->pcs[cycle.first + i];
}

void tr_unwind(struct tr_unwinder *unwinder, struct tr_arena *arena, const struct tr_registers *registers, size_t limit,
               struct tr_stack *ret)
{
    struct walk *walk = calloc(1, sizeof(*walk));
    if (!walk)
        tr_fatal("out of memory");
    *ret = (struct tr_stack){.head = tr_arena_alloc(arena, TR_LIMIT_FRAMES_REPORTED * sizeof(*ret->head))};
    walk->unwinder = unwinder;
    walk->stack = ret;
    walk->limit = limit > TR_LIMIT_FRAMES_WALKED ? TR_LIMIT_FRAMES_WALKED : limit;
    unwinder->reads_left = TR_LIMIT_UNWIND_READS;
    ret->end = TR_STACK_LIMIT;
    ret->reason = "the limit on frames of one stack walk was reached";
    start(walk, registers);
    while (ret->total < walk->limit)
        step(walk);
    take_tail(walk, arena);
    fold(walk);
    free(walk->pcs);
    free(walk);
}
