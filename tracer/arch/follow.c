#include "arch/follow.h"

#include "arch/decoder.h"
#include "arch/registers.h"
#include "base/cleanup.h"
#include "base/limits.h"

#include <string.h>

enum { STACK_BYTES = 1024, CODE_BYTES = 15, REGISTERS = 16 };

/* Addresses that no memory can have: the stack of the followed function, and where it returns to. */
static const uint64_t stack_start = UINT64_C(0x8000000000000000), stack_end = stack_start + STACK_BYTES, end_of_call = 1;

struct machine {
    tr_follow_read *read;
    void *arg;
    uint64_t pc, fs_base, registers[REGISTERS];
    bool known[REGISTERS];
    unsigned char stack[STACK_BYTES];
    bool stored[STACK_BYTES];
    /* The last comparison: flags are those of left - right, or of left alone when it is the result of `and`. */
    bool has_flags;
    uint64_t left, right;
    unsigned compared; /* bytes */
};

static uint64_t truncated(uint64_t value, unsigned size)
{
    return size >= 8 ? value : value & ((UINT64_C(1) << 8 * size) - 1);
}

static uint64_t extended(uint64_t value, unsigned size)
{
    unsigned unused = 64 - 8 * size;
    return size >= 8 ? value : (uint64_t)((int64_t)(value << unused) >> unused);
}

/* ---- memory and registers ---- */

static bool load(struct machine *machine, uint64_t address, unsigned size, uint64_t *ret)
{
    uint64_t value = 0, offset = address - stack_start;
    if (!size || size > sizeof(value))
        return false;
    if (offset < STACK_BYTES) {
        for (unsigned i = 0; i < size; i++)
            if (offset + i >= STACK_BYTES || !machine->stored[offset + i])
                return false;
        memcpy(&value, machine->stack + offset, size);
    } else if (!machine->read(machine->arg, address, &value, size)) {
        return false;
    }
    *ret = value;
    return true;
}

static bool store(struct machine *machine, uint64_t address, unsigned size, uint64_t value)
{
    uint64_t offset = address - stack_start;
    if (!size || size > sizeof(value) || offset >= STACK_BYTES || size > STACK_BYTES - offset)
        return false;
    memcpy(machine->stack + offset, &value, size);
    memset(machine->stored + offset, true, size);
    return true;
}

static bool get_register(const struct machine *machine, x86_reg reg, uint64_t *ret)
{
    struct register_part part;
    if (!register_part(reg, &part) || !machine->known[part.number])
        return false;
    *ret = truncated(machine->registers[part.number] >> part.shift, part.size);
    return true;
}

static bool set_register(struct machine *machine, x86_reg reg, uint64_t value)
{
    struct register_part part;
    if (!register_part(reg, &part) || part.shift)
        return false;
    uint64_t kept = 0; /* a write of 4 bytes clears the rest (Intel SDM volume 1, 3.4.1.1) */
    if (part.size < 4) {
        if (!machine->known[part.number])
            return false;
        kept = machine->registers[part.number] & ~((UINT64_C(1) << 8 * part.size) - 1);
    }
    machine->registers[part.number] = kept | truncated(value, part.size);
    machine->known[part.number] = true;
    return true;
}

static bool address_of(const struct machine *machine, const cs_insn *insn, const x86_op_mem *mem, uint64_t *ret)
{
    uint64_t base = 0, index = 0;
    bool is_thread = mem->segment == X86_REG_FS && machine->fs_base;
    if ((mem->segment != X86_REG_INVALID && !is_thread) || insn->detail->x86.addr_size != 8)
        return false;
    if (mem->base == X86_REG_RIP)
        base = insn->address + insn->size;
    else if (mem->base != X86_REG_INVALID && !get_register(machine, mem->base, &base))
        return false;
    if (mem->index != X86_REG_INVALID && mem->index != X86_REG_RIZ && !get_register(machine, mem->index, &index))
        return false;
    *ret = base + index * (uint64_t)mem->scale + (uint64_t)mem->disp + (is_thread ? machine->fs_base : 0);
    return true;
}

static bool get(struct machine *machine, const cs_insn *insn, size_t operand, uint64_t *ret)
{
    const cs_x86_op *op = &insn->detail->x86.operands[operand];
    uint64_t address;
    switch (op->type) {
    case X86_OP_REG:
        return get_register(machine, op->reg, ret);
    case X86_OP_IMM:
        *ret = (uint64_t)op->imm;
        return true;
    case X86_OP_MEM:
        return address_of(machine, insn, &op->mem, &address) && load(machine, address, op->size, ret);
    default:
        return false;
    }
}

static bool set(struct machine *machine, const cs_insn *insn, size_t operand, uint64_t value)
{
    const cs_x86_op *op = &insn->detail->x86.operands[operand];
    uint64_t address;
    if (op->type == X86_OP_REG)
        return set_register(machine, op->reg, value);
    return op->type == X86_OP_MEM && address_of(machine, insn, &op->mem, &address) &&
           store(machine, address, op->size, value);
}

