#include "syntax/evaluator.h"

#include "process/memory.h"

#include <inttypes.h>
#include <string.h>

/* ---- loading ---- */

static bool read_bytes(struct evaluator *evaluator, const struct typed *value, void *buffer, size_t size,
                       struct typed *failure)
{
    if (value->in_memory) {
        size_t got = tr_memory_read_some(evaluator->context->memory, value->address, buffer, size);
        if (got == size)
            return true;
        const char *reason =
            tr_arena_printf(evaluator->arena, "memory at 0x%" PRIx64 " cannot be read", value->address + got);
        *failure = *value; /* its address stays known */
        failure->state = TR_STATE_UNREADABLE;
        failure->reason = reason;
        return false;
    }
    uint64_t mask = size < 64 ? (UINT64_C(1) << size) - 1 : UINT64_MAX;
    if (value->size >= size && !(value->missing & mask)) {
        memcpy(buffer, value->bytes, size);
        return true;
    }
    if (value->missing & mask)
        typed_fail(failure, TR_STATE_OPTIMIZED_OUT, "a part of it is optimized out");
    else
        typed_unavailable(failure, "the debug information gives fewer bytes than the type has");
    return false;
}

static uint64_t extend(uint64_t word, unsigned bits, bool is_signed)
{
    if (bits >= 64 || !bits)
        return word;
    word &= (UINT64_C(1) << bits) - 1;
    return is_signed && word >> (bits - 1) ? word | UINT64_MAX << bits : word;
}

static bool load_bits(struct evaluator *evaluator, const struct typed *value, const struct type_view *view,
                      struct scalar *ret, struct typed *failure)
{
    unsigned char bytes[9] = {0};
    unsigned shift = value->bit_offset % 8;
    uint64_t word;
    struct typed first = *value;
    if (value->bit_size > 64 || !value->in_memory) {
        typed_unavailable(failure, "a bit-field that is not in memory");
        return false;
    }
    first.address += value->bit_offset / 8;
    if (!read_bytes(evaluator, &first, bytes, (shift + value->bit_size + 7) / 8, failure))
        return false;
    memcpy(&word, bytes, sizeof(word));
    word >>= shift;
    if (shift)
        word |= (uint64_t)bytes[8] << (64 - shift);
    ret->word = extend(word, (unsigned)value->bit_size, view->is_signed);
    return true;
}

static bool load_real(struct evaluator *evaluator, const struct typed *value, unsigned size, struct scalar *ret,
                      struct typed *failure)
{
    unsigned char bytes[16];
    float single;
    double twice;
    if (size != 4 && size != 8 && size != 16) {
        typed_unavailable(failure, "floating-point numbers of this size are not computed with");
        return false;
    }
    if (!read_bytes(evaluator, value, bytes, size, failure))
        return false;
    memcpy(&single, bytes, sizeof(single));
    memcpy(&twice, bytes, sizeof(twice));
    if (size == 4)
        ret->real = single;
    else if (size == 8)
        ret->real = twice;
    else
        memcpy(&ret->real, bytes, 10); /* x87: 80 bits, padded */
    return true;
}

static bool load_word(struct evaluator *evaluator, const struct typed *value, const struct type_view *view,
                      struct scalar *ret, struct typed *failure)
{
    uint64_t word = 0;
    if (!view->size || view->size > sizeof(word)) {
        typed_unavailable(failure, "integers of this size are not computed with");
        return false;
    }
    if (!read_bytes(evaluator, value, &word, view->size, failure))
        return false;
    ret->word = extend(word, 8 * view->size, view->is_signed);
    return true;
}

/* An array or a function stands for its address. */
static bool decay(struct evaluator *evaluator, const struct typed *value, const struct type_view *view,
                  struct scalar *ret, struct typed *failure)
{
    struct ctype target = view->type;
    if (!value->in_memory) {
        typed_unavailable(failure, "it has no address that is known");
        return false;
    }
    if (view->class == CLASS_ARRAY && !ctype_target(evaluator, &view->type, &target)) {
        typed_unavailable(failure, "the type of its elements is not known");
        return false;
    }
    *ret =
        (struct scalar){.class = CLASS_POINTER, .size = 8, .word = value->address, .type = ctype_pointer_to(&target)};
    return true;
}

