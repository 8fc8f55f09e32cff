#include "arch/dataflow.h"

#include "arch/decoder.h"
#include "base/cleanup.h"

#include <string.h>

#define RAX TR_PART_REGISTER(TR_DWARF_RAX)
#define RDX TR_PART_REGISTER(TR_DWARF_RDX)
#define RCX TR_PART_REGISTER(TR_DWARF_RCX)
#define RBP TR_PART_REGISTER(TR_DWARF_RBP)
#define RSP TR_PART_REGISTER(TR_DWARF_RSP)
#define RSI TR_PART_REGISTER(TR_DWARF_RSI)
#define RDI TR_PART_REGISTER(TR_DWARF_RDI)
#define FLAGS (TR_PART_FLAGS | TR_PART_CARRY)
#define VECTORS TR_PART_VECTORS

/* What an instruction does with its first operand; the others are read. */
enum first { NOTHING, READ, WRITTEN, CHANGED, SWAPPED /* the second one is changed, too */ };

/* What it does with the flags. MOST: all but the carry. SHIFT: as SET where it shifts by a constant, else SOME. */
enum flags { KEEP = 0, SET = 1, SOME = 2, USE = 4, MOST = 8, SHIFT = 16 };

static const struct row {
    x86_insn id;
    enum first first;
    unsigned flags;         /* enum flags, or-ed */
    uint64_t reads, writes; /* beyond the operands */
    bool decides;
} rows[] = {
    {X86_INS_MOV, WRITTEN, KEEP, 0, 0, false},
    {X86_INS_MOVABS, WRITTEN, KEEP, 0, 0, false},
    {X86_INS_MOVZX, WRITTEN, KEEP, 0, 0, false},
    {X86_INS_MOVSX, WRITTEN, KEEP, 0, 0, false},
    {X86_INS_MOVSXD, WRITTEN, KEEP, 0, 0, false},
    {X86_INS_MOVBE, WRITTEN, KEEP, 0, 0, false},
    {X86_INS_LEA, WRITTEN, KEEP, 0, 0, false},
    {X86_INS_POPCNT, WRITTEN, SET, 0, 0, false},
    {X86_INS_LZCNT, WRITTEN, SET, 0, 0, false},
    {X86_INS_TZCNT, WRITTEN, SET, 0, 0, false},
    {X86_INS_RORX, WRITTEN, KEEP, 0, 0, false},
    {X86_INS_SHLX, WRITTEN, KEEP, 0, 0, false},
    {X86_INS_SHRX, WRITTEN, KEEP, 0, 0, false},
    {X86_INS_SARX, WRITTEN, KEEP, 0, 0, false},
    {X86_INS_ANDN, WRITTEN, SET, 0, 0, false},
    {X86_INS_BLSR, WRITTEN, SET, 0, 0, false},
    {X86_INS_BLSI, WRITTEN, SET, 0, 0, false},
    {X86_INS_BLSMSK, WRITTEN, SET, 0, 0, false},
    {X86_INS_BZHI, WRITTEN, SET, 0, 0, false},
    {X86_INS_ADD, CHANGED, SET, 0, 0, false},
    {X86_INS_SUB, CHANGED, SET, 0, 0, false},
    {X86_INS_AND, CHANGED, SET, 0, 0, false},
    {X86_INS_OR, CHANGED, SET, 0, 0, false},
    {X86_INS_XOR, CHANGED, SET, 0, 0, false},
    {X86_INS_NEG, CHANGED, SET, 0, 0, false},
    {X86_INS_ADC, CHANGED, SET | USE, 0, 0, false},
    {X86_INS_SBB, CHANGED, SET | USE, 0, 0, false},
    {X86_INS_NOT, CHANGED, KEEP, 0, 0, false},
    {X86_INS_BSWAP, CHANGED, KEEP, 0, 0, false},
    {X86_INS_INC, CHANGED, MOST, 0, 0, false},
    {X86_INS_DEC, CHANGED, MOST, 0, 0, false},
    {X86_INS_SHL, CHANGED, SHIFT, 0, 0, false},
    {X86_INS_SAL, CHANGED, SHIFT, 0, 0, false},
    {X86_INS_SHR, CHANGED, SHIFT, 0, 0, false},
    {X86_INS_SAR, CHANGED, SHIFT, 0, 0, false},
    {X86_INS_ROL, CHANGED, SOME, 0, 0, false},
    {X86_INS_ROR, CHANGED, SOME, 0, 0, false},
    {X86_INS_SHLD, CHANGED, SOME, 0, 0, false},
    {X86_INS_SHRD, CHANGED, SOME, 0, 0, false},
    {X86_INS_BSF, CHANGED, SOME, 0, 0, false},
    {X86_INS_BSR, CHANGED, SOME, 0, 0, false},
    {X86_INS_XADD, SWAPPED, SET, 0, 0, false},
    {X86_INS_XCHG, SWAPPED, KEEP, 0, 0, false},
    {X86_INS_CMPXCHG, CHANGED, SET, RAX, RAX, false},
    {X86_INS_CMP, READ, SET, 0, 0, false},
    {X86_INS_TEST, READ, SET, 0, 0, false},
    {X86_INS_PUSH, READ, KEEP, 0, 0, false},
    {X86_INS_POP, WRITTEN, KEEP, 0, 0, false},
    {X86_INS_LEAVE, NOTHING, KEEP, 0, RBP, false},
    {X86_INS_CALL, READ, KEEP, 0, 0, true},
    {X86_INS_RET, READ, KEEP, 0, 0, true},
    {X86_INS_JMP, READ, KEEP, 0, 0, true},
    {X86_INS_JRCXZ, READ, KEEP, RCX, 0, true},
    {X86_INS_JECXZ, READ, KEEP, RCX, 0, true},
    {X86_INS_MUL, READ, SET, RAX, RAX | RDX, false},
    {X86_INS_DIV, READ, SOME, RAX | RDX, RAX | RDX, true},
    {X86_INS_IDIV, READ, SOME, RAX | RDX, RAX | RDX, true},
    {X86_INS_CWDE, NOTHING, KEEP, RAX, RAX, false},
    {X86_INS_CDQE, NOTHING, KEEP, RAX, RAX, false},
    {X86_INS_CDQ, NOTHING, KEEP, RAX, RDX, false},
    {X86_INS_CQO, NOTHING, KEEP, RAX, RDX, false},
    {X86_INS_NOP, NOTHING, KEEP, 0, 0, false},
    {X86_INS_PAUSE, NOTHING, KEEP, 0, 0, false},
    {X86_INS_MFENCE, NOTHING, KEEP, 0, 0, false},
    {X86_INS_LFENCE, NOTHING, KEEP, 0, 0, false},
    {X86_INS_SFENCE, NOTHING, KEEP, 0, 0, false},
};