static bool push(struct machine *machine, uint64_t value)
{
    uint64_t *sp = &machine->registers[TR_DWARF_RSP];
    *sp -= sizeof(value);
    return machine->known[TR_DWARF_RSP] && store(machine, *sp, sizeof(value), value);
}

static bool pop(struct machine *machine, uint64_t *ret)
{
    uint64_t *sp = &machine->registers[TR_DWARF_RSP];
    *sp += sizeof(*ret);
    return machine->known[TR_DWARF_RSP] && load(machine, *sp - sizeof(*ret), sizeof(*ret), ret);
}

/* ---- instructions ---- */

/* Conditions of jumps and conditional moves, told from the operands of the comparison. */
static const struct {
    unsigned jump, move;
    enum { EQUAL, NOT_EQUAL, ABOVE, NOT_BELOW, BELOW, NOT_ABOVE, GREATER, NOT_LESS, LESS, NOT_GREATER } test;
} conditions[] = {
    {X86_INS_JE, X86_INS_CMOVE, EQUAL},     {X86_INS_JNE, X86_INS_CMOVNE, NOT_EQUAL},
    {X86_INS_JA, X86_INS_CMOVA, ABOVE},     {X86_INS_JAE, X86_INS_CMOVAE, NOT_BELOW},
    {X86_INS_JB, X86_INS_CMOVB, BELOW},     {X86_INS_JBE, X86_INS_CMOVBE, NOT_ABOVE},
    {X86_INS_JG, X86_INS_CMOVG, GREATER},   {X86_INS_JGE, X86_INS_CMOVGE, NOT_LESS},
    {X86_INS_JL, X86_INS_CMOVL, LESS},      {X86_INS_JLE, X86_INS_CMOVLE, NOT_GREATER},
};

static bool condition(const struct machine *machine, unsigned id, bool *ret)
{
    if (!machine->has_flags || !machine->compared)
        return false;
    uint64_t left = truncated(machine->left, machine->compared), right = truncated(machine->right, machine->compared);
    int64_t a = (int64_t)extended(left, machine->compared), b = (int64_t)extended(right, machine->compared);
    const bool results[] = {
        [EQUAL] = left == right,  [NOT_EQUAL] = left != right, [ABOVE] = left > right, [NOT_BELOW] = left >= right,
        [BELOW] = left < right,   [NOT_ABOVE] = left <= right, [GREATER] = a > b,      [NOT_LESS] = a >= b,
        [LESS] = a < b,           [NOT_GREATER] = a <= b,
    };
    for (size_t i = 0; i < TR_COUNT(conditions); i++)
        if (conditions[i].jump == id || conditions[i].move == id) {
            *ret = results[conditions[i].test];
            return true;
        }
    return false;
}

static bool move_if(struct machine *machine, const cs_insn *insn)
{
    bool is_taken;
    uint64_t value;
    /* Even when it is not taken, one of 4 bytes clears the upper half. */
    return condition(machine, insn->id, &is_taken) && get(machine, insn, is_taken ? 1 : 0, &value) &&
           set(machine, insn, 0, value);
}

static bool compare(struct machine *machine, const cs_insn *insn)
{
    machine->has_flags = get(machine, insn, 0, &machine->left) && get(machine, insn, 1, &machine->right);
    machine->compared = insn->detail->x86.operands[0].size;
    if (insn->id == X86_INS_TEST) {
        machine->left &= machine->right;
        machine->right = 0;
    }
    return machine->has_flags;
}

static bool arithmetic(struct machine *machine, const cs_insn *insn)
{
    const cs_x86_op *operands = insn->detail->x86.operands;
    uint64_t left, right;
    machine->has_flags = false;
    bool clears = insn->id == X86_INS_XOR && operands[0].type == X86_OP_REG && operands[1].type == X86_OP_REG &&
                  operands[0].reg == operands[1].reg;
    if (clears)
        return set(machine, insn, 0, 0);
    if (!get(machine, insn, 0, &left) || !get(machine, insn, 1, &right))
        return false;
    switch (insn->id) {
    case X86_INS_ADD:
        return set(machine, insn, 0, left + right);
    case X86_INS_SUB:
        return set(machine, insn, 0, left - right);
    case X86_INS_AND:
        return set(machine, insn, 0, left & right);
    default:
        return false;
    }
}

static bool move(struct machine *machine, const cs_insn *insn)
{
    unsigned size = insn->detail->x86.operands[1].size;
    uint64_t value;
    if (insn->id == X86_INS_LEA)
        return address_of(machine, insn, &insn->detail->x86.operands[1].mem, &value) && set(machine, insn, 0, value);
    if (!get(machine, insn, 1, &value))
        return false;
    bool extends = insn->id == X86_INS_MOVSX || insn->id == X86_INS_MOVSXD;
    return set(machine, insn, 0, extends ? extended(value, size) : value);
}

