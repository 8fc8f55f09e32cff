#include "symbols/expression.h"

#include "base/limits.h"
#include "symbols/dwarf_internal.h"
#include "symbols/type.h"

#include <math.h>
#include <string.h>

enum { STACK = 64, GENERIC_SIZE = 8, RSP = 7 };

/* An entry of the stack; the generic type is 8 bytes, and signed where it matters (DWARF 5, 2.5.1.4). */
struct entry {
    uint64_t bits;
    unsigned char size;
    bool is_signed, is_typed, is_float; /* a float or a double: its bits */
};

struct machine {
    struct evaluation *evaluation;
    Dwarf_Attribute *attribute;
    Dwarf_Op *operations;
    size_t count;
    struct entry stack[STACK];
    size_t depth;
};

/* What one piece, or the whole, of an object turned out to be. */
enum simple_type { SIMPLE_EMPTY, SIMPLE_MEMORY, SIMPLE_REGISTER, SIMPLE_VALUE, SIMPLE_BYTES, SIMPLE_POINTER };

struct simple {
    enum simple_type type;
    uint64_t value; /* address, or the value itself */
    Dwarf_Block bytes;
    Dwarf_Die target;
    int64_t offset;
};

static const char unsupported[] = "its location uses an operation that is not supported";
static const char damaged[] = "its location is damaged";
static const char too_long[] = "its location takes too many operations";
static const char optimized_out[] = "optimized out";

bool evaluation_fail(struct evaluation *evaluation, const char *reason)
{
    if (!evaluation->reason)
        evaluation->reason = reason;
    return false;
}

bool evaluation_enter(struct evaluation *evaluation)
{
    if (evaluation->depth >= TR_LIMIT_EXPRESSION_DEPTH)
        return evaluation_fail(evaluation, "its location depends on itself");
    evaluation->depth++;
    return true;
}

void evaluation_leave(struct evaluation *evaluation) { evaluation->depth--; }

bool evaluation_register(struct evaluation *evaluation, uint64_t number, uint64_t *ret)
{
    const struct tr_frame_context *frame = evaluation->frame;
    if (!frame)
        return evaluation_fail(evaluation, "it needs a frame");
    if (number >= sizeof(frame->registers) / sizeof(frame->registers[0]))
        return evaluation_fail(evaluation, "its location computes with a floating-point or vector register");
    if (!(frame->known & UINT32_C(1) << number))
        return evaluation_fail(evaluation, "the register was not saved by the inner frames");
    *ret = number == RSP ? stack_pointer(frame) : frame->registers[number];
    return true;
}

/*
 * Bytes of an x87 or SSE register: 17..32 are xmm0..15, 33..40 st0..7 (System V ABI, AMD64 supplement, figure 3.36). NULL
 * when the frame does not know it, or when it is none of them.
 */
static const void *vector_register(struct evaluation *evaluation, uint64_t number)
{
    enum { FIRST_XMM = 17, FIRST_X87 = 33, BEHIND_X87 = 41, WORDS = 4 };
    const struct tr_frame_context *frame = evaluation->frame;
    const struct user_fpregs_struct *vectors = frame ? frame->vectors : NULL;
    if (number < FIRST_XMM || number >= BEHIND_X87) {
        evaluation_fail(evaluation, "it is in a register that is not read");
        return NULL;
    }
    if (!vectors) {
        evaluation_fail(evaluation, "the register was not saved by the inner frames");
        return NULL;
    }
    return number < FIRST_X87 ? &vectors->xmm_space[(number - FIRST_XMM) * WORDS]
                              : &vectors->st_space[(number - FIRST_X87) * WORDS];
}

static bool is_general(uint64_t number)
{
    return number < sizeof((struct tr_frame_context){0}.registers) / sizeof(uint64_t);
}

static uint64_t truncate_to(uint64_t bits, unsigned size, bool is_signed)
{
    if (size >= GENERIC_SIZE)
        return bits;
    unsigned unused = 64 - 8 * size;
    return is_signed ? (uint64_t)((int64_t)(bits << unused) >> unused) : bits << unused >> unused;
}

static bool push(struct machine *machine, uint64_t bits)
{
    if (machine->depth == STACK)
        return evaluation_fail(machine->evaluation, damaged);
    machine->stack[machine->depth++] = (struct entry){.bits = bits, .size = GENERIC_SIZE, .is_signed = true};
    return true;
}

