#include "arch/instruction.h"

#include "arch/decoder.h"
#include "arch/evex.h"
#include "base/cleanup.h"

#include <stdio.h>
#include <string.h>

/* Where capstone 4.0.2 tells the memory operand's access or size wrong; set_access() corrects SSE and AVX moves. */
static const struct {
    x86_insn id;
    bool reads, writes;
    unsigned size; /* 0: keep capstone's */
} corrections[] = {
    {X86_INS_TEST, true, false, 0},       {X86_INS_CMPXCHG, true, true, 0},    {X86_INS_CMPXCHG8B, true, true, 0},
    {X86_INS_CMPXCHG16B, true, true, 0},  {X86_INS_ROL, true, true, 0},        {X86_INS_ROR, true, true, 0},
    {X86_INS_RCL, true, true, 0},         {X86_INS_RCR, true, true, 0},        {X86_INS_FSTP, false, true, 0},
    {X86_INS_FST, false, true, 0},        {X86_INS_FIST, false, true, 0},      {X86_INS_FISTP, false, true, 0},
    {X86_INS_FISTTP, false, true, 0},     {X86_INS_STMXCSR, false, true, 4},   {X86_INS_VSTMXCSR, false, true, 4},
    {X86_INS_FNSTCW, false, true, 2},     {X86_INS_FNSTSW, false, true, 2},    {X86_INS_FXSAVE, false, true, 512},
    {X86_INS_FXSAVE64, false, true, 512}, {X86_INS_FXRSTOR, true, false, 512}, {X86_INS_FXRSTOR64, true, false, 512},
};

/* Compare a memory operand with a register: the only ones with memory first that read it and nothing else. */
static const x86_insn compares[] = {
    X86_INS_CMP, X86_INS_BT, X86_INS_TEST, X86_INS_CMPSB, X86_INS_CMPSW, X86_INS_CMPSD, X86_INS_CMPSQ,
};

/* Memory operands that are only an address. */
static const x86_insn addresses[] = {
    X86_INS_LEA,        X86_INS_NOP,        X86_INS_PREFETCH,   X86_INS_PREFETCHNTA,
    X86_INS_PREFETCHT0, X86_INS_PREFETCHT1, X86_INS_PREFETCHT2, X86_INS_PREFETCHW,
};

enum stack_use { PUSHES, POPS, LEAVES };

static const struct {
    x86_insn id;
    enum stack_use use;
} stack_users[] = {
    {X86_INS_PUSH, PUSHES}, {X86_INS_CALL, PUSHES}, {X86_INS_PUSHFQ, PUSHES}, {X86_INS_ENTER, PUSHES},
    {X86_INS_POP, POPS},    {X86_INS_RET, POPS},    {X86_INS_POPFQ, POPS},    {X86_INS_LEAVE, LEAVES},
};

static bool one_of(unsigned id, const x86_insn *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (list[i] == id)
            return true;
    return false;
}

static bool register_value(const struct tr_registers *registers, x86_reg reg, uint64_t *ret)
{
    struct register_part part;
    if (!register_part(reg, &part))
        return false;
    uint64_t value = tr_registers_dwarf(registers, part.number) >> part.shift;
    *ret = part.size == 8 ? value : value & ((UINT64_C(1) << 8 * part.size) - 1);
    return true;
}

/* Base or index of an address: a general register, the program counter behind the instruction, or none. */
static bool address_part(const struct tr_registers *registers, const cs_insn *insn, x86_reg reg, uint64_t *ret)
{
    *ret = 0;
    if (reg == X86_REG_INVALID || reg == X86_REG_RIZ || reg == X86_REG_EIZ)
        return true;
    if (reg == X86_REG_RIP || reg == X86_REG_EIP)
        return *ret = registers->general.rip + insn->size, true;
    return register_value(registers, reg, ret); /* vector registers (gather, scatter) have no single address */
}

static bool effective_address(const struct tr_registers *registers, const cs_insn *insn, const x86_op_mem *mem,
                              uint64_t *ret)
{
    uint64_t base, index;
    if (!address_part(registers, insn, mem->base, &base) || !address_part(registers, insn, mem->index, &index))
        return false;
    uint64_t address = base + index * (uint64_t)mem->scale + (uint64_t)mem->disp;
    if (insn->detail->x86.addr_size == 4)
        address = (uint32_t)address;
    /* The bases of the other segments are 0 in 64-bit code, and in the flat model of 32-bit Linux. */
    if (mem->segment == X86_REG_FS)
        address += registers->general.fs_base;
    if (mem->segment == X86_REG_GS)
        address += registers->general.gs_base;
    *ret = address;
    return true;
}

