#include "syntax/evaluator.h"

#include <string.h>

void typed_fail(struct typed *ret, enum tr_value_state state, const char *reason)
{
    struct ctype type = ret->type;
    *ret = (struct typed){.type = type, .state = state, .reason = reason};
}

void typed_unavailable(struct typed *ret, const char *reason)
{
    typed_fail(ret, TR_STATE_UNAVAILABLE, reason);
}

void typed_fail_for(struct evaluator *evaluator, const struct node *part, const struct typed *value, struct typed *ret)
{
    bool is_gone = value->state == TR_STATE_OPTIMIZED_OUT;
    *ret = (struct typed){.type = {.form = CTYPE_NONE}};
    typed_fail(ret, is_gone ? TR_STATE_OPTIMIZED_OUT : TR_STATE_UNAVAILABLE,
               tr_arena_printf(evaluator->arena, "%s is %s", record_text(evaluator, part),
                               is_gone ? "optimized out" : "not known"));
}

static void set_bytes(struct typed *ret, const struct ctype *type, const void *bytes, unsigned size)
{
    *ret = (struct typed){.type = *type, .state = TR_STATE_OK, .size = size};
    memcpy(ret->bytes, bytes, size);
}

void typed_integer(enum basic type, uint64_t word, struct typed *ret)
{
    struct ctype ctype = ctype_basic(type);
    set_bytes(ret, &ctype, &word, basic_types[type].size);
}

void typed_real(enum basic type, long double real, struct typed *ret)
{
    struct ctype ctype = ctype_basic(type);
    float single = (float)real;
    double twice = (double)real;
    if (type == BASIC_FLOAT)
        set_bytes(ret, &ctype, &single, sizeof(single));
    else if (type == BASIC_DOUBLE)
        set_bytes(ret, &ctype, &twice, sizeof(twice));
    else
        set_bytes(ret, &ctype, &real, sizeof(real));
}

void typed_truth(const struct evaluator *evaluator, bool truth, struct typed *ret)
{
    typed_integer(evaluator->is_cxx ? BASIC_BOOL : BASIC_INT, truth, ret);
}

void typed_pointer(const struct ctype *type, uint64_t address, struct typed *ret)
{
    set_bytes(ret, type, &address, sizeof(address));
}

void typed_lvalue(struct evaluator *evaluator, const struct ctype *type, uint64_t address, struct typed *ret)
{
    *ret = (struct typed){.type = *type, .state = TR_STATE_OK, .in_memory = true, .address = address};
    typed_settle(evaluator, ret);
}

void typed_place(struct evaluator *evaluator, const struct ctype *type, const struct tr_place *place, struct typed *ret)
{
    *ret = (struct typed){.type = *type, .state = TR_STATE_OK};
    switch (place->type) {
    case TR_PLACE_MEMORY:
        typed_lvalue(evaluator, type, place->address, ret);
        break;
    case TR_PLACE_VALUE:
    case TR_PLACE_PIECES:
        ret->size = place->size;
        ret->missing = place->missing;
        memcpy(ret->bytes, place->bytes, sizeof(ret->bytes));
        typed_settle(evaluator, ret);
        break;
    case TR_PLACE_POINTER:
        typed_fail(ret, TR_STATE_OPTIMIZED_OUT, "the pointer is optimized out; what it would point to is known");
        ret->has_target = true;
        ret->target = place->target;
        ret->target_offset = place->offset;
        break;
    case TR_PLACE_NONE:
        typed_fail(ret, place->state ? place->state : TR_STATE_UNAVAILABLE,
                   place->reason ? place->reason : "where it lies is not known");
        break;
    }
}

void typed_settle(struct evaluator *evaluator, struct typed *value)
{
    struct type_view view;
    struct ctype target;
    uint64_t address;
    ctype_view(evaluator, &value->type, &view);
    if (view.class != CLASS_REFERENCE || value->state != TR_STATE_OK || !ctype_target(evaluator, &view.type, &target))
        return;
    struct typed pointer = *value;
    struct scalar scalar;
    pointer.type = ctype_pointer_to(&target);
    value->type = target;
    if (!scalar_load(evaluator, &pointer, &scalar, value))
        return;
    address = scalar.word;
    *value = (struct typed){.type = target,
                            .state = TR_STATE_OK,
                            .in_memory = true,
                            .address = address,
                            .name = value->name,
                            .is_secret = value->is_secret,
                            .member_offset = value->member_offset};
}