static bool push_typed(struct machine *machine, uint64_t bits, unsigned size, bool is_signed)
{
    if (!push(machine, truncate_to(bits, size, is_signed)))
        return false;
    machine->stack[machine->depth - 1].size = (unsigned char)size;
    machine->stack[machine->depth - 1].is_signed = is_signed;
    machine->stack[machine->depth - 1].is_typed = true;
    return true;
}

static bool push_float(struct machine *machine, double value, unsigned size)
{
    uint64_t bits = 0;
    float single = (float)value;
    memcpy(&bits, size == sizeof(single) ? (const void *)&single : (const void *)&value, size);
    if (!push_typed(machine, bits, size, false))
        return false;
    machine->stack[machine->depth - 1].is_float = true;
    return true;
}

static double float_of(const struct entry *entry)
{
    float single;
    double value;
    if (!entry->is_float)
        return entry->is_signed ? (double)(int64_t)entry->bits : (double)entry->bits;
    if (entry->size == sizeof(single)) {
        memcpy(&single, &entry->bits, sizeof(single));
        return single;
    }
    memcpy(&value, &entry->bits, sizeof(value));
    return value;
}

static bool pop(struct machine *machine, struct entry *ret)
{
    if (machine->depth == 0)
        return evaluation_fail(machine->evaluation, damaged);
    *ret = machine->stack[--machine->depth];
    return true;
}

static bool push_like(struct machine *machine, const struct entry *like, uint64_t bits)
{
    return like->is_typed ? push_typed(machine, bits, like->size, like->is_signed) : push(machine, bits);
}

/* Size and sign of the base type that @p operation refers to; the generic type for reference 0. */
static bool base_type(struct machine *machine, const Dwarf_Op *operation, struct entry *ret)
{
    Dwarf_Die type;
    uint64_t encoding, size;
    *ret = (struct entry){.size = GENERIC_SIZE, .is_signed = true};
    bool is_conversion = operation->atom == DW_OP_convert || operation->atom == DW_OP_reinterpret
                         || operation->atom == DW_OP_GNU_convert || operation->atom == DW_OP_GNU_reinterpret;
    if (is_conversion && operation->number == 0)
        return true;
    if (dwarf_getlocation_die(machine->attribute, operation, &type) != 0
        || !die_number(&type, DW_AT_encoding, &encoding) || !die_number(&type, DW_AT_byte_size, &size))
        return evaluation_fail(machine->evaluation, damaged);
    bool is_integer = encoding == DW_ATE_signed || encoding == DW_ATE_unsigned || encoding == DW_ATE_signed_char
                      || encoding == DW_ATE_unsigned_char || encoding == DW_ATE_boolean || encoding == DW_ATE_address
                      || encoding == DW_ATE_UTF;
    ret->is_float = encoding == DW_ATE_float && (size == sizeof(float) || size == sizeof(double));
    if ((!is_integer && !ret->is_float) || size == 0 || size > GENERIC_SIZE)
        return evaluation_fail(machine->evaluation, "its location computes with floating-point or vector values");
    ret->size = (unsigned char)size;
    ret->is_signed = encoding == DW_ATE_signed || encoding == DW_ATE_signed_char;
    ret->is_typed = true;
    return true;
}

static bool read_memory(struct machine *machine, uint64_t address, unsigned size, uint64_t *ret)
{
    uint64_t value = 0;
    const struct tr_frame_context *frame = machine->evaluation->frame;
    struct tr_memory *memory = frame ? frame->memory : machine->evaluation->dwarf->image->owner->memory;
    if (size == 0 || size > sizeof(value))
        return evaluation_fail(machine->evaluation, damaged);
    if (!tr_memory_read(memory, address, &value, size))
        return evaluation_fail(machine->evaluation, "the memory that says where it is cannot be read");
    *ret = value;
    return true;
}

static bool dereference(struct machine *machine, unsigned size)
{
    struct entry address;
    uint64_t value;
    return pop(machine, &address) && read_memory(machine, address.bits, size, &value) && push(machine, value);
}

static bool divide(struct machine *machine, const struct entry *a, const struct entry *b)
{
    int64_t dividend = (int64_t)a->bits, divisor = (int64_t)b->bits;
    if (b->bits == 0)
        return evaluation_fail(machine->evaluation, "its location divides by zero");
    if (!a->is_signed)
        return push_like(machine, a, a->bits / b->bits);
    return push_like(machine, a, divisor == -1 ? -a->bits : (uint64_t)(dividend / divisor));
}