/* Jumps, calls and returns set the pc, which is behind the instruction already. */
static bool transfer(struct machine *machine, const cs_insn *insn)
{
    uint64_t target;
    bool is_taken = true;
    switch (insn->id) {
    case X86_INS_RET:
        return !insn->detail->x86.op_count && pop(machine, &machine->pc);
    case X86_INS_CALL:
        return get(machine, insn, 0, &target) && push(machine, machine->pc) && (machine->pc = target, true);
    case X86_INS_JMP:
        break;
    default:
        if (!condition(machine, insn->id, &is_taken))
            return false;
    }
    if (!get(machine, insn, 0, &target))
        return false;
    if (is_taken)
        machine->pc = target;
    return true;
}

static bool leave(struct machine *machine)
{
    if (!machine->known[TR_DWARF_RBP])
        return false;
    machine->registers[TR_DWARF_RSP] = machine->registers[TR_DWARF_RBP];
    machine->known[TR_DWARF_RBP] = pop(machine, &machine->registers[TR_DWARF_RBP]);
    return true;
}

/* Pushing a register that the caller owns is how functions begin: its value does not matter until it is used. */
static bool push_operand(struct machine *machine, const cs_insn *insn)
{
    uint64_t value;
    if (get(machine, insn, 0, &value))
        return push(machine, value);
    machine->registers[TR_DWARF_RSP] -= sizeof(value);
    uint64_t offset = machine->registers[TR_DWARF_RSP] - stack_start;
    if (insn->detail->x86.operands[0].type != X86_OP_REG || offset > STACK_BYTES - sizeof(value))
        return false;
    memset(machine->stored + offset, false, sizeof(value));
    return true;
}

static bool pop_operand(struct machine *machine, const cs_insn *insn)
{
    struct register_part part;
    uint64_t value;
    if (insn->detail->x86.operands[0].type != X86_OP_REG || !register_part(insn->detail->x86.operands[0].reg, &part))
        return false;
    machine->known[part.number] = pop(machine, &value);
    machine->registers[part.number] = value;
    return machine->registers[TR_DWARF_RSP] - stack_start <= STACK_BYTES;
}

static bool sign_extend_rax(struct machine *machine)
{
    machine->registers[TR_DWARF_RAX] = extended(machine->registers[TR_DWARF_RAX], 4);
    return machine->known[TR_DWARF_RAX];
}

static bool is_conditional_move(const cs_insn *insn)
{
    for (size_t i = 0; i < TR_COUNT(conditions); i++)
        if (conditions[i].move == insn->id)
            return true;
    return false;
}

static bool execute(struct machine *machine, const cs_insn *insn)
{
    switch (insn->id) {
    case X86_INS_NOP:
    case X86_INS_ENDBR64:
        return true;
    case X86_INS_MOV:
    case X86_INS_MOVABS:
    case X86_INS_MOVZX:
    case X86_INS_MOVSX:
    case X86_INS_MOVSXD:
    case X86_INS_LEA:
        return move(machine, insn);
    case X86_INS_CMP:
    case X86_INS_TEST:
        return compare(machine, insn);
    case X86_INS_ADD:
    case X86_INS_SUB:
    case X86_INS_AND:
    case X86_INS_XOR:
        return arithmetic(machine, insn);
    case X86_INS_PUSH:
        return push_operand(machine, insn);
    case X86_INS_POP:
        return pop_operand(machine, insn);
    case X86_INS_LEAVE:
        return leave(machine);
    case X86_INS_CDQE:
        return sign_extend_rax(machine);
    default:
        return is_conditional_move(insn) ? move_if(machine, insn) : transfer(machine, insn);
    }
}

static bool step(struct machine *machine)
{
    static const unsigned char endbr64[] = {0xf3, 0x0f, 0x1e, 0xfa};
    unsigned char code[CODE_BYTES];
    size_t size = CODE_BYTES;
    /* A function may end where its mapping does. */
    while (size && !machine->read(machine->arg, machine->pc, code, size))
        size--;
    if (size >= sizeof(endbr64) && memcmp(code, endbr64, sizeof(endbr64)) == 0)
        return machine->pc += sizeof(endbr64), true; /* capstone 4 does not know it */
    csh handle = decoder(false);
    cs_insn *insn = NULL;
    if (!size || !handle || cs_disasm(handle, code, size, machine->pc, 1, &insn) != 1)
        return false;
    machine->pc += insn->size;
    bool ok = execute(machine, insn);
    cs_free(insn, 1);
    return ok;
}

bool tr_follow_call(tr_follow_read *read, void *arg, uint64_t function, uint64_t argument, uint64_t fs_base,
                    uint64_t *ret)
{
    struct machine machine = {.read = read, .arg = arg, .pc = function, .fs_base = fs_base};
    machine.registers[TR_DWARF_RDI] = argument;
    machine.registers[TR_DWARF_RSP] = stack_end;
    machine.known[TR_DWARF_RDI] = machine.known[TR_DWARF_RSP] = true;
    if (!push(&machine, end_of_call))
        return false;
    for (unsigned i = 0; i < TR_LIMIT_FOLLOWED_INSTRUCTIONS && machine.pc != end_of_call; i++)
        if (!step(&machine))
            return false;
    *ret = machine.registers[TR_DWARF_RAX];
    return machine.pc == end_of_call && machine.known[TR_DWARF_RAX];
}