/* Instructions of which the name and an ending is a condition. */
static const struct {
    const char *prefix;
    struct row row;
} conditional[] = {
    {"cmov", {X86_INS_INVALID, CHANGED, USE, 0, 0, false}},
    {"set", {X86_INS_INVALID, WRITTEN, USE, 0, 0, false}},
    {"j", {X86_INS_INVALID, READ, USE, 0, 0, true}},
};

/* String instructions: the count decides whether it goes on, and with it, where the flags do, what was compared. */
static const struct {
    x86_insn id;
    bool compares;
    uint64_t reads, moves; /* operands; registers that are counted on */
} strings[] = {
    {X86_INS_MOVSB, false, 0, RSI | RDI},  {X86_INS_MOVSW, false, 0, RSI | RDI}, {X86_INS_MOVSD, false, 0, RSI | RDI},
    {X86_INS_MOVSQ, false, 0, RSI | RDI},  {X86_INS_STOSB, false, RAX, RDI},     {X86_INS_STOSW, false, RAX, RDI},
    {X86_INS_STOSD, false, RAX, RDI},      {X86_INS_STOSQ, false, RAX, RDI},     {X86_INS_SCASB, true, RAX, RDI},
    {X86_INS_CMPSB, true, 0, RSI | RDI},
};

/* Of x87 and SSE, what saves and loads the state as a whole, has many addresses, or writes registers that it does not name. */
static const char *const refused[] = {"fxsave", "fxrstor", "fnsave",  "frstor",  "fldenv", "fnstenv",
                                      "wait",   "gather",  "scatter", "maskmov", "pcmpes", "pcmpis"};