bool scalar_load(struct evaluator *evaluator, const struct typed *value, struct scalar *ret, struct typed *failure)
{
    struct type_view view;
    if (value->state != TR_STATE_OK) {
        if (failure != value)
            *failure = *value;
        return false;
    }
    if (value->spelled_kind == TR_VALUE_STRING) {
        typed_unavailable(failure, "where the literal lies is not known");
        return false;
    }
    ctype_view(evaluator, &value->type, &view);
    *ret = (struct scalar){.class = view.class, .is_signed = view.is_signed, .size = view.size, .type = value->type};
    switch (view.class) {
    case CLASS_INTEGER:
        return value->bit_size ? load_bits(evaluator, value, &view, ret, failure)
                               : load_word(evaluator, value, &view, ret, failure);
    case CLASS_POINTER:
        return load_word(evaluator, value, &view, ret, failure);
    case CLASS_FLOAT:
        return load_real(evaluator, value, view.size, ret, failure);
    case CLASS_ARRAY:
    case CLASS_FUNCTION:
        return decay(evaluator, value, &view, ret, failure);
    default:
        typed_unavailable(failure, "it is no number and no pointer");
        return false;
    }
}

/* ---- conversions: C17 6.3.1 ---- */

bool scalar_truth(const struct scalar *value)
{
    return value->class == CLASS_FLOAT ? value->real != 0 : value->word != 0;
}

static long double to_real(const struct scalar *value)
{
    if (value->class == CLASS_FLOAT)
        return value->real;
    return value->is_signed ? (long double)(int64_t)value->word : (long double)value->word;
}

/* As x86-64 converts: what does not fit is undefined in the language. */
static bool to_word(const struct scalar *value, uint64_t *ret)
{
    *ret = value->word;
    if (value->class != CLASS_FLOAT)
        return true;
    if (!(value->real > -0x1p63L && value->real < 0x1p64L))
        return false;
    *ret = value->real < 0 ? (uint64_t)(int64_t)value->real : (uint64_t)value->real;
    return true;
}

bool scalar_convert(struct evaluator *evaluator, const struct scalar *value, const struct ctype *type,
                    struct typed *ret)
{
    struct type_view view;
    uint64_t word;
    ctype_view(evaluator, type, &view);
    switch (view.class) {
    case CLASS_INTEGER:
    case CLASS_POINTER:
        if (!view.size || view.size > 8 || !to_word(value, &word))
            return false;
        if (view.is_boolean)
            word = scalar_truth(value);
        *ret = (struct typed){.type = *type, .state = TR_STATE_OK, .size = view.size};
        memcpy(ret->bytes, &word, view.size);
        return true;
    case CLASS_FLOAT:
        if (view.size != 4 && view.size != 8 && view.size != 16)
            return false;
        typed_real(view.size == 4   ? BASIC_FLOAT
                   : view.size == 8 ? BASIC_DOUBLE
                                    : BASIC_LONG_DOUBLE,
                   to_real(value), ret);
        ret->type = *type;
        return true;
    default:
        return false;
    }
}

static enum basic integer_basic(unsigned size, bool is_signed)
{
    if (size > 4)
        return is_signed ? BASIC_LONG : BASIC_UNSIGNED_LONG;
    return is_signed ? BASIC_INT : BASIC_UNSIGNED;
}

/* What is smaller than an int becomes one. */
static enum basic promoted(const struct scalar *value)
{
    return integer_basic(value->size, value->size < 4 || value->is_signed);
}

static enum basic common(const struct scalar *left, const struct scalar *right)
{
    if (left->class == CLASS_FLOAT || right->class == CLASS_FLOAT) {
        unsigned size = left->class == CLASS_FLOAT ? left->size : 0;
        if (right->class == CLASS_FLOAT && right->size > size)
            size = right->size;
        return size > 8 ? BASIC_LONG_DOUBLE : size > 4 ? BASIC_DOUBLE : BASIC_FLOAT;
    }
    enum basic a = promoted(left), b = promoted(right);
    if (basic_types[a].size != basic_types[b].size)
        return basic_types[a].size > basic_types[b].size ? a : b;
    return basic_types[a].is_signed ? b : a;
}

/* ---- operators ---- */

enum operation {
    ADD,
    SUBTRACT,
    MULTIPLY,
    DIVIDE,
    REMAIN,
    LEFT,
    RIGHT,
    AND,
    OR,
    XOR,
    EQUAL,
    DIFFERENT,
    LESS,
    MORE,
    LESS_EQUAL,
    MORE_EQUAL,
    OPERATIONS
};