static bool binary_float(struct machine *machine, unsigned atom, const struct entry *a, const struct entry *b)
{
    double x = float_of(a), y = float_of(b);
    switch (atom) {
    case DW_OP_plus:
        return push_float(machine, x + y, a->size);
    case DW_OP_minus:
        return push_float(machine, x - y, a->size);
    case DW_OP_mul:
        return push_float(machine, x * y, a->size);
    case DW_OP_div:
        return push_float(machine, x / y, a->size);
    case DW_OP_eq:
        return push(machine, x == y);
    case DW_OP_ne:
        return push(machine, x != y);
    case DW_OP_lt:
        return push(machine, x < y);
    case DW_OP_le:
        return push(machine, x <= y);
    case DW_OP_gt:
        return push(machine, x > y);
    case DW_OP_ge:
        return push(machine, x >= y);
    default:
        return evaluation_fail(machine->evaluation, unsupported);
    }
}

static bool binary(struct machine *machine, unsigned atom)
{
    struct entry a, b;
    if (!pop(machine, &b) || !pop(machine, &a))
        return false;
    if (a.is_float || b.is_float)
        return a.is_float && b.is_float && a.size == b.size ? binary_float(machine, atom, &a, &b)
                                                            : evaluation_fail(machine->evaluation, damaged);
    uint64_t x = a.bits, y = b.bits, width = 8u * a.size;
    int64_t sx = (int64_t)truncate_to(x, a.size, true);
    bool lesser = a.is_signed ? (int64_t)x < (int64_t)y : x < y;
    switch (atom) {
    case DW_OP_plus:
        return push_like(machine, &a, x + y);
    case DW_OP_minus:
        return push_like(machine, &a, x - y);
    case DW_OP_mul:
        return push_like(machine, &a, x * y);
    case DW_OP_div:
        return divide(machine, &a, &b);
    case DW_OP_mod:
        if (y == 0)
            return evaluation_fail(machine->evaluation, "its location divides by zero");
        /* Generic values are unsigned here, unlike in a division. */
        return push_like(machine, &a,
                         a.is_typed && a.is_signed && sx < 0 && y != UINT64_MAX ? (uint64_t)(sx % (int64_t)y) : x % y);
    case DW_OP_and:
        return push_like(machine, &a, x & y);
    case DW_OP_or:
        return push_like(machine, &a, x | y);
    case DW_OP_xor:
        return push_like(machine, &a, x ^ y);
    case DW_OP_shl:
        return push_like(machine, &a, y < width ? x << y : 0);
    case DW_OP_shr:
        return push_like(machine, &a, y < width ? truncate_to(x, a.size, false) >> y : 0);
    case DW_OP_shra:
        return push_like(machine, &a, (uint64_t)(sx >> (y < width ? y : width - 1)));
    case DW_OP_eq:
        return push(machine, x == y);
    case DW_OP_ne:
        return push(machine, x != y);
    case DW_OP_lt:
        return push(machine, lesser);
    case DW_OP_ge:
        return push(machine, !lesser);
    case DW_OP_le:
        return push(machine, lesser || x == y);
    case DW_OP_gt:
        return push(machine, !lesser && x != y);
    default:
        return evaluation_fail(machine->evaluation, unsupported);
    }
}

static bool unary(struct machine *machine, const Dwarf_Op *operation)
{
    struct entry a;
    if (!pop(machine, &a))
        return false;
    if (a.is_float && (operation->atom == DW_OP_abs || operation->atom == DW_OP_neg))
        return push_float(machine, operation->atom == DW_OP_neg ? -float_of(&a) : fabs(float_of(&a)), a.size);
    switch (operation->atom) {
    case DW_OP_abs:
        return push_like(machine, &a, (int64_t)a.bits < 0 && a.is_signed ? -a.bits : a.bits);
    case DW_OP_neg:
        return push_like(machine, &a, -a.bits);
    case DW_OP_not:
        return push_like(machine, &a, ~a.bits);
    default:
        return push_like(machine, &a, a.bits + operation->number);
    }
}