static const struct row *row_of(const cs_insn *insn)
{
    for (size_t i = 0; i < TR_COUNT(rows); i++)
        if (rows[i].id == insn->id)
            return &rows[i];
    for (size_t i = 0; i < TR_COUNT(conditional); i++)
        if (strncmp(insn->mnemonic, conditional[i].prefix, strlen(conditional[i].prefix)) == 0)
            return &conditional[i].row;
    return NULL;
}

/* The parts that a name of a general register stands for; 0 for other registers. */
static uint64_t parts_of(x86_reg reg)
{
    struct register_part part;
    if (!register_part(reg, &part))
        return 0;
    return part.size > 1 ? TR_PART_REGISTER(part.number) : part.shift ? TR_PART_HIGH(part.number) : TR_PART_LOW(part.number);
}

static uint64_t address_of(const x86_op_mem *mem) { return parts_of(mem->base) | parts_of(mem->index); }

/* No general register, nor the one of addresses relative to the code: of x87, MMX, SSE, AVX, or a mask. */
static bool is_vector(const cs_x86_op *operand)
{
    struct register_part part;
    return operand->type == X86_OP_REG && !register_part(operand->reg, &part) && operand->reg != X86_REG_RIP;
}

/* The upper half of a register is cleared where the lower one is written; what is smaller leaves the rest. */
static void write_register(const cs_x86_op *operand, struct tr_dataflow *ret)
{
    struct register_part part;
    uint64_t parts = parts_of(operand->reg);
    if (!register_part(operand->reg, &part))
        return;
    ret->writes |= parts;
    ret->overwrites |= part.size >= 4 || parts == TR_PART_LOW(part.number) ? parts : part.size == 2 ? TR_PART_LOW(part.number) : 0;
}

/* "ja", "setnb", "cmovc": a condition with the carry in it. */
static bool looks_at_carry(const char *mnemonic)
{
    static const char *const conditions[] = {"a", "na", "ae", "nae", "b", "nb", "be", "nbe", "c", "nc"};
    for (size_t i = 0; i < TR_COUNT(conditional); i++) {
        size_t size = strlen(conditional[i].prefix);
        for (size_t j = 0; strncmp(mnemonic, conditional[i].prefix, size) == 0 && j < TR_COUNT(conditions); j++)
            if (strcmp(mnemonic + size, conditions[j]) == 0)
                return true;
    }
    return strcmp(mnemonic, "adc") == 0 || strcmp(mnemonic, "sbb") == 0;
}

static void add_flags(const cs_insn *insn, unsigned flags, struct tr_dataflow *ret)
{
    const cs_x86_op *count = &insn->detail->x86.operands[1];
    bool is_constant = insn->detail->x86.op_count == 2 && count->type == X86_OP_IMM && count->imm & 31;
    if (flags & SHIFT)
        flags = is_constant ? SET : SOME;
    if (flags & USE)
        ret->reads |= looks_at_carry(insn->mnemonic) ? FLAGS : TR_PART_FLAGS;
    if (flags & (SET | SOME))
        ret->writes |= FLAGS;
    if (flags & MOST)
        ret->writes |= TR_PART_FLAGS;
    ret->overwrites |= flags & SET ? FLAGS : flags & MOST ? TR_PART_FLAGS : 0;
}

/* xor and sub of a register with itself depend on nothing. */
static bool is_zeroing(const cs_insn *insn)
{
    const cs_x86 *x86 = &insn->detail->x86;
    return (insn->id == X86_INS_XOR || insn->id == X86_INS_SUB) && x86->operands[0].type == X86_OP_REG &&
           x86->operands[1].type == X86_OP_REG && x86->operands[0].reg == x86->operands[1].reg && x86->operands[0].size >= 4;
}

/* How the memory operand, the @p index th one, is used. The stack is as the decoder says. */
static void set_memory(const struct row *row, unsigned index, struct tr_dataflow *ret)
{
    for (unsigned i = 0; i < ret->access_count; i++) {
        struct tr_memory_access *access = &ret->accesses[i];
        if (access->is_stack)
            continue;
        access->writes = (index == 0 && row->first >= WRITTEN) || (index == 1 && row->first == SWAPPED);
        access->reads = !(index == 0 && row->first == WRITTEN);
    }
}