static const char *const operators[OPERATIONS] = {
    [ADD] = "+",    [SUBTRACT] = "-", [MULTIPLY] = "*",    [DIVIDE] = "/",      [REMAIN] = "%", [LEFT] = "<<",
    [RIGHT] = ">>", [AND] = "&",      [OR] = "|",          [XOR] = "^",         [EQUAL] = "==", [DIFFERENT] = "!=",
    [LESS] = "<",   [MORE] = ">",     [LESS_EQUAL] = "<=", [MORE_EQUAL] = ">=",
};

static const struct {
    const char *text;
    enum operation operation;
} alternatives[] = {{"bitand", AND}, {"bitor", OR}, {"xor", XOR}, {"not_eq", DIFFERENT}};

static enum operation operation_of(const char *operator)
{
    for (size_t i = 0; i < TR_COUNT(alternatives); i++)
        if (strcmp(alternatives[i].text, operator) == 0)
            return alternatives[i].operation;
    enum operation operation = ADD;
    while (operation < OPERATIONS && strcmp(operators[operation], operator) != 0)
        operation++;
    return operation;
}

static bool compare(enum operation operation, int order)
{
    switch (operation) {
    case EQUAL:
        return order == 0;
    case DIFFERENT:
        return order != 0;
    case LESS:
        return order < 0;
    case MORE:
        return order > 0;
    case LESS_EQUAL:
        return order <= 0;
    default:
        return order >= 0;
    }
}

static int order_of(uint64_t left, uint64_t right, bool is_signed)
{
    if (left == right)
        return 0;
    return (is_signed ? (int64_t)left < (int64_t)right : left < right) ? -1 : 1;
}

static void real_binary(struct evaluator *evaluator, enum operation operation, const struct scalar *left,
                        const struct scalar *right, struct typed *ret)
{
    long double a = to_real(left), b = to_real(right);
    enum basic type = common(left, right);
    if (operation >= EQUAL) {
        bool is_ordered = a == a && b == b;
        typed_truth(evaluator, is_ordered ? compare(operation, a < b ? -1 : a > b) : operation == DIFFERENT, ret);
        return;
    }
    switch (operation) {
    case ADD:
        typed_real(type, a + b, ret);
        break;
    case SUBTRACT:
        typed_real(type, a - b, ret);
        break;
    case MULTIPLY:
        typed_real(type, a * b, ret);
        break;
    case DIVIDE:
        typed_real(type, a / b, ret);
        break;
    default:
        typed_unavailable(ret, "such an operation is not known for floating-point numbers");
    }
}

static void divide(enum operation operation, enum basic type, uint64_t a, uint64_t b, struct typed *ret)
{
    bool is_signed = basic_types[type].is_signed;
    unsigned bits = 8 * basic_types[type].size;
    if (!b) {
        typed_unavailable(ret, "a division by zero has no result");
        return;
    }
    if (is_signed && b == UINT64_MAX && extend(a, bits, true) == extend(UINT64_C(1) << (bits - 1), bits, true)) {
        typed_unavailable(ret, "the result of the division does not fit the type");
        return;
    }
    if (is_signed)
        typed_integer(type, (uint64_t)(operation == DIVIDE ? (int64_t)a / (int64_t)b : (int64_t)a % (int64_t)b), ret);
    else
        typed_integer(type, operation == DIVIDE ? a / b : a % b, ret);
}

static void shift(enum operation operation, const struct scalar *left, const struct scalar *right, struct typed *ret)
{
    enum basic type = promoted(left);
    unsigned bits = 8 * basic_types[type].size;
    uint64_t word = extend(left->word, bits, basic_types[type].is_signed);
    if (right->word >= bits)
        typed_unavailable(ret, "shifting by as many bits as the type has, or more, has no defined result");
    else if (operation == LEFT)
        typed_integer(type, word << right->word, ret);
    else if (basic_types[type].is_signed)
        typed_integer(type, (uint64_t)((int64_t)word >> right->word), ret);
    else
        typed_integer(type, word >> right->word, ret);
}

