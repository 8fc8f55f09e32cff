#include "symbols/location.h"

#include "base/limits.h"
#include "symbols/dwarf_internal.h"
#include "symbols/expression.h"
#include "symbols/type.h"

#include <string.h>

bool frame_function(const struct tr_frame_context *frame, struct tr_unit **ret_unit, Dwarf_Die *ret, uint64_t *ret_low,
                    uint64_t *ret_high)
{
    struct tr_image *image = tr_images_find(frame->images, frame->lookup_pc);
    struct tr_dwarf *dwarf = image ? tr_image_dwarf(image) : NULL;
    struct tr_unit *unit = dwarf ? tr_dwarf_unit_at(dwarf, frame->lookup_pc) : NULL;
    if (!unit || !unit_function_at(unit, frame->lookup_pc - dwarf->bias, ret, ret_low, ret_high))
        return false;
    if (ret_low) {
        *ret_low += dwarf->bias;
        *ret_high += dwarf->bias;
    }
    *ret_unit = unit;
    return true;
}

int evaluation_operations(const struct evaluation *evaluation, Dwarf_Attribute *attribute, Dwarf_Op **ret,
                          size_t *ret_count)
{
    if (!evaluation->frame)
        return dwarf_getlocation(attribute, ret, ret_count) == 0 ? 1 : -1;
    int found = dwarf_getlocation_addr(attribute, evaluation->frame->lookup_pc - evaluation->dwarf->bias, ret, ret_count, 1);
    return found < 0 && uninit_operations(evaluation, attribute, ret, ret_count) ? 1 : found;
}

static void set_none(struct tr_place *ret, enum tr_value_state state, const char *reason)
{
    *ret = (struct tr_place){.type = TR_PLACE_NONE, .state = state, .reason = reason};
}

/* DW_AT_const_value: an integer, a string, or the bytes of the object. */
static bool constant_place(Dwarf_Attribute *attribute, struct tr_place *ret)
{
    Dwarf_Block block;
    /* Not dwarf_formsdata(): gcc writes 200 as one byte, which only as an unsigned number is 200. */
    Dwarf_Word number;
    struct tr_place place = {.type = TR_PLACE_VALUE};
    const char *text = dwarf_formstring(attribute);
    const void *bytes = &number;
    size_t size = sizeof(number);
    if (text) {
        bytes = text;
        size = strlen(text) + 1;
    } else if (dwarf_formblock(attribute, &block) == 0) {
        bytes = block.data;
        size = block.length;
    } else if (dwarf_formudata(attribute, &number) != 0) {
        return false;
    }
    place.size = (unsigned)(size < TR_PLACE_BYTES ? size : TR_PLACE_BYTES);
    memcpy(place.bytes, bytes, place.size);
    *ret = place;
    return true;
}

void evaluation_locate(struct evaluation *evaluation, Dwarf_Die *variable, struct tr_place *ret)
{
    Dwarf_Attribute attribute;
    Dwarf_Op *operations = NULL;
    size_t count = 0;
    if (dwarf_attr_integrate(variable, DW_AT_location, &attribute)) {
        int found = evaluation_operations(evaluation, &attribute, &operations, &count);
        if (found < 0)
            set_none(ret, TR_STATE_UNAVAILABLE, "its location cannot be decoded");
        else if (found == 0)
            set_none(ret, TR_STATE_OPTIMIZED_OUT, "optimized out at this point");
        else if (count == 0)
            set_none(ret, TR_STATE_OPTIMIZED_OUT, "optimized out");
        else
            expression_place(evaluation, &attribute, operations, count, ret);
        if (evaluation->may_be_unset && ret->type != TR_PLACE_NONE)
            ret->reason = "the compiler does not know whether it has been given a value yet";
    } else if (dwarf_attr_integrate(variable, DW_AT_const_value, &attribute)) {
        if (!constant_place(&attribute, ret))
            set_none(ret, TR_STATE_UNAVAILABLE, "its value cannot be decoded");
    } else if (die_flag(variable, DW_AT_declaration)) {
        set_none(ret, TR_STATE_UNAVAILABLE, "defined in another file");
    } else {
        set_none(ret, TR_STATE_OPTIMIZED_OUT, "optimized out");
    }
}