static void use_operand(const struct row *row, const cs_insn *insn, unsigned index, struct tr_dataflow *ret)
{
    const cs_x86_op *operand = &insn->detail->x86.operands[index];
    bool is_written = (index == 0 && row->first >= WRITTEN) || (index == 1 && row->first == SWAPPED);
    if (operand->type == X86_OP_MEM) {
        *(insn->id == X86_INS_LEA ? &ret->reads : &ret->addresses) |= address_of(&operand->mem);
        set_memory(row, index, ret);
    } else if (operand->type == X86_OP_REG) {
        if (is_written)
            write_register(operand, ret);
        if (!(index == 0 && row->first == WRITTEN))
            ret->reads |= parts_of(operand->reg);
    }
}

static void general(const cs_insn *insn, const struct row *row, struct tr_dataflow *ret)
{
    ret->decides = row->decides;
    ret->reads = row->reads;
    ret->writes = ret->overwrites = row->writes;
    add_flags(insn, row->flags, ret);
    for (unsigned i = 0; i < insn->detail->x86.op_count; i++)
        use_operand(row, insn, i, ret);
    if (is_zeroing(insn))
        ret->reads = 0;
    for (unsigned i = 0; i < ret->access_count; i++)
        if (ret->accesses[i].is_stack)
            ret->addresses |= insn->id == X86_INS_LEAVE ? RBP : RSP;
}

/* Two- and three-operand imul are not the one that uses rax and rdx. */
static struct row multiplication(const cs_insn *insn)
{
    switch (insn->detail->x86.op_count) {
    case 1:
        return (struct row){X86_INS_IMUL, READ, SET, RAX, RAX | RDX, false};
    case 2:
        return (struct row){X86_INS_IMUL, CHANGED, SET, 0, 0, false};
    default:
        return (struct row){X86_INS_IMUL, WRITTEN, SET, 0, 0, false};
    }
}

static bool string_turn(const cs_insn *insn, struct tr_dataflow *ret)
{
    const cs_x86 *x86 = &insn->detail->x86;
    bool repeats = x86->prefix[0] == X86_PREFIX_REP || x86->prefix[0] == X86_PREFIX_REPNE;
    for (size_t i = 0; i < TR_COUNT(strings); i++) {
        if (strings[i].id != insn->id || is_vector(&x86->operands[0]) || is_vector(&x86->operands[1]))
            continue;
        /* The count and the places are used as addresses: none of them may depend on what changes. */
        ret->addresses = strings[i].moves | (repeats ? RCX : 0);
        ret->reads = strings[i].reads;
        ret->decides = repeats && strings[i].compares;
        ret->writes = strings[i].compares ? FLAGS : 0;
        ret->overwrites = ret->writes;
        for (unsigned j = 0; j < ret->access_count; j++) {
            ret->accesses[j].writes = !strings[i].compares && j == 0;
            ret->accesses[j].reads = !ret->accesses[j].writes;
        }
        return true;
    }
    return false;
}

static bool is_refused(const char *mnemonic)
{
    for (size_t i = 0; i < TR_COUNT(refused); i++)
        if (strstr(mnemonic, refused[i]))
            return true;
    return false;
}

/* Bytes of the memory operand of "addsd", "cvttss2si"; 0 for what is no scalar instruction, such as "pabsd". */
static unsigned scalar_size(const char *mnemonic)
{
    size_t size = strlen(mnemonic);
    const char *end = size > 2 ? mnemonic + size - 2 : mnemonic;
    mnemonic += mnemonic[0] == 'v';
    if (mnemonic[0] == 'p')
        return 0;
    return strcmp(end, "sd") == 0 || strstr(mnemonic, "sd2") ? 8 : strcmp(end, "ss") == 0 || strstr(mnemonic, "ss2") ? 4 : 0;
}