static bool shuffle(struct machine *machine, const Dwarf_Op *operation)
{
    size_t depth = machine->depth, needed = 1;
    struct entry *top = machine->stack + depth;
    switch (operation->atom) {
    case DW_OP_over:
    case DW_OP_swap:
        needed = 2;
        break;
    case DW_OP_rot:
        needed = 3;
        break;
    case DW_OP_pick:
        needed = operation->number < STACK ? operation->number + 1 : STACK + 1;
        break;
    }
    if (depth < needed || depth == STACK)
        return evaluation_fail(machine->evaluation, damaged);
    struct entry last = top[-1];
    switch (operation->atom) {
    case DW_OP_drop:
        machine->depth--;
        return true;
    case DW_OP_swap:
        top[-1] = top[-2];
        top[-2] = last;
        return true;
    case DW_OP_rot:
        top[-1] = top[-2];
        top[-2] = top[-3];
        top[-3] = last;
        return true;
    default: /* dup, over, pick: an entry copied to the top */
        *top = operation->atom == DW_OP_pick ? top[-(ptrdiff_t)needed] : operation->atom == DW_OP_over ? top[-2] : last;
        machine->depth++;
        return true;
    }
}

static bool frame_base(struct machine *machine, uint64_t *ret)
{
    struct evaluation *evaluation = machine->evaluation;
    struct tr_unit *unit;
    Dwarf_Die function;
    Dwarf_Attribute attribute;
    Dwarf_Op *operations;
    size_t count;
    if (!evaluation->frame || !frame_function(evaluation->frame, &unit, &function, NULL, NULL)
        || !dwarf_attr_integrate(&function, DW_AT_frame_base, &attribute)
        || evaluation_operations(evaluation, &attribute, &operations, &count) != 1)
        return evaluation_fail(evaluation, "the base of its frame is not described");
    if (!evaluation_enter(evaluation))
        return false;
    bool ok = expression_value(evaluation, &attribute, operations, count, ret);
    evaluation_leave(evaluation);
    return ok;
}

static bool push_indexed(struct machine *machine, const Dwarf_Op *operation, bool is_address)
{
    Dwarf_Attribute found;
    Dwarf_Addr address;
    Dwarf_Word value;
    if (dwarf_getlocation_attr(machine->attribute, operation, &found) != 0)
        return evaluation_fail(machine->evaluation, damaged);
    if (is_address)
        return dwarf_formaddr(&found, &address) == 0 ? push(machine, address + machine->evaluation->dwarf->bias)
                                                     : evaluation_fail(machine->evaluation, damaged);
    return dwarf_formudata(&found, &value) == 0 ? push(machine, value) : evaluation_fail(machine->evaluation, damaged);
}

/* The bits of a value of a type that base_type() told. */
static bool push_bits(struct machine *machine, const struct entry *type, uint64_t bits)
{
    if (!type->is_typed)
        return push(machine, bits);
    if (!push_typed(machine, bits, type->size, type->is_signed))
        return false;
    machine->stack[machine->depth - 1].is_float = type->is_float;
    return true;
}

static bool push_entry_value(struct machine *machine, const Dwarf_Op *operation)
{
    struct evaluation *evaluation = machine->evaluation;
    Dwarf_Attribute inner;
    Dwarf_Op *operations;
    size_t count;
    uint64_t value = 0;
    if (dwarf_getlocation_attr(machine->attribute, operation, &inner) != 0
        || dwarf_getlocation(&inner, &operations, &count) != 0 || count != 1)
        return evaluation_fail(evaluation, unsupported);
    unsigned atom = operations[0].atom;
    bool is_register = (atom >= DW_OP_reg0 && atom <= DW_OP_reg31) || atom == DW_OP_regx;
    bool is_typed = atom == DW_OP_regval_type || atom == DW_OP_GNU_regval_type;
    /* libdw resolves the types of the inner operations through the outer attribute only. */
    struct machine typed_machine = {.evaluation = evaluation, .attribute = machine->attribute};
    struct entry type = {.size = GENERIC_SIZE};
    if (!is_register && !is_typed)
        return evaluation_fail(evaluation, unsupported);
    if (is_typed && !base_type(&typed_machine, &operations[0], &type))
        return false;
    if (!evaluation_enter(evaluation))
        return false;
    bool is_small = is_register && atom != DW_OP_regx;
    bool ok = entry_value(evaluation, is_small ? atom - DW_OP_reg0 : operations[0].number, &value);
    evaluation_leave(evaluation);
    return ok && push_bits(machine, &type, value);
}

