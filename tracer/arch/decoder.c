#include "arch/decoder.h"

#include "base/cleanup.h"

/* Names of one register by width; the row is its DWARF number. */
static const struct {
    x86_reg quad, dword, word, byte, high;
} names[] = {
    {X86_REG_RAX, X86_REG_EAX, X86_REG_AX, X86_REG_AL, X86_REG_AH},
    {X86_REG_RDX, X86_REG_EDX, X86_REG_DX, X86_REG_DL, X86_REG_DH},
    {X86_REG_RCX, X86_REG_ECX, X86_REG_CX, X86_REG_CL, X86_REG_CH},
    {X86_REG_RBX, X86_REG_EBX, X86_REG_BX, X86_REG_BL, X86_REG_BH},
    {X86_REG_RSI, X86_REG_ESI, X86_REG_SI, X86_REG_SIL, X86_REG_INVALID},
    {X86_REG_RDI, X86_REG_EDI, X86_REG_DI, X86_REG_DIL, X86_REG_INVALID},
    {X86_REG_RBP, X86_REG_EBP, X86_REG_BP, X86_REG_BPL, X86_REG_INVALID},
    {X86_REG_RSP, X86_REG_ESP, X86_REG_SP, X86_REG_SPL, X86_REG_INVALID},
    {X86_REG_R8, X86_REG_R8D, X86_REG_R8W, X86_REG_R8B, X86_REG_INVALID},
    {X86_REG_R9, X86_REG_R9D, X86_REG_R9W, X86_REG_R9B, X86_REG_INVALID},
    {X86_REG_R10, X86_REG_R10D, X86_REG_R10W, X86_REG_R10B, X86_REG_INVALID},
    {X86_REG_R11, X86_REG_R11D, X86_REG_R11W, X86_REG_R11B, X86_REG_INVALID},
    {X86_REG_R12, X86_REG_R12D, X86_REG_R12W, X86_REG_R12B, X86_REG_INVALID},
    {X86_REG_R13, X86_REG_R13D, X86_REG_R13W, X86_REG_R13B, X86_REG_INVALID},
    {X86_REG_R14, X86_REG_R14D, X86_REG_R14W, X86_REG_R14B, X86_REG_INVALID},
    {X86_REG_R15, X86_REG_R15D, X86_REG_R15W, X86_REG_R15B, X86_REG_INVALID},
};

csh decoder(bool is_32bit)
{
    static csh handles[2];
    csh *handle = &handles[is_32bit];
    if (!*handle) {
        if (cs_open(CS_ARCH_X86, is_32bit ? CS_MODE_32 : CS_MODE_64, handle) != CS_ERR_OK)
            return *handle = 0;
        cs_option(*handle, CS_OPT_DETAIL, CS_OPT_ON);
    }
    return *handle;
}

bool register_part(x86_reg reg, struct register_part *ret)
{
    for (unsigned i = 0; reg != X86_REG_INVALID && i < TR_COUNT(names); i++) {
        const struct {
            x86_reg reg;
            unsigned size, shift;
        } parts[] = {{names[i].quad, 8, 0}, {names[i].dword, 4, 0}, {names[i].word, 2, 0}, {names[i].byte, 1, 0}, {names[i].high, 1, 8}};
        for (size_t j = 0; j < TR_COUNT(parts); j++)
            if (parts[j].reg == reg) {
                *ret = (struct register_part){i, parts[j].size, parts[j].shift};
                return true;
            }
    }
    return false;
}
