#include "unwind/unwind_internal.h"

#include <dwarf.h>

/*
 * libunwind 1.6.2 uses the register that DW_CFA_register names as an index, unchecked, and divides in expressions without
 * a look at the divisor (and INT64_MIN / -1 traps as well). What compilers, linkers and libraries write has neither.
 */

/* The beginning of libunwind's struct dwarf_cie_info, which unwind_info points to; there is no header for it. */
struct programs {
    unw_word_t cie, cie_end, fde, fde_end;
};

/* Bytes as libunwind reads them: by aligned words. At the end, or where nothing can be read, `failed` is set. */
struct reader {
    struct tr_unwinder *unwinder;
    uint64_t at, end, word_at;
    unw_word_t word;
    bool has_word, failed;
};

static unsigned next_byte(struct reader *reader)
{
    uint64_t aligned = reader->at & ~UINT64_C(7);
    if (reader->failed || reader->at >= reader->end) {
        reader->failed = true;
        return 0;
    }
    if (!reader->has_word || reader->word_at != aligned) {
        reader->has_word = unwinder_read(reader->unwinder, aligned, &reader->word);
        reader->word_at = aligned;
        reader->failed = !reader->has_word;
    }
    return (unsigned)(reader->word >> (reader->at++ & 7) * 8 & 0xff);
}

static void skip(struct reader *reader, uint64_t count)
{
    if (count > reader->end - reader->at)
        reader->failed = true;
    else
        reader->at += count;
}

static uint64_t next_leb128(struct reader *reader)
{
    uint64_t value = 0;
    unsigned shift = 0, byte;
    do {
        byte = next_byte(reader);
        if (shift < 64)
            value |= (uint64_t)(byte & 0x7f) << shift;
        shift += 7;
    } while (byte & 0x80 && !reader->failed);
    return value;
}

/* Without jumps, so that what is read is what runs. */
static bool expression_is_sane(struct reader *reader)
{
    static const unsigned char fixed[256] = {
        [DW_OP_addr] = 8,    [DW_OP_const1u] = 1, [DW_OP_const1s] = 1, [DW_OP_const2u] = 2,     [DW_OP_const2s] = 2,
        [DW_OP_const4u] = 4, [DW_OP_const4s] = 4, [DW_OP_const8u] = 8, [DW_OP_const8s] = 8,     [DW_OP_pick] = 1,
        [DW_OP_deref_size] = 1};
    uint64_t length = next_leb128(reader);
    if (reader->failed || length > reader->end - reader->at)
        return false;
    uint64_t behind = reader->at + length;
    while (reader->at < behind && !reader->failed) {
        unsigned operation = next_byte(reader);
        if (operation == DW_OP_div || operation == DW_OP_mod || operation == DW_OP_bra || operation == DW_OP_skip
            || operation > DW_OP_nop)
            return false;
        skip(reader, fixed[operation]);
        bool has_leb128 = operation == DW_OP_constu || operation == DW_OP_consts || operation == DW_OP_plus_uconst
                          || (operation >= DW_OP_breg0 && operation <= DW_OP_bregx);
        if (has_leb128)
            next_leb128(reader);
        if (operation == DW_OP_bregx)
            next_leb128(reader);
    }
    return !reader->failed && reader->at == behind;
}

static bool instruction_is_sane(struct reader *reader)
{
    unsigned instruction = next_byte(reader);
    if (instruction & 0xc0) {
        if ((instruction & 0xc0) == DW_CFA_offset)
            next_leb128(reader);
        return !reader->failed;
    }
    switch (instruction) {
    case DW_CFA_set_loc:
        /* Of a length that the CIE's encoding gives; no compiler for this machine writes it. */
        return false;
    case DW_CFA_val_offset:
    case DW_CFA_val_offset_sf:
        /* libunwind takes their operands for instructions: what is read here would not be what runs. */
        return false;
    case DW_CFA_advance_loc1:
    case DW_CFA_advance_loc2:
    case DW_CFA_advance_loc4:
        skip(reader, UINT64_C(1) << (instruction - DW_CFA_advance_loc1));
        break;
    case DW_CFA_register:
        next_leb128(reader);
        return next_leb128(reader) < TR_DWARF_REGISTERS && !reader->failed;
    case DW_CFA_def_cfa_expression:
        return expression_is_sane(reader);
    case DW_CFA_expression:
    case DW_CFA_val_expression:
        next_leb128(reader);
        return expression_is_sane(reader);
    case DW_CFA_offset_extended:
    case DW_CFA_def_cfa:
    case DW_CFA_offset_extended_sf:
    case DW_CFA_def_cfa_sf:
    case DW_CFA_GNU_negative_offset_extended:
        next_leb128(reader);
        next_leb128(reader);
        break;
    case DW_CFA_restore_extended:
    case DW_CFA_undefined:
    case DW_CFA_same_value:
    case DW_CFA_def_cfa_register:
    case DW_CFA_def_cfa_offset:
    case DW_CFA_def_cfa_offset_sf:
    case DW_CFA_GNU_args_size:
        next_leb128(reader);
        break;
    default:
        break; /* without operands, or unknown to libunwind, too */
    }
    return !reader->failed;
}

static bool program_is_sane(struct tr_unwinder *unwinder, uint64_t start, uint64_t end)
{
    struct reader reader = {.unwinder = unwinder, .at = start, .end = end};
    while (reader.at < reader.end)
        if (!instruction_is_sane(&reader))
            return false;
    return true;
}

bool frame_program_is_sane(struct tr_unwinder *unwinder, const unw_proc_info_t *info)
{
    const struct programs *programs = info->unwind_info;
    if (!programs || (size_t)info->unwind_info_size < sizeof(*programs))
        return true;
    return program_is_sane(unwinder, programs->cie, programs->cie_end)
           && program_is_sane(unwinder, programs->fde, programs->fde_end);
}