static bool push_variable(struct machine *machine, const Dwarf_Op *operation)
{
    Dwarf_Die variable;
    uint64_t value;
    if (dwarf_getlocation_die(machine->attribute, operation, &variable) != 0)
        return evaluation_fail(machine->evaluation, damaged);
    return evaluation_variable(machine->evaluation, &variable, &value) && push(machine, value);
}

/* gcc: what the caller would have passed for a parameter that it removed from the function (-fipa-sra). */
static bool push_parameter(struct machine *machine, const Dwarf_Op *operation)
{
    struct evaluation *evaluation = machine->evaluation;
    Dwarf_Die parameter;
    uint64_t value;
    if (dwarf_getlocation_die(machine->attribute, operation, &parameter) != 0)
        return evaluation_fail(evaluation, damaged);
    if (!evaluation_enter(evaluation))
        return false;
    bool ok = parameter_value(evaluation, &parameter, &value);
    evaluation_leave(evaluation);
    return ok && push(machine, value);
}

static bool push_constant(struct machine *machine, const Dwarf_Op *operation)
{
    struct entry type;
    Dwarf_Attribute found;
    Dwarf_Block block;
    uint64_t value = 0;
    if (!base_type(machine, operation, &type))
        return false;
    if (dwarf_getlocation_attr(machine->attribute, operation, &found) != 0 || dwarf_formblock(&found, &block) != 0
        || block.length > sizeof(value))
        return evaluation_fail(machine->evaluation, damaged);
    memcpy(&value, block.data, block.length);
    return push_bits(machine, &type, value);
}

/* To a type with the same value, as far as it holds. A number beyond an integer type has none there. */
static bool convert(struct machine *machine, const struct entry *type, const struct entry *value)
{
    if (type->is_float)
        return push_float(machine, float_of(value), type->size);
    if (!value->is_float)
        return type->is_typed ? push_typed(machine, value->bits, type->size, type->is_signed)
                              : push(machine, value->bits);
    double number = float_of(value);
    if (!(number > -0x1p63 && number < 0x1p63))
        return evaluation_fail(machine->evaluation, damaged);
    return push_typed(machine, (uint64_t)(int64_t)number, type->size, type->is_signed);
}

static bool push_register(struct machine *machine, uint64_t number, const struct entry *type)
{
    uint64_t bits;
    const void *bytes;
    if (is_general(number))
        return evaluation_register(machine->evaluation, number, &bits) && push_bits(machine, type, bits);
    if (!(bytes = vector_register(machine->evaluation, number)))
        return false;
    memcpy(&bits, bytes, sizeof(bits));
    return push_bits(machine, type, bits);
}

static bool typed(struct machine *machine, const Dwarf_Op *operation)
{
    struct entry type, value;
    uint64_t bits;
    if (!base_type(machine, operation, &type))
        return false;
    switch (operation->atom) {
    case DW_OP_regval_type:
    case DW_OP_GNU_regval_type:
        return push_register(machine, operation->number, &type);
    case DW_OP_deref_type:
    case DW_OP_GNU_deref_type:
        return pop(machine, &value) && read_memory(machine, value.bits, type.size, &bits)
               && push_bits(machine, &type, bits);
    case DW_OP_convert:
    case DW_OP_GNU_convert:
        return pop(machine, &value) && convert(machine, &type, &value);
    default:
        return pop(machine, &value) && push_bits(machine, &type, value.bits);
    }
}