static void integer_binary(struct evaluator *evaluator, enum operation operation, const struct scalar *left,
                           const struct scalar *right, struct typed *ret)
{
    enum basic type = common(left, right);
    unsigned bits = 8 * basic_types[type].size;
    bool is_signed = basic_types[type].is_signed;
    uint64_t a = extend(left->word, bits, is_signed), b = extend(right->word, bits, is_signed);
    if (operation >= EQUAL) {
        typed_truth(evaluator, compare(operation, order_of(a, b, is_signed)), ret);
        return;
    }
    switch (operation) {
    case ADD:
        typed_integer(type, a + b, ret);
        break;
    case SUBTRACT:
        typed_integer(type, a - b, ret);
        break;
    case MULTIPLY:
        typed_integer(type, a * b, ret);
        break;
    case AND:
        typed_integer(type, a & b, ret);
        break;
    case OR:
        typed_integer(type, a | b, ret);
        break;
    case XOR:
        typed_integer(type, a ^ b, ret);
        break;
    case LEFT:
    case RIGHT:
        shift(operation, left, right, ret);
        break;
    default:
        divide(operation, type, a, b, ret);
    }
}

bool pointer_step(struct evaluator *evaluator, const struct ctype *pointer, uint64_t *ret)
{
    struct ctype target;
    struct type_view view;
    if (!ctype_target(evaluator, pointer, &target))
        return false;
    ctype_view(evaluator, &target, &view);
    *ret = 1;
    return view.class == CLASS_VOID || view.class == CLASS_FUNCTION || (ctype_size(evaluator, &target, ret) && *ret);
}

static void pointer_binary(struct evaluator *evaluator, enum operation operation, const struct scalar *left,
                           const struct scalar *right, struct typed *ret)
{
    bool both = left->class == CLASS_POINTER && right->class == CLASS_POINTER;
    const struct scalar *pointer = left->class == CLASS_POINTER ? left : right,
                        *number = pointer == left ? right : left;
    uint64_t step;
    if (operation >= EQUAL) {
        typed_truth(evaluator, compare(operation, order_of(left->word, right->word, false)), ret);
    } else if ((operation != ADD && operation != SUBTRACT) || (both && operation == ADD) ||
               (operation == SUBTRACT && pointer == right && !both) || number->class == CLASS_FLOAT) {
        typed_unavailable(ret, "such an operation is not known for pointers");
    } else if (!pointer_step(evaluator, &pointer->type, &step)) {
        typed_unavailable(ret, "the size of what the pointer points to is not known");
    } else if (both) {
        typed_integer(BASIC_LONG, (uint64_t)((int64_t)(left->word - right->word) / (int64_t)step), ret);
    } else {
        uint64_t distance = number->word * step;
        typed_pointer(&pointer->type, operation == ADD ? pointer->word + distance : pointer->word - distance, ret);
    }
}

void scalar_binary(struct evaluator *evaluator, const char *operator, const struct scalar * left,
                   const struct scalar *right, struct typed *ret)
{
    enum operation operation = operation_of(operator);
    *ret = (struct typed){.state = TR_STATE_OK};
    if (operation == OPERATIONS)
        typed_unavailable(ret, "such an operation is not evaluated");
    else if (left->class == CLASS_POINTER || right->class == CLASS_POINTER)
        pointer_binary(evaluator, operation, left, right, ret);
    else if (left->class == CLASS_FLOAT || right->class == CLASS_FLOAT)
        real_binary(evaluator, operation, left, right, ret);
    else
        integer_binary(evaluator, operation, left, right, ret);
}

void scalar_unary(struct evaluator *evaluator, char operator, const struct scalar * operand, struct typed *ret)
{
    *ret = (struct typed){.state = TR_STATE_OK};
    if (operator== '!') {
        typed_truth(evaluator, !scalar_truth(operand), ret);
    } else if (operand->class == CLASS_FLOAT && operator!= '~') {
        enum basic type = operand->size == 4 ? BASIC_FLOAT : operand->size == 8 ? BASIC_DOUBLE : BASIC_LONG_DOUBLE;
        typed_real(type, operator== '-' ? -operand->real : operand->real, ret);
    } else if (operand->class == CLASS_INTEGER) {
        enum basic type = promoted(operand);
        uint64_t word = operand->word;
        typed_integer(type, operator== '-' ? -word : operator== '~' ? ~word : word, ret);
    } else {
        typed_unavailable(ret, "such an operation is not known for pointers");
    }
}