/* x87, SSE, AVX: their registers count as one that is never overwritten. */
static bool vectors(const cs_insn *insn, struct tr_dataflow *ret)
{
    const cs_x86 *x86 = &insn->detail->x86;
    bool is_of_them = insn->mnemonic[0] == 'f' || strncmp(insn->mnemonic, "vzero", 5) == 0 || strstr(insn->mnemonic, "mxcsr");
    for (unsigned i = 0; i < x86->op_count; i++)
        is_of_them |= is_vector(&x86->operands[i]);
    if (!is_of_them || is_refused(insn->mnemonic))
        return false;
    bool sets_flags = strstr(insn->mnemonic, "comi") || strstr(insn->mnemonic, "compi") || strstr(insn->mnemonic, "test");
    ret->reads = ret->writes = VECTORS;
    ret->is_partial = true;
    add_flags(insn, sets_flags ? SET : KEEP, ret);
    if (strncmp(insn->mnemonic, "fcmov", 5) == 0)
        ret->reads |= FLAGS;
    for (unsigned i = 0; i < x86->op_count; i++) {
        const cs_x86_op *operand = &x86->operands[i];
        if (operand->type == X86_OP_MEM)
            ret->addresses |= address_of(&operand->mem);
        else if (operand->type == X86_OP_REG && i == 0)
            write_register(operand, ret);
        else if (operand->type == X86_OP_REG)
            ret->reads |= parts_of(operand->reg);
    }
    unsigned scalar = scalar_size(insn->mnemonic);
    for (unsigned i = 0; i < ret->access_count; i++) {
        ret->accesses[i].reads = true;
        ret->accesses[i].size = scalar ? scalar : ret->accesses[i].size;
    }
    return true;
}

/*
 * Of VEX and EVEX, of which the decoder knows only a part: the instructions, by map and opcode, that use a general register, named
 * by ModRM.rm or .reg, or the flags. VEX's instructions for masks are all here.
 */
static const struct encoded_row {
    unsigned char map, opcode;
    enum { READS_RM, WRITES_RM, WRITES_REG, SETS_FLAGS, OF_MASKS } use;
    bool is_mask;
} encoded_rows[] = {
    {1, 0x2a, READS_RM, false},   {1, 0x2c, WRITES_REG, false}, {1, 0x2d, WRITES_REG, false}, {1, 0x2e, SETS_FLAGS, false},
    {1, 0x2f, SETS_FLAGS, false}, {1, 0x6e, READS_RM, false},   {1, 0x78, WRITES_REG, false}, {1, 0x79, WRITES_REG, false},
    {1, 0x7b, READS_RM, false},   {1, 0x7e, WRITES_RM, false},  {1, 0xc4, READS_RM, false},   {1, 0xc5, WRITES_REG, false},
    {2, 0x7a, READS_RM, false},   {2, 0x7b, READS_RM, false},   {2, 0x7c, READS_RM, false},   {3, 0x14, WRITES_RM, false},
    {3, 0x15, WRITES_RM, false},  {3, 0x16, WRITES_RM, false},  {3, 0x17, WRITES_RM, false},  {3, 0x20, READS_RM, false},
    {3, 0x22, READS_RM, false},   {1, 0x92, READS_RM, true},    {1, 0x93, WRITES_REG, true},  {1, 0x98, SETS_FLAGS, true},
    {1, 0x99, SETS_FLAGS, true},  {1, 0x41, OF_MASKS, true},    {1, 0x42, OF_MASKS, true},    {1, 0x44, OF_MASKS, true},
    {1, 0x45, OF_MASKS, true},    {1, 0x46, OF_MASKS, true},    {1, 0x47, OF_MASKS, true},    {1, 0x4a, OF_MASKS, true},
    {1, 0x4b, OF_MASKS, true},    {3, 0x30, OF_MASKS, true},    {3, 0x31, OF_MASKS, true},    {3, 0x32, OF_MASKS, true},
    {3, 0x33, OF_MASKS, true},
};

/* The fields of a prefix that such an instruction begins with. */
struct encoding {
    unsigned map, opcode, rm, reg; /* the registers by DWARF number, where they are general ones */
    bool is_register;              /* ModRM names no memory */
    bool is_wide;                  /* EVEX */
};

static bool read_encoding(const unsigned char *bytes, size_t size, struct encoding *ret)
{
    static const unsigned char numbers[] = {0, 2, 1, 3, 7, 6, 4, 5}; /* encoding to DWARF */
    size_t opcode = bytes[0] == 0x62 ? 4 : bytes[0] == 0xc4 ? 3 : 2;
    if ((bytes[0] != 0x62 && bytes[0] != 0xc4 && bytes[0] != 0xc5) || size < opcode + 2)
        return false;
    unsigned modrm = bytes[opcode + 1], rm = modrm & 7, reg = modrm >> 3 & 7;
    *ret = (struct encoding){.map = bytes[0] == 0x62 ? bytes[1] & 7 : bytes[0] == 0xc4 ? bytes[1] & 31 : 1,
                             .opcode = bytes[opcode],
                             .rm = bytes[0] == 0xc5 || bytes[1] & 0x20 ? numbers[rm] : rm + 8,
                             .reg = bytes[1] & 0x80 ? numbers[reg] : reg + 8,
                             .is_register = modrm >> 6 == 3,
                             .is_wide = bytes[0] == 0x62};
    return true;
}

