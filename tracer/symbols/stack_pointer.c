/*
 * Clang counts what a function without a frame pointer has on the stack from the stack pointer, as it is between calls.
 * While arguments are being pushed it is lower, and the debug information does not say so: gdb shows the bytes of other
 * variables then. The unwind information does: how far the stack pointer lies below the frame's end is told for each
 * address. Gcc's locations follow the stack pointer.
 */
#include "symbols/dwarf_internal.h"
#include "symbols/expression.h"

#include <stdlib.h>
#include <string.h>

enum { RSP = 7, RETURN_ADDRESS = 8 };

static Dwarf_CFI *unwind_table(struct tr_dwarf *dwarf)
{
    struct dwarf_state *state = dwarf->state;
    if (!state->unwind_tried) {
        Elf *elf = tr_image_elf(dwarf->image);
        state->unwind = elf ? dwarf_getcfi_elf(elf) : NULL;
        state->unwind_tried = true;
    }
    return state->unwind;
}

/* Bytes from the stack pointer to the end of the frame at file address @p address of the image. */
static bool depth_at(Dwarf_CFI *table, uint64_t address, uint64_t *ret)
{
    Dwarf_Frame *frame;
    Dwarf_Op *operations;
    size_t count;
    if (dwarf_cfi_addrframe(table, address, &frame) != 0)
        return false;
    bool ok = dwarf_frame_cfa(frame, &operations, &count) == 0 && count == 1;
    if (ok && operations[0].atom == DW_OP_bregx && operations[0].number == RSP)
        *ret = operations[0].number2;
    else if (ok && operations[0].atom == DW_OP_breg0 + RSP)
        *ret = operations[0].number;
    else
        ok = false;
    free(frame);
    return ok;
}

uint64_t stack_pointer(const struct tr_frame_context *frame)
{
    uint64_t own = frame->registers[RSP], low, high, now, usual;
    struct tr_unit *unit;
    Dwarf_Die function;
    if (!frame->cfa || !frame_function(frame, &unit, &function, &low, &high) || !unit->producer ||
        !strstr(unit->producer, "clang"))
        return own;
    struct tr_image *image = unit->dwarf->image;
    Dwarf_CFI *table = unwind_table(unit->dwarf);
    uint64_t body = tr_prologue_end(unit, low, high);
    if (!table || !body || !depth_at(table, frame->lookup_pc - image->bias, &now) ||
        !depth_at(table, body - image->bias, &usual))
        return own;
    /* Where the frame is made late, on some paths only, the end of the prologue does not tell how large it is. */
    return usual > RETURN_ADDRESS && now > usual ? frame->cfa - usual : own;
}
