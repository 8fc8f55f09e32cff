/*
 * Locations with DW_OP_GNU_uninit, by which gcc marks a variable that may not have been given a value yet. libdw 0.188 does
 * not know it and refuses the whole location, so that these are looked up and decoded here: what such a location is made
 * of (registers, memory at an offset, pieces, arithmetic); any other operation makes it one that cannot be decoded.
 * Lists: DWARF 5, 2.6.2 and 7.7.3; DWARF 4, 2.6.2.
 */
#include "symbols/cursor.h"
#include "symbols/dwarf_internal.h"
#include "symbols/elf_internal.h"
#include "symbols/expression.h"

#include "base/cleanup.h"
#include "base/limits.h"

#include <dwarf.h>

enum { MOST_OPERATIONS = 256, ADDRESS_SIZE = 8 };

/* ---- decoding ---- */

enum operand { NOTHING, UNSIGNED, SIGNED, REGISTER_AND_OFFSET, TWO_UNSIGNED };

static const struct {
    unsigned char first, last;
    enum operand operand;
} shapes[] = {
    {DW_OP_deref, DW_OP_deref, NOTHING},
    {DW_OP_constu, DW_OP_constu, UNSIGNED},
    {DW_OP_consts, DW_OP_consts, SIGNED},
    {DW_OP_dup, DW_OP_over, NOTHING},
    {DW_OP_swap, DW_OP_plus, NOTHING},
    {DW_OP_plus_uconst, DW_OP_plus_uconst, UNSIGNED},
    {DW_OP_shl, DW_OP_xor, NOTHING},
    {DW_OP_lit0, DW_OP_reg31, NOTHING},
    {DW_OP_breg0, DW_OP_breg31, SIGNED},
    {DW_OP_regx, DW_OP_regx, UNSIGNED},
    {DW_OP_fbreg, DW_OP_fbreg, SIGNED},
    {DW_OP_bregx, DW_OP_bregx, REGISTER_AND_OFFSET},
    {DW_OP_piece, DW_OP_piece, UNSIGNED},
    {DW_OP_nop, DW_OP_nop, NOTHING},
    {DW_OP_call_frame_cfa, DW_OP_call_frame_cfa, NOTHING},
    {DW_OP_bit_piece, DW_OP_bit_piece, TWO_UNSIGNED},
    {DW_OP_stack_value, DW_OP_stack_value, NOTHING},
    {DW_OP_GNU_uninit, DW_OP_GNU_uninit, NOTHING},
};

static bool decode_operands(struct cursor *cursor, Dwarf_Op *operation)
{
    for (size_t i = 0; i < TR_COUNT(shapes); i++) {
        if (operation->atom < shapes[i].first || operation->atom > shapes[i].last)
            continue;
        enum operand operand = shapes[i].operand;
        if (operand != NOTHING && cursor->at == cursor->end)
            return false;
        if (operand != NOTHING)
            operation->number = cursor_leb128(cursor, operand == SIGNED);
        if (operand == REGISTER_AND_OFFSET || operand == TWO_UNSIGNED)
            operation->number2 = cursor_leb128(cursor, operand == REGISTER_AND_OFFSET);
        return true;
    }
    return false;
}

/* @return false when there is no DW_OP_GNU_uninit, or an operation of none of the shapes. */
static bool decode(struct cursor cursor, Dwarf_Op *operations, size_t *ret_count)
{
    const unsigned char *start = cursor.at;
    bool is_uninit = false;
    *ret_count = 0;
    while (cursor.at < cursor.end) {
        Dwarf_Op operation = {.offset = (Dwarf_Word)(cursor.at - start), .atom = *cursor.at};
        cursor.at++;
        is_uninit |= operation.atom == DW_OP_GNU_uninit;
        if (*ret_count == MOST_OPERATIONS || !decode_operands(&cursor, &operation))
            return false;
        operations[(*ret_count)++] = operation;
    }
    return is_uninit;
}

/* ---- finding ---- */