static void set_access(const cs_insn *insn, const cs_x86_op *operand, struct tr_memory_access *access)
{
    const cs_x86 *x86 = &insn->detail->x86;
    access->size = operand->size;
    access->reads = operand->access & CS_AC_READ || !operand->access;
    access->writes = operand->access & CS_AC_WRITE;
    /* Capstone 4 calls the destination of an SSE or AVX store read. */
    bool stores = operand == &x86->operands[0] && x86->op_count > 1 && operand->access == CS_AC_READ
                  && !one_of(insn->id, compares, TR_COUNT(compares));
    if (stores) {
        access->reads = false;
        access->writes = true;
    }
    for (size_t i = 0; i < TR_COUNT(corrections); i++)
        if (corrections[i].id == insn->id) {
            access->reads = corrections[i].reads;
            access->writes = corrections[i].writes;
            access->size = corrections[i].size ? corrections[i].size : access->size;
        }
}

static void add_access(struct tr_instruction *out, struct tr_memory_access access)
{
    if (out->access_count < TR_INSTRUCTION_ACCESSES)
        out->accesses[out->access_count++] = access;
}

static unsigned stack_slot(const struct tr_registers *registers, const cs_insn *insn)
{
    const cs_x86 *x86 = &insn->detail->x86;
    if (registers->is_32bit)
        return 4;
    return x86->prefix[2] && (insn->id == X86_INS_PUSH || insn->id == X86_INS_POP) ? 2 : 8;
}

static void add_stack_access(const struct tr_registers *registers, const cs_insn *insn, struct tr_instruction *out)
{
    unsigned size = stack_slot(registers, insn);
    uint64_t sp = registers->general.rsp;
    for (size_t i = 0; i < TR_COUNT(stack_users); i++) {
        if (stack_users[i].id != insn->id)
            continue;
        struct tr_memory_access access = {.address = sp, .size = size, .reads = true, .is_stack = true};
        if (stack_users[i].use == PUSHES)
            access = (struct tr_memory_access){.address = sp - size, .size = size, .writes = true, .is_stack = true};
        if (stack_users[i].use == LEAVES)
            access.address = registers->general.rbp;
        add_access(out, access);
    }
}

static void add_accesses(const struct tr_registers *registers, const cs_insn *insn, struct tr_instruction *out)
{
    const cs_x86 *x86 = &insn->detail->x86;
    bool repeats = x86->prefix[0] == X86_PREFIX_REP || x86->prefix[0] == X86_PREFIX_REPNE;
    for (unsigned i = 0; i < x86->op_count && i < TR_COUNT(x86->operands); i++) {
        const cs_x86_op *operand = &x86->operands[i];
        struct tr_memory_access access = {0};
        if (operand->type != X86_OP_MEM || one_of(insn->id, addresses, TR_COUNT(addresses)))
            continue;
        if (!effective_address(registers, insn, &operand->mem, &access.address))
            continue;
        /* "pop [rsp + n]" computes its address after it has popped (Intel SDM, POP). */
        if (insn->id == X86_INS_POP && operand->mem.base == X86_REG_RSP)
            access.address += stack_slot(registers, insn);
        set_access(insn, operand, &access);
        /* A string instruction with a count of 0 does nothing; SSE uses the same prefix bytes for other things. */
        bool is_string = repeats && (operand->mem.base == X86_REG_RDI || operand->mem.base == X86_REG_RSI)
                         && insn->detail->x86.opcode[0] != 0x0f;
        if (!is_string || registers->general.rcx)
            add_access(out, access);
    }
    if (insn->id == X86_INS_MASKMOVDQU || insn->id == X86_INS_VMASKMOVDQU)
        add_access(out, (struct tr_memory_access){.address = registers->general.rdi, .size = 16, .writes = true});
    if (insn->id == X86_INS_XLATB)
        add_access(out, (struct tr_memory_access){.address = registers->general.rbx + (registers->general.rax & 0xff),
                                                  .size = 1,
                                                  .reads = true});
    add_stack_access(registers, insn, out);
}

