#include "analysis/main_return.h"

#include "analysis/frames.h"
#include "analysis/source.h"
#include "symbols/symbol.h"
#include "syntax/returns.h"

#include <string.h>

/* push %rbp; mov %rsp,%rbp, behind endbr64 or at the very start: then rbp was CFA - 16 until main's leave. */
static bool keeps_frame_pointer(struct tr_analysis *analysis, uint64_t low)
{
    static const unsigned char endbr64[] = {0xf3, 0x0f, 0x1e, 0xfa}, set_up[] = {0x55, 0x48, 0x89, 0xe5};
    unsigned char code[sizeof(endbr64) + sizeof(set_up)];
    if (!tr_memory_read(analysis->memory, low, code, sizeof(code)))
        return false;
    size_t at = memcmp(code, endbr64, sizeof(endbr64)) == 0 ? sizeof(endbr64) : 0;
    return memcmp(code + at, set_up, sizeof(set_up)) == 0;
}

bool tr_main_return_frame(struct tr_analysis *analysis, const struct tr_registers *registers, struct tr_stack_frame *ret_frame,
                          struct tr_function *ret_function)
{
    struct tr_image *image = tr_images_main(analysis->images);
    struct tr_symbol symbol;
    if (!image || !tr_symbol_named(image, "main", &symbol))
        return false;
    struct tr_function functions[8];
    size_t count = tr_functions_at(tr_image_dwarf(image), symbol.address, functions, sizeof(functions) / sizeof(functions[0]));
    if (!count || functions[count - 1].inlined)
        return false;
    *ret_function = functions[count - 1];
    /* The last instruction of main lies outside of all inner blocks that end before it: variables of the outermost scope. */
    uint64_t pc = ret_function->high > ret_function->low ? ret_function->high - 1 : symbol.address;
    *ret_frame = (struct tr_stack_frame){
        .pc = pc, .lookup_pc = pc, .cfa = tr_registers_sp(registers), .known = 1u << TR_DWARF_RSP, .trust = TR_TRUST_REPAIRED,
    };
    ret_frame->registers[TR_DWARF_RSP] = tr_registers_sp(registers) - 8;
    if (keeps_frame_pointer(analysis, symbol.address)) {
        ret_frame->registers[TR_DWARF_RBP] = ret_frame->cfa - 16;
        ret_frame->known |= 1u << TR_DWARF_RBP;
    }
    return true;
}

/* ---- which return it was ---- */

/* EXIT_FAILURE is a macro of a header (C11, 7.22), which is not read. */
static bool standard_status(const char *text, uint64_t *ret)
{
    *ret = strcmp(text, "EXIT_FAILURE") == 0;
    return *ret || strcmp(text, "EXIT_SUCCESS") == 0;
}

/* Whether a return cannot have given the exit status: its value is known, and another. */
static bool is_other(struct tr_analysis *analysis, const struct tr_valued_frame *valued, struct tr_statement_place place,
                     const struct tr_return_syntax *syntax)
{
    struct tr_report scratch = {0};
    uint64_t value;
    if (!syntax->value_line)
        return false;
    place.context = valued->context;
    place.line = syntax->value_line;
    place.column = syntax->value_column;
    tr_statement_evaluate(analysis->arena, analysis->values, &place, &scratch);
    if (!scratch.expressions.count)
        return false;
    const struct tr_evaluated *whole = tr_list_at(&scratch.expressions, const struct tr_evaluated, 0);
    if (whole->word.known && whole->state == TR_STATE_OK)
        value = whole->word.value;
    else if (!standard_status(whole->text, &value))
        return false;
    return (unsigned char)value != (unsigned char)analysis->stop->exit_code;
}

void tr_main_return_line(struct tr_analysis *analysis)
{
    struct tr_valued_frame *valued = analysis->valued_frames.count ? tr_list_at(&analysis->valued_frames, struct tr_valued_frame, 0) : NULL;
    if (analysis->stop->reason != TR_STOP_MAIN_RETURN || !valued || !valued->is_primary)
        return;
    Dwarf_Attribute type;
    Dwarf_Die die = valued->function.die;
    analysis->report->void_main = tr_truth(!dwarf_attr_integrate(&die, DW_AT_type, &type));
    if (!valued->function.file || analysis->report->void_main == TR_TRUE)
        return;
    struct tr_returns returns;
    struct tr_statement_place place = {.function = &valued->function};
    const struct tr_return_syntax *found = NULL;
    place.text = tr_source_text(analysis, valued->function.file, &place.size);
    if (!tr_returns_of(&place, &returns))
        return;
    for (size_t i = 0; i < returns.count; i++) {
        if (is_other(analysis, valued, place, &returns.items[i]))
            continue;
        if (found)
            return;
        found = &returns.items[i];
    }
    if (!found)
        return;
    valued->function.line = found->line;
    valued->function.column = found->column;
    valued->frame->reason = NULL;
    tr_analysis_frame_source(analysis, &valued->function, valued->frame);
}