static Elf_Data *list_section(Dwarf_CU *unit, bool is_version_5)
{
    GElf_Shdr header;
    Elf *elf = dwarf_getelf(dwarf_cu_getdwarf(unit));
    Elf_Scn *section = elf ? elf_section_named(elf, is_version_5 ? ".debug_loclists" : ".debug_loc", &header) : NULL;
    return section ? elf_section_data(section) : NULL;
}

static struct cursor take_block(struct cursor *list, uint64_t size)
{
    uint64_t left = (uint64_t)(list->end - list->at);
    struct cursor block = {list->at, list->at + (size < left ? size : left)};
    list->at = block.end;
    return block;
}

/* The entry of a list of version 5 for file address @p pc. Addresses by index (.dwo files) are not looked up. */
static bool find_in_5(struct cursor list, uint64_t base, uint64_t pc, struct cursor *ret)
{
    for (unsigned i = 0; i < TR_LIMIT_RANGES && list.at < list.end; i++) {
        uint64_t low = 0, high = 0;
        switch (cursor_fixed(&list, 1)) {
        case DW_LLE_base_address:
            base = cursor_fixed(&list, ADDRESS_SIZE);
            continue;
        case DW_LLE_offset_pair:
            low = base + cursor_leb128(&list, false);
            high = base + cursor_leb128(&list, false);
            break;
        case DW_LLE_start_end:
            low = cursor_fixed(&list, ADDRESS_SIZE);
            high = cursor_fixed(&list, ADDRESS_SIZE);
            break;
        case DW_LLE_start_length:
            low = cursor_fixed(&list, ADDRESS_SIZE);
            high = low + cursor_leb128(&list, false);
            break;
        default:
            return false;
        }
        *ret = take_block(&list, cursor_leb128(&list, false));
        if (pc >= low && pc < high)
            return true;
    }
    return false;
}

/* The same of version 2 to 4: pairs of addresses; two zeros end the list, a pair that begins with all ones sets the base. */
static bool find_in_4(struct cursor list, uint64_t base, uint64_t pc, struct cursor *ret)
{
    for (unsigned i = 0; i < TR_LIMIT_RANGES && list.at < list.end; i++) {
        uint64_t low = cursor_fixed(&list, ADDRESS_SIZE), high = cursor_fixed(&list, ADDRESS_SIZE);
        if (low == UINT64_MAX) {
            base = high;
            continue;
        }
        if (!low && !high)
            return false;
        *ret = take_block(&list, cursor_fixed(&list, 2));
        if (pc >= base + low && pc < base + high)
            return true;
    }
    return false;
}

static bool find_location(Dwarf_Attribute *attribute, uint64_t pc, struct cursor *ret)
{
    Dwarf_Block block;
    Dwarf_Word offset;
    Dwarf_Half version;
    Dwarf_Die unit;
    Dwarf_Addr base = 0;
    if (dwarf_formblock(attribute, &block) == 0) {
        *ret = (struct cursor){block.data, block.data + block.length};
        return true;
    }
    if (dwarf_whatform(attribute) != DW_FORM_sec_offset || dwarf_formudata(attribute, &offset) != 0
        || dwarf_cu_info(attribute->cu, &version, NULL, &unit, NULL, NULL, NULL, NULL) != 0)
        return false;
    const Elf_Data *data = list_section(attribute->cu, version >= 5);
    if (!data || offset >= data->d_size)
        return false;
    const unsigned char *bytes = data->d_buf;
    const struct cursor list = {bytes + offset, bytes + data->d_size};
    if (dwarf_lowpc(&unit, &base) != 0)
        base = 0;
    return version >= 5 ? find_in_5(list, base, pc, ret) : find_in_4(list, base, pc, ret);
}

bool uninit_operations(const struct evaluation *evaluation, Dwarf_Attribute *attribute, Dwarf_Op **ret, size_t *ret_count)
{
    struct cursor location;
    Dwarf_Op operations[MOST_OPERATIONS];
    size_t count;
    if (!find_location(attribute, evaluation->frame->lookup_pc - evaluation->dwarf->bias, &location)
        || !decode(location, operations, &count))
        return false;
    *ret = tr_arena_alloc(dwarf_arena(evaluation->dwarf), count * sizeof(operations[0]));
    memcpy(*ret, operations, count * sizeof(operations[0]));
    *ret_count = count;
    return true;
}
