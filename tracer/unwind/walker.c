#include "unwind/unwind_internal.h"

#include <string.h>

_Static_assert((int)UNW_X86_64_RIP == (int)TR_DWARF_RIP && (int)UNW_X86_64_RSP == (int)TR_DWARF_RSP,
               "libunwind numbers registers as DWARF does");

uint32_t cursor_registers(unw_cursor_t *cursor, uint64_t *ret)
{
    uint32_t located = 0;
    for (int i = 0; i < TR_DWARF_REGISTERS; i++) {
        unw_word_t value;
        bool has_location = unw_get_reg(cursor, i, &value) >= 0;
        ret[i] = has_location ? value : 0;
        located |= has_location ? UINT32_C(1) << i : 0;
    }
    return located;
}

uint32_t cursor_saved(unw_cursor_t *cursor)
{
    uint32_t saved = 0;
    for (int i = 0; i < TR_DWARF_REGISTERS; i++) {
        unw_save_loc_t location;
        if (unw_get_save_loc(cursor, i, &location) >= 0 && location.type == UNW_SLT_MEMORY)
            saved |= UINT32_C(1) << i;
    }
    return saved;
}

bool walker_start(struct walker *walker, struct tr_unwinder *unwinder, const uint64_t *registers, bool in_call)
{
    walker->unwinder = unwinder;
    walker->pc = registers[TR_DWARF_RIP];
    walker->sp = registers[TR_DWARF_RSP];
    walker->in_call = in_call;
    walker->interrupted = false;
    walker->is_signal = is_signal_trampoline(unwinder->images, walker->pc);
    memcpy(unwinder->registers, registers, sizeof(unwinder->registers));
    /* libunwind takes the first pc for one that is about to run; of a call's return address it must see the call. */
    if (in_call)
        unwinder->registers[TR_DWARF_RIP]--;
    return unw_init_remote(&walker->cursor, unwinder->space, unwinder) >= 0;
}

void walker_registers(struct walker *walker, uint64_t ret[TR_DWARF_REGISTERS])
{
    cursor_registers(&walker->cursor, ret);
    /* The first pc of a run was set back into the call. */
    ret[TR_DWARF_RIP] = walker->pc;
}

static enum step lost(struct walker *walker, const char *reason, uint64_t sp)
{
    walker->cursor = walker->before;
    walker->reason = reason;
    walker->lost_sp = sp;
    return STEP_LOST;
}

/* Signals take a walk from one stack to another, where a hostile one can come back to where it was. */
static bool crosses_again(struct walker *walker, uint64_t pc, uint64_t sp)
{
    size_t kept = TR_COUNT(walker->crossings);
    for (size_t i = 0; i < walker->crossing_count && i < kept; i++)
        if (walker->crossings[i].pc == pc && walker->crossings[i].sp == sp)
            return true;
    walker->crossings[walker->crossing_count % kept].pc = pc;
    walker->crossings[walker->crossing_count++ % kept].sp = sp;
    return false;
}

/* A return address that the CFI calls undefined marks the root; one that is there and 0 has been overwritten. */
static enum step at_end(struct walker *walker, uint64_t sp)
{
    bool read_zero = walker->unwinder->last_read == sp - sizeof(uint64_t);
    return read_zero ? lost(walker, "the return address on the stack is 0", sp) : STEP_ROOT;
}

static enum step judge(struct walker *walker, uint64_t pc, uint64_t sp)
{
    const struct tr_images *images = walker->unwinder->images;
    if (walker->is_signal) {
        if (crosses_again(walker, pc, sp))
            return lost(walker, "the stack leads back to a frame that was already seen", 0);
    } else if (sp <= walker->sp) {
        return lost(walker, "the next frame would lie below this one: the stack has been overwritten", 0);
    }
    bool executable = tr_maps_executable(images->maps, pc);
    if (!executable && !walker->is_signal)
        return lost(walker, "the return address on the stack has been overwritten", sp);
    walker->interrupted = walker->is_signal;
    walker->pc = pc;
    walker->sp = sp;
    walker->is_signal = executable && is_signal_trampoline(images, pc);
    walker->in_call = !walker->interrupted && !walker->is_signal;
    return executable ? STEP_FRAME : STEP_BAD_PC;
}

enum step walker_step(struct walker *walker)
{
    struct tr_unwinder *unwinder = walker->unwinder;
    walker->before = walker->cursor;
    unwinder->missing = false;
    unwinder->last_read = 0;
    int result = unw_step(&walker->cursor);
    if (unwinder->reads_left == 0)
        return lost(walker, "the limit on memory reads of one stack walk was reached", 0);
    /* Without CFI libunwind follows rbp, whatever it holds: not good enough. */
    if (unwinder->missing) {
        walker->cursor = walker->before;
        return STEP_NO_TABLE;
    }
    if (result < 0)
        return lost(walker, "the stack or the unwind information of this function cannot be read", 0);
    unw_word_t pc, sp;
    if (unw_get_reg(&walker->cursor, UNW_REG_SP, &sp) < 0 || unw_get_reg(&walker->cursor, UNW_REG_IP, &pc) < 0)
        return lost(walker, "the unwind information of this function gives no stack pointer", 0);
    if (result == 0 && !walker->is_signal)
        return at_end(walker, sp);
    return judge(walker, pc, sp);
}