static bool execute(struct machine *machine, const Dwarf_Op *operation)
{
    struct evaluation *evaluation = machine->evaluation;
    uint64_t value;
    unsigned atom = operation->atom;
    struct entry top;
    if (atom >= DW_OP_lit0 && atom <= DW_OP_lit31)
        return push(machine, atom - DW_OP_lit0);
    if (atom >= DW_OP_breg0 && atom <= DW_OP_breg31)
        return evaluation_register(evaluation, atom - DW_OP_breg0, &value) && push(machine, value + operation->number);
    switch (atom) {
    case DW_OP_addr:
        return push(machine, operation->number + evaluation->dwarf->bias);
    case DW_OP_addrx:
    case DW_OP_GNU_addr_index:
        return push_indexed(machine, operation, true);
    case DW_OP_constx:
    case DW_OP_GNU_const_index:
        return push_indexed(machine, operation, false);
    case DW_OP_const1u:
    case DW_OP_const1s:
    case DW_OP_const2u:
    case DW_OP_const2s:
    case DW_OP_const4u:
    case DW_OP_const4s:
    case DW_OP_const8u:
    case DW_OP_const8s:
    case DW_OP_constu:
    case DW_OP_consts:
        return push(machine, operation->number);
    case DW_OP_bregx:
        return evaluation_register(evaluation, operation->number, &value) && push(machine, value + operation->number2);
    case DW_OP_fbreg:
        return frame_base(machine, &value) && push(machine, value + operation->number);
    case DW_OP_call_frame_cfa:
        if (!evaluation->frame || !evaluation->frame->cfa)
            return evaluation_fail(evaluation, "the address of its frame is not known");
        return push(machine, evaluation->frame->cfa);
    case DW_OP_deref:
        return dereference(machine, GENERIC_SIZE);
    case DW_OP_deref_size:
        return operation->number <= GENERIC_SIZE ? dereference(machine, (unsigned)operation->number)
                                                 : evaluation_fail(evaluation, damaged);
    case DW_OP_dup:
    case DW_OP_drop:
    case DW_OP_over:
    case DW_OP_pick:
    case DW_OP_swap:
    case DW_OP_rot:
        return shuffle(machine, operation);
    case DW_OP_abs:
    case DW_OP_neg:
    case DW_OP_not:
    case DW_OP_plus_uconst:
        return unary(machine, operation);
    case DW_OP_form_tls_address:
    case DW_OP_GNU_push_tls_address:
        return pop(machine, &top) && thread_address(evaluation, top.bits, &value) && push(machine, value);
    case DW_OP_entry_value:
    case DW_OP_GNU_entry_value:
        return push_entry_value(machine, operation);
    case DW_OP_GNU_variable_value:
        return push_variable(machine, operation);
    case DW_OP_GNU_parameter_ref:
        return push_parameter(machine, operation);
    case DW_OP_const_type:
    case DW_OP_GNU_const_type:
        return push_constant(machine, operation);
    case DW_OP_regval_type:
    case DW_OP_GNU_regval_type:
    case DW_OP_deref_type:
    case DW_OP_GNU_deref_type:
    case DW_OP_convert:
    case DW_OP_GNU_convert:
    case DW_OP_reinterpret:
    case DW_OP_GNU_reinterpret:
        return typed(machine, operation);
    case DW_OP_nop:
        return true;
    case DW_OP_GNU_uninit:
        evaluation->may_be_unset = true;
        return true;
    default:
        return binary(machine, atom);
    }
}

static bool is_jump(unsigned atom) { return atom == DW_OP_bra || atom == DW_OP_skip; }

/* Where a jump goes: 3 bytes of the operation itself, then a signed distance in bytes. */
static bool jump(struct machine *machine, size_t *at)
{
    const Dwarf_Op *operation = &machine->operations[*at];
    struct entry condition = {.bits = 1};
    if (operation->atom == DW_OP_bra && !pop(machine, &condition))
        return false;
    if (!condition.bits) {
        ++*at;
        return true;
    }
    Dwarf_Word target = operation->offset + 3 + (Dwarf_Word)(int64_t)(int16_t)operation->number;
    const Dwarf_Op *last = &machine->operations[machine->count - 1];
    for (size_t i = 0; i < machine->count; i++) {
        if (machine->operations[i].offset == target) {
            *at = i;
            return true;
        }
    }
    if (target > last->offset) {
        *at = machine->count;
        return true;
    }
    return evaluation_fail(machine->evaluation, damaged);
}

static bool is_piece(unsigned atom) { return atom == DW_OP_piece || atom == DW_OP_bit_piece; }

/* gcc writes a reference to nothing in split DWARF. */
static bool points_to_variable(struct machine *machine, const Dwarf_Op *operation, Dwarf_Die *ret)
{
    if (dwarf_getlocation_die(machine->attribute, operation, ret) != 0)
        return evaluation_fail(machine->evaluation, damaged);
    int tag = dwarf_tag(ret);
    return tag == DW_TAG_variable || tag == DW_TAG_formal_parameter
           || evaluation_fail(machine->evaluation, "a pointer to a variable that was optimized out");
}

