/* Access to a part of something: members, elements, what a pointer points to. */
#include "syntax/evaluator.h"
#include "syntax/tree.h"

#include <string.h>

static bool is_struct(struct evaluator *evaluator, const struct typed *value)
{
    struct type_view view;
    ctype_view(evaluator, &value->type, &view);
    return view.class == CLASS_STRUCT;
}

/* The variable that a pointer would point to if it had not been optimized away. */
static bool follow_implied(struct evaluator *evaluator, const struct typed *pointer, struct typed *ret)
{
    struct tr_place place;
    Dwarf_Die die = pointer->target;
    if (!pointer->has_target || pointer->target_offset)
        return false;
    struct ctype type = ctype_of(&die);
    tr_locate_variable(&die, evaluator->function, evaluator->context, &place);
    if (place.type == TR_PLACE_POINTER || place.type == TR_PLACE_NONE)
        return false;
    typed_place(evaluator, &type, &place, ret);
    return true;
}

/* Whether an access to something of @p type at @p address is the one that failed. */
static bool hits(struct evaluator *evaluator, const struct ctype *type, uint64_t address)
{
    const struct tr_fault *fault = evaluator->report->memory ? evaluator->report->memory->fault : NULL;
    uint64_t size = 1;
    (void)ctype_size(evaluator, type, &size);
    return fault && fault->address.known && fault->address.value - address < (size ? size : 1);
}

/* Tell the value before the change of what @p value stands for. */
static void tell_before(struct evaluator *evaluator, const struct typed *value)
{
    struct tr_evaluated *record = record_at(evaluator, value->record);
    struct typed before;
    if (!record)
        return;
    typed_pointer(&value->type, value->before, &before);
    before.note = "the value before the change, which has been made";
    before.is_secret = value->is_secret;
    record->address = (struct tr_word){.known = false};
    record->reason = NULL;
    record_fill(evaluator, record, &before);
}

/* What @p pointer, evaluated from @p node, points to. */
static void dereference(struct evaluator *evaluator, const struct node *node, const struct typed *pointer,
                        struct typed *ret)
{
    struct scalar scalar;
    struct typed failure = {.state = TR_STATE_OK};
    struct ctype target;
    if (follow_implied(evaluator, pointer, ret))
        return;
    if (pointer->state == TR_STATE_OK && is_struct(evaluator, pointer)) {
        (void)container_dereference(evaluator, pointer, ret);
        return;
    }
    if (!scalar_load(evaluator, pointer, &scalar, &failure)) {
        typed_fail_for(evaluator, node, &failure, ret);
        if (ctype_target(evaluator, &pointer->type, &target))
            ret->type = target;
        return;
    }
    if (scalar.class != CLASS_POINTER || !ctype_target(evaluator, &scalar.type, &target)) {
        typed_unavailable(ret, "it is no pointer");
        return;
    }
    uint64_t address = scalar.word;
    if (pointer->has_before && !hits(evaluator, &target, address) && hits(evaluator, &target, pointer->before)) {
        address = pointer->before;
        tell_before(evaluator, pointer);
    }
    typed_lvalue(evaluator, &target, address, ret);
    ret->is_secret = pointer->is_secret;
}

void access_pointer(struct evaluator *evaluator, const struct node *node, size_t record, struct typed *ret)
{
    const struct node *argument = node_field(node, "argument");
    struct typed operand;
    if (!argument)
        return;
    bool is_address = node_operator_is(node, "&");
    evaluate(evaluator, argument, record, is_address ? "operand" : "base", &operand);
    if (!is_address) {
        dereference(evaluator, argument, &operand, ret);
        return;
    }
    struct ctype pointer = ctype_pointer_to(&operand.type);
    if (operand.in_memory && !operand.bit_size && operand.type.form != CTYPE_NONE) {
        typed_pointer(&pointer, operand.address, ret);
        ret->is_secret = operand.is_secret;
    } else if (operand.state != TR_STATE_OK) {
        typed_fail_for(evaluator, argument, &operand, ret);
    } else {
        typed_unavailable(ret, "it has no address: it lies in a register, or is a constant");
    }
}

/* ---- members ---- */