static void set_divisor(const struct tr_registers *registers, const cs_insn *insn, struct tr_instruction *out)
{
    out->is_division = insn->id == X86_INS_DIV || insn->id == X86_INS_IDIV;
    if (!out->is_division || insn->detail->x86.op_count != 1)
        return;
    const cs_x86_op *operand = &insn->detail->x86.operands[0];
    out->divisor_size = operand->size;
    out->has_divisor = operand->type == X86_OP_REG && register_value(registers, operand->reg, &out->divisor);
}

static void set_registers(csh handle, const cs_insn *insn, struct tr_instruction *out)
{
    cs_regs reads, writes;
    uint8_t read_count, write_count;
    if (cs_regs_access(handle, insn, reads, &read_count, writes, &write_count) != CS_ERR_OK)
        return;
    for (unsigned i = 0; i < read_count && i < TR_INSTRUCTION_REGISTERS; i++)
        out->reads[i] = cs_reg_name(handle, reads[i]);
    for (unsigned i = 0; i < write_count && i < TR_INSTRUCTION_REGISTERS; i++)
        out->writes[i] = cs_reg_name(handle, writes[i]);
}

/* Mnemonic and operands, cut to what a report shows; real instructions are far shorter. */
static void set_text(const cs_insn *insn, struct tr_instruction *out)
{
    size_t mnemonic = strnlen(insn->mnemonic, sizeof(insn->mnemonic));
    memcpy(out->text, insn->mnemonic, mnemonic);
    if (!insn->op_str[0])
        return;
    out->text[mnemonic++] = ' ';
    memcpy(out->text + mnemonic, insn->op_str, strnlen(insn->op_str, sizeof(out->text) - 1 - mnemonic));
}

/* Instructions that capstone 4.0.2 does not know or gets the length of wrong. */
static bool decode_unknown(const unsigned char *bytes, size_t size, struct tr_instruction *ret)
{
    static const unsigned char endbr64[] = {0xf3, 0x0f, 0x1e, 0xfa};
    if (size >= sizeof(endbr64) && memcmp(bytes, endbr64, sizeof(endbr64)) == 0) {
        *ret = (struct tr_instruction){.length = sizeof(endbr64), .text = "endbr64"};
        return true;
    }
    /* UD1, which clang's trapping sanitizers emit as "67 0f b9 40 NN" with the check's number in the displacement. */
    size_t at = size && bytes[0] == 0x67;
    if (size < at + 3 || bytes[at] != 0x0f || bytes[at + 1] != 0xb9)
        return false;
    unsigned char modrm = bytes[at + 2];
    static const unsigned displacement[] = {0, 1, 4, 0};
    unsigned mode = modrm >> 6, rm = modrm & 7;
    size_t length = at + 3 + (mode != 3 && rm == 4) + displacement[mode] + (mode == 0 && rm == 5 ? 4 : 0);
    if (length > size)
        return false;
    *ret = (struct tr_instruction){.length = (unsigned)length, .text = "ud1", .is_trap = true};
    if (mode == 1 && rm != 4)
        snprintf(ret->text, sizeof(ret->text), "ud1 0x%x", bytes[at + 3]);
    return true;
}

bool tr_instruction_decode(const void *bytes, size_t size, const struct tr_registers *registers,
                           struct tr_instruction *ret)
{
    if (size > TR_INSTRUCTION_BYTES)
        size = TR_INSTRUCTION_BYTES;
    if (decode_unknown(bytes, size, ret) || tr_evex_decode(bytes, size, registers, ret))
        return true;
    csh handle = decoder(registers->is_32bit);
    cs_insn *insn = NULL;
    if (!handle || cs_disasm(handle, bytes, size, registers->general.rip, 1, &insn) != 1)
        return false;
    struct tr_instruction out = {.length = insn->size};
    set_text(insn, &out);
    out.is_call = cs_insn_group(handle, insn, X86_GRP_CALL);
    out.is_return = cs_insn_group(handle, insn, X86_GRP_RET);
    out.is_jump = cs_insn_group(handle, insn, X86_GRP_JUMP);
    out.is_trap = insn->id == X86_INS_INT3 || insn->id == X86_INS_UD2 || insn->id == X86_INS_UD2B;
    add_accesses(registers, insn, &out);
    set_divisor(registers, insn, &out);
    set_registers(handle, insn, &out);
    cs_free(insn, 1);
    *ret = out;
    return true;
}