static bool describe_register(struct evaluation *evaluation, uint64_t number, struct simple *ret)
{
    enum { VECTOR_BYTES = 16 };
    ret->type = SIMPLE_REGISTER;
    if (is_general(number) || !evaluation->frame)
        return evaluation_register(evaluation, number, &ret->value);
    ret->type = SIMPLE_BYTES;
    const void *bytes = vector_register(evaluation, number);
    ret->bytes = (Dwarf_Block){.length = VECTOR_BYTES, .data = (unsigned char *)bytes};
    return bytes != NULL;
}

/* Operations that say what the object is, instead of computing. @return whether it is one; *ok: whether it worked. */
static bool describe(struct machine *machine, const Dwarf_Op *operation, struct simple *ret, bool *ok)
{
    struct evaluation *evaluation = machine->evaluation;
    unsigned atom = operation->atom;
    bool is_register = (atom >= DW_OP_reg0 && atom <= DW_OP_reg31) || atom == DW_OP_regx;
    if (is_register) {
        uint64_t number = atom == DW_OP_regx ? operation->number : atom - DW_OP_reg0;
        *ok = describe_register(evaluation, number, ret);
        return true;
    }
    struct entry top = {0};
    switch (atom) {
    case DW_OP_stack_value:
        ret->type = SIMPLE_VALUE;
        *ok = pop(machine, &top);
        ret->value = top.bits;
        return true;
    case DW_OP_implicit_value:
        ret->type = SIMPLE_BYTES;
        *ok = dwarf_getlocation_implicit_value(machine->attribute, operation, &ret->bytes) == 0
              || evaluation_fail(evaluation, damaged);
        return true;
    case DW_OP_implicit_pointer:
    case DW_OP_GNU_implicit_pointer:
        ret->type = SIMPLE_POINTER;
        ret->offset = (int64_t)operation->number2;
        *ok = points_to_variable(machine, operation, &ret->target);
        return true;
    default:
        return false;
    }
}

/* Run from *at to the next piece or to the end. */
static bool run(struct machine *machine, size_t *at, struct simple *ret)
{
    *ret = (struct simple){0};
    machine->depth = 0;
    size_t begin = *at;
    bool described = false;
    if (machine->count > TR_LIMIT_EXPRESSION_OPS)
        return evaluation_fail(machine->evaluation, too_long);
    while (*at < machine->count && !is_piece(machine->operations[*at].atom)) {
        const Dwarf_Op *operation = &machine->operations[*at];
        bool ok = true;
        if (++machine->evaluation->operations > TR_LIMIT_EXPRESSION_OPS)
            return evaluation_fail(machine->evaluation, too_long);
        if (is_jump(operation->atom)) {
            if (!jump(machine, at))
                return false;
            continue;
        }
        if (describe(machine, operation, ret, &ok))
            described = true;
        else
            ok = execute(machine, operation);
        if (!ok)
            return false;
        ++*at;
    }
    struct entry top;
    if (*at == begin || described)
        return true;
    if (!pop(machine, &top))
        return false;
    ret->type = SIMPLE_MEMORY;
    ret->value = top.bits;
    return true;
}

static void set_bytes(struct tr_place *place, const void *bytes, size_t size)
{
    place->type = TR_PLACE_VALUE;
    place->size = (unsigned)(size < TR_PLACE_BYTES ? size : TR_PLACE_BYTES);
    memcpy(place->bytes, bytes, place->size);
}

static void set_whole(const struct simple *simple, struct tr_place *ret)
{
    switch (simple->type) {
    case SIMPLE_MEMORY:
        ret->type = TR_PLACE_MEMORY;
        ret->address = simple->value;
        return;
    case SIMPLE_REGISTER:
        ret->from_register = true;
        set_bytes(ret, &simple->value, sizeof(simple->value));
        return;
    case SIMPLE_VALUE:
        set_bytes(ret, &simple->value, sizeof(simple->value));
        return;
    case SIMPLE_BYTES:
        set_bytes(ret, simple->bytes.data, simple->bytes.length);
        return;
    case SIMPLE_POINTER:
        ret->type = TR_PLACE_POINTER;
        ret->target = simple->target;
        ret->offset = simple->offset;
        return;
    case SIMPLE_EMPTY:
        break;
    }
    ret->state = TR_STATE_OPTIMIZED_OUT;
    ret->reason = optimized_out;
}