static bool has_location_list(Dwarf_Die *variable)
{
    Dwarf_Attribute attribute;
    if (!dwarf_attr_integrate(variable, DW_AT_location, &attribute))
        return false;
    unsigned form = dwarf_whatform(&attribute);
    return form != DW_FORM_exprloc && form != DW_FORM_block1 && form != DW_FORM_block2 && form != DW_FORM_block4 &&
           form != DW_FORM_block;
}

/*
 * Arguments lie on the stack of their function. In optimised code gcc 12 sometimes goes on counting one from a register
 * that has long held something else: gdb shows the bytes there for the argument. Those of an inlined function are where
 * the caller has what it passes: in the heap, in a static variable.
 */
static bool is_off_the_stack(Dwarf_Die *variable, const struct tr_function *function,
                             const struct tr_frame_context *frame, const struct tr_place *place)
{
    const char *producer = function->unit->producer;
    if (place->type != TR_PLACE_MEMORY || function->inlined || dwarf_tag(variable) != DW_TAG_formal_parameter ||
        !frame->cfa || !producer || strncmp(producer, "GNU ", 4) != 0 || !has_location_list(variable))
        return false;
    const struct tr_mapping *stack = tr_maps_find(frame->images->maps, frame->cfa);
    return stack && (place->address < stack->start || place->address >= stack->end);
}

void tr_locate_variable(Dwarf_Die *variable, const struct tr_function *function, const struct tr_frame_context *frame,
                        struct tr_place *ret)
{
    struct evaluation evaluation = {.dwarf = function->unit->dwarf, .frame = frame};
    evaluation_locate(&evaluation, variable, ret);
    if (is_off_the_stack(variable, function, frame, ret))
        set_none(ret, TR_STATE_UNAVAILABLE, "its location leads off the stack: the debug information is in error");
}

void tr_locate_static(Dwarf_Die *variable, struct tr_unit *unit, const struct tr_frame_context *frame,
                      struct tr_place *ret)
{
    struct evaluation evaluation = {.dwarf = unit->dwarf, .frame = frame};
    evaluation_locate(&evaluation, variable, ret);
}

static bool is_signed(Dwarf_Die *type)
{
    uint64_t encoding;
    return die_number(type, DW_AT_encoding, &encoding) && (encoding == DW_ATE_signed || encoding == DW_ATE_signed_char);
}

bool evaluation_variable(struct evaluation *evaluation, Dwarf_Die *variable, uint64_t *ret)
{
    struct tr_place place;
    Dwarf_Die type, stripped;
    uint64_t size, value = 0;
    if (!tr_type_of(variable, &type) || !tr_type_strip(&type, &stripped) || !tr_type_size(&stripped, &size) || size == 0
        || size > sizeof(value))
        return evaluation_fail(evaluation, "a variable that it depends on is no integer");
    if (!evaluation_enter(evaluation))
        return false;
    evaluation_locate(evaluation, variable, &place);
    evaluation_leave(evaluation);
    bool ok = false;
    if (place.type == TR_PLACE_MEMORY)
        ok = tr_memory_read(evaluation->dwarf->image->owner->memory, place.address, &value, size);
    else if ((place.type == TR_PLACE_VALUE || place.type == TR_PLACE_PIECES) && place.size >= size && !place.missing)
        ok = memcpy(&value, place.bytes, size) != NULL;
    if (!ok)
        return evaluation_fail(evaluation, place.reason ? place.reason : "a variable that it depends on is not known");
    unsigned unused = (unsigned)(64 - 8 * size);
    *ret = is_signed(&stripped) ? (uint64_t)((int64_t)(value << unused) >> unused) : value;
    return true;
}

bool tr_attribute_value(Dwarf_Die *die, unsigned attribute, const struct tr_function *function,
                        const struct tr_frame_context *frame, uint64_t *ret)
{
    struct evaluation evaluation = {.dwarf = function->unit->dwarf, .frame = frame};
    Dwarf_Attribute found;
    Dwarf_Die variable;
    Dwarf_Op *operations;
    Dwarf_Word constant;
    size_t count;
    uint64_t value;
    if (!dwarf_attr_integrate(die, attribute, &found))
        return false;
    if (dwarf_formudata(&found, &constant) == 0)
        value = constant;
    else if (dwarf_formref_die(&found, &variable)) {
        if (!evaluation_variable(&evaluation, &variable, &value))
            return false;
    } else if (evaluation_operations(&evaluation, &found, &operations, &count) != 1 || count == 0
               || !expression_value(&evaluation, &found, operations, count, &value)) {
        return false;
    }
    *ret = value;
    return true;
}