static void take_member(struct evaluator *evaluator, const struct node *node, const struct typed *base,
                        struct typed *ret)
{
    const struct node *field = node_field(node, "field");
    struct member_place place;
    /* A template's or a base's part of the name in front of the member's own. */
    const char *name = field ? tr_arena_strndup(evaluator->arena, field->text, field->size) : "";
    const char *colons = strstr(name, "::");
    const char *reason = member_find(evaluator, &base->type, base, colons ? colons + 2 : name, &place);
    if (reason)
        typed_unavailable(ret, reason);
    else
        member_of(evaluator, base, &place, ret);
}

/* With the structure itself unknown, the member's type still is known. */
static void fail_member(struct evaluator *evaluator, const struct node *node, const struct node *argument,
                        const struct typed *base, bool is_arrow, struct typed *ret)
{
    const struct node *field = node_field(node, "field");
    struct member_place place;
    struct ctype target = base->type;
    typed_fail_for(evaluator, argument, base, ret);
    if (!field || (is_arrow && !ctype_target(evaluator, &base->type, &target)) ||
        member_find(evaluator, &target, NULL, tr_arena_strndup(evaluator->arena, field->text, field->size), &place))
        return;
    ret->type = place.type;
    ret->member_offset = tr_number((int64_t)place.offset);
}

/* Whether another "->" than @p own below @p node is one of a class, or may be. */
static bool has_other_arrow(struct evaluator *evaluator, const struct node *node, const struct node *own)
{
    const struct node *argument = node_field(node, "argument");
    if (node != own && argument && node_is(node, "field_expression") && node_operator_is(node, "->")) {
        struct typed pointer;
        struct type_view view;
        evaluate(evaluator, argument, NO_PARENT, NULL, &pointer);
        ctype_view(evaluator, &pointer.type, &view);
        if (view.class != CLASS_POINTER)
            return true;
    }
    for (const struct node *child = node->children; child; child = child->next)
        if (has_other_arrow(evaluator, child, own))
            return true;
    return false;
}

/* What operator-> gave for an object that a call returned: it is gone, but the pointer is still in its register. */
static bool arrow_of_result(struct evaluator *evaluator, const struct node *node, size_t record, struct typed *base)
{
    bool was_silent = evaluator->silent, is_ambiguous = false;
    struct typed pointer;
    if (base->state == TR_STATE_OK || !is_struct(evaluator, base) || !call_result_arrow(evaluator, &base->type, &pointer))
        return false;
    evaluator->silent = true;
    for (size_t i = 0; i < evaluator->tree->count && !is_ambiguous; i++)
        is_ambiguous = has_other_arrow(evaluator, evaluator->tree->roots[i], node);
    evaluator->silent = was_silent;
    if (is_ambiguous)
        return false;
    *base = pointer;
    struct tr_evaluated *told = record_part(evaluator, record, "base");
    if (told)
        record_fill(evaluator, told, base);
    return true;
}

void access_field(struct evaluator *evaluator, const struct node *node, size_t record, struct typed *ret)
{
    const struct node *argument = node_field(node, "argument");
    struct typed base, whole = {.state = TR_STATE_OK};
    struct scalar ignored;
    struct typed failure = {.state = TR_STATE_OK};
    if (!argument)
        return;
    bool is_arrow = node_operator_is(node, "->");
    evaluate(evaluator, argument, record, "base", &base);
    if (is_arrow)
        (void)arrow_of_result(evaluator, node, record, &base);
    bool loads = is_arrow && !base.has_target && base.state == TR_STATE_OK && !is_struct(evaluator, &base);
    if (loads && !scalar_load(evaluator, &base, &ignored, &failure)) {
        failure.type = base.type;
        fail_member(evaluator, node, argument, &failure, true, ret);
        return;
    }
    whole = base;
    if (is_arrow)
        dereference(evaluator, argument, &base, &whole);
    if (whole.state != TR_STATE_OK && !whole.in_memory) {
        if (base.state != TR_STATE_OK)
            fail_member(evaluator, node, argument, &base, is_arrow, ret);
        else
            typed_unavailable(ret, whole.reason);
        return;
    }
    take_member(evaluator, node, &whole, ret);
}

/* ---- elements ---- */