static const struct encoded_row *encoded_row(const struct encoding *encoding)
{
    for (size_t i = 0; i < TR_COUNT(encoded_rows); i++)
        if (encoded_rows[i].map == encoding->map && encoded_rows[i].opcode == encoding->opcode &&
            encoded_rows[i].is_mask == !encoding->is_wide)
            return &encoded_rows[i];
    return NULL;
}

/* The registers that the address of what was decoded is made of. */
static uint64_t address_registers(const struct tr_instruction *decoded)
{
    uint64_t bits = 0;
    for (unsigned i = 0; i < TR_INSTRUCTION_REGISTERS && decoded->reads[i]; i++)
        for (unsigned number = 0; number < TR_DWARF_RIP; number++)
            if (strcmp(decoded->reads[i], tr_register_name(number)) == 0)
                bits |= TR_PART_REGISTER(number);
    return bits;
}

/* EVEX, and what VEX has for masks. Of those with an address the decoder has to know it (@p is_known). */
static bool by_encoding(const struct encoding *encoding, const struct tr_instruction *decoded, bool is_known, struct tr_dataflow *ret)
{
    const struct encoded_row *row = encoded_row(encoding);
    bool has_address = is_known && decoded->access_count && !is_refused(decoded->text);
    if (encoding->map < 1 || encoding->map > 3 || (!encoding->is_register && !(encoding->is_wide && has_address)) ||
        (!encoding->is_wide && !row))
        return false;
    ret->is_partial = true;
    ret->reads = ret->writes = VECTORS;
    if (row && row->use == READS_RM && encoding->is_register)
        ret->reads |= TR_PART_REGISTER(encoding->rm);
    if (row && row->use == WRITES_RM && encoding->is_register)
        ret->writes |= TR_PART_REGISTER(encoding->rm);
    if (row && row->use == WRITES_REG)
        ret->writes |= TR_PART_REGISTER(encoding->reg);
    if (row && row->use == SETS_FLAGS)
        ret->writes |= FLAGS;
    ret->overwrites = ret->writes & ~VECTORS;
    if (!encoding->is_register)
        ret->addresses = address_registers(decoded);
    for (unsigned i = 0; i < ret->access_count; i++)
        ret->accesses[i].reads = true;
    return true;
}

static bool by_operands(const void *bytes, size_t size, const struct tr_registers *registers, struct tr_dataflow *ret)
{
    csh handle = decoder(false);
    cs_insn *insn = NULL;
    if (!handle || cs_disasm(handle, bytes, size, registers->general.rip, 1, &insn) != 1)
        return false;
    const struct row product = multiplication(insn), *row = insn->id == X86_INS_IMUL ? &product : row_of(insn);
    bool is_vectors = vectors(insn, ret);
    bool is_known = is_vectors || string_turn(insn, ret);
    if (!is_known && row) {
        general(insn, row, ret);
        is_known = true;
    }
    cs_free(insn, 1);
    return is_known;
}

bool tr_dataflow_decode(const void *bytes, size_t size, const struct tr_registers *registers, struct tr_dataflow *ret)
{
    static const unsigned char endbr64[] = {0xf3, 0x0f, 0x1e, 0xfa};
    const unsigned char *code = bytes;
    struct tr_instruction decoded = {0};
    size = size < TR_INSTRUCTION_BYTES ? size : TR_INSTRUCTION_BYTES;
    if (registers->is_32bit || size < sizeof(endbr64))
        return false;
    *ret = (struct tr_dataflow){0};
    if (memcmp(bytes, endbr64, sizeof(endbr64)) == 0)
        return true;
    bool is_known = tr_instruction_decode(bytes, size, registers, &decoded);
    memcpy(ret->accesses, decoded.accesses, sizeof(ret->accesses));
    ret->access_count = decoded.access_count;
    struct encoding encoding;
    if (read_encoding(code, size, &encoding) && (encoding.is_wide || encoded_row(&encoding)))
        return by_encoding(&encoding, &decoded, is_known, ret);
    return is_known && by_operands(bytes, size, registers, ret);
}