/* Bytes of one piece; those that are not to be had are marked. */
static void add_piece(struct machine *machine, const struct simple *simple, bool known, size_t size,
                      struct tr_place *ret)
{
    size_t room = TR_PLACE_BYTES - ret->size;
    size_t kept = size < room ? size : room;
    unsigned char *to = ret->bytes + ret->size;
    size_t got = 0;
    const struct tr_frame_context *frame = machine->evaluation->frame;
    if (known && simple->type == SIMPLE_MEMORY)
        got = tr_memory_read_some(frame ? frame->memory : machine->evaluation->dwarf->image->owner->memory,
                                  simple->value, to, kept);
    else if (known && simple->type == SIMPLE_VALUE && !simple->value)
        /* What was cleared as a whole, clang 19 describes with one zero for all of it. */
        memset(to, 0, got = kept);
    else if (known && (simple->type == SIMPLE_REGISTER || simple->type == SIMPLE_VALUE))
        memcpy(to, &simple->value, got = kept < sizeof(simple->value) ? kept : sizeof(simple->value));
    else if (known && simple->type == SIMPLE_BYTES)
        memcpy(to, simple->bytes.data, got = kept < simple->bytes.length ? kept : simple->bytes.length);
    for (size_t i = got; i < kept; i++)
        ret->missing |= UINT64_C(1) << (ret->size + i);
    ret->size += (unsigned)kept;
}

static bool piece_size(struct machine *machine, const Dwarf_Op *operation, size_t *ret)
{
    uint64_t bits = operation->number;
    if (operation->atom == DW_OP_piece) {
        *ret = operation->number;
        return true;
    }
    if (bits % 8 != 0 || operation->number2 != 0)
        return evaluation_fail(machine->evaluation, "it is put together from single bits");
    *ret = bits / 8;
    return true;
}

/* An object in pieces. One that is unknown does not spoil the others. */
static bool assemble(struct machine *machine, struct tr_place *ret)
{
    size_t at = 0, pieces = 0;
    const char *reason = NULL;
    ret->type = TR_PLACE_PIECES;
    while (at < machine->count) {
        struct simple simple;
        size_t size;
        bool known = run(machine, &at, &simple);
        while (at < machine->count && !is_piece(machine->operations[at].atom))
            at++;
        if (!known) {
            reason = machine->evaluation->reason;
            machine->evaluation->reason = NULL;
        }
        if (at == machine->count)
            break;
        if (!piece_size(machine, &machine->operations[at], &size))
            return false;
        add_piece(machine, &simple, known, size, ret);
        pieces++;
        at++;
    }
    uint64_t all = ret->size >= 64 ? UINT64_MAX : (UINT64_C(1) << ret->size) - 1;
    if (pieces && ret->missing != all) {
        ret->reason = reason;
        return true;
    }
    return evaluation_fail(machine->evaluation, reason ? reason : optimized_out);
}

static bool has_pieces(const Dwarf_Op *operations, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (is_piece(operations[i].atom))
            return true;
    return false;
}

void expression_place(struct evaluation *evaluation, Dwarf_Attribute *attribute, Dwarf_Op *operations, size_t count,
                      struct tr_place *ret)
{
    struct machine machine = {
        .evaluation = evaluation, .attribute = attribute, .operations = operations, .count = count};
    struct tr_place place = {.type = TR_PLACE_NONE};
    size_t at = 0;
    struct simple simple;
    bool ok;
    if (has_pieces(operations, count)) {
        ok = assemble(&machine, &place);
    } else {
        ok = run(&machine, &at, &simple);
        if (ok)
            set_whole(&simple, &place);
    }
    if (!ok)
        place = (struct tr_place){.type = TR_PLACE_NONE,
                                  .state = evaluation->reason == optimized_out ? TR_STATE_OPTIMIZED_OUT
                                                                               : TR_STATE_UNAVAILABLE,
                                  .reason = evaluation->reason};
    *ret = place;
}

bool expression_value(struct evaluation *evaluation, Dwarf_Attribute *attribute, Dwarf_Op *operations, size_t count,
                      uint64_t *ret)
{
    struct machine machine = {
        .evaluation = evaluation, .attribute = attribute, .operations = operations, .count = count};
    struct simple simple;
    size_t at = 0;
    if (!run(&machine, &at, &simple))
        return false;
    if (at < count || (simple.type != SIMPLE_MEMORY && simple.type != SIMPLE_REGISTER && simple.type != SIMPLE_VALUE))
        return evaluation_fail(evaluation, unsupported);
    *ret = simple.value;
    return true;
}