/* C has one index, C++ a list of them in parentheses of its own. */
static const struct node *index_of(const struct node *node)
{
    const struct node *index = node_field(node, "index"), *list = node_field(node, "indices");
    if (index || !list)
        return index;
    index = node_first(list);
    return index && !node_next(index) ? index : NULL;
}

static void take_element(struct evaluator *evaluator, const struct typed *base, const struct scalar *pointer,
                         const struct typed *counted, const struct scalar *index, struct typed *ret)
{
    struct ctype element;
    uint64_t size;
    if (pointer->class != CLASS_POINTER || index->class != CLASS_INTEGER ||
        !ctype_target(evaluator, &pointer->type, &element)) {
        typed_unavailable(ret, "it has no elements");
        return;
    }
    if (!ctype_size(evaluator, &element, &size)) {
        typed_unavailable(ret, "the size of the elements is not known");
        ret->type = element;
        return;
    }
    uint64_t address = pointer->word + index->word * size, before = pointer->word + counted->before * size;
    /* What is in memory was stepped before the element was looked at: of a[i++] in *a[i++] it is that of the old i. */
    bool is_behind = counted->in_memory || hits(evaluator, &element, before);
    if (counted->has_before && !hits(evaluator, &element, address) && is_behind) {
        address = before;
        tell_before(evaluator, counted);
    }
    typed_lvalue(evaluator, &element, address, ret);
    ret->is_secret = base->is_secret;
}

/* An element of an array that is in registers. */
static bool take_copied(struct evaluator *evaluator, const struct typed *base, const struct scalar *index,
                        struct typed *ret)
{
    struct ctype element;
    uint64_t size;
    if (base->in_memory || base->state != TR_STATE_OK || index->class != CLASS_INTEGER ||
        !ctype_target(evaluator, &base->type, &element) || !ctype_size(evaluator, &element, &size) || !size ||
        index->word >= base->size / size)
        return false;
    struct member_place place = {.type = element, .offset = index->word * size};
    member_of(evaluator, base, &place, ret);
    ret->member_offset = (struct tr_number){.known = false};
    return true;
}

static bool is_array(struct evaluator *evaluator, const struct typed *value)
{
    struct type_view view;
    ctype_view(evaluator, &value->type, &view);
    return view.class == CLASS_ARRAY;
}

void access_subscript(struct evaluator *evaluator, const struct node *node, size_t record, struct typed *ret)
{
    const struct node *argument = node_field(node, "argument"), *index_node = index_of(node);
    struct typed base, index;
    struct scalar pointer, number = {.class = CLASS_UNKNOWN};
    struct typed failure = {.state = TR_STATE_OK};
    if (!argument || !index_node) {
        evaluate_parts(evaluator, node, record);
        return;
    }
    evaluate(evaluator, argument, record, "base", &base);
    evaluate(evaluator, index_node, record, "index", &index);
    /* A class that is only declared is no value, but its operator may have run. */
    if (base.state != TR_STATE_OK && is_struct(evaluator, &base) &&
        call_result_operator(evaluator, &base, "operator[]", ret))
        return;
    bool is_class = base.state == TR_STATE_OK && is_struct(evaluator, &base);
    if (!scalar_load(evaluator, &index, &number, &failure) && !is_class) {
        typed_fail_for(evaluator, index_node, &failure, ret);
        (void)ctype_target(evaluator, &base.type, &ret->type);
        return;
    }
    if (is_class) {
        if (!container_subscript(evaluator, &base, &number, ret) &&
            !container_mapped(evaluator, &base, record_part(evaluator, record, "index"), ret))
            (void)call_result_operator(evaluator, &base, "operator[]", ret);
        return;
    }
    if (is_array(evaluator, &base) && take_copied(evaluator, &base, &number, ret))
        return;
    if (!scalar_load(evaluator, &base, &pointer, &failure)) {
        typed_fail_for(evaluator, argument, &failure, ret);
        (void)ctype_target(evaluator, &base.type, &ret->type);
        return;
    }
    /* i[a] means a[i]. */
    if (pointer.class == CLASS_INTEGER && number.class == CLASS_POINTER)
        take_element(evaluator, &index, &number, &base, &pointer, ret);
    else
        take_element(evaluator, &base, &pointer, &index, &number, ret);
}
