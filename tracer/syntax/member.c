#include "syntax/evaluator.h"

#include "symbols/type.h"

#include <string.h>

struct member_search {
    struct evaluator *evaluator;
    const char *name;
    size_t left;       /* DIEs that may still be looked at */
    bool virtual_base; /* a base class was passed over whose place is not fixed */
};

/* Offset of a member or base class in its structure. @return false when it depends on the object. */
static bool fixed_offset(Dwarf_Die *member, uint64_t *ret)
{
    Dwarf_Attribute location;
    Dwarf_Op *operations;
    size_t count;
    *ret = 0;
    if (attribute_unsigned(member, DW_AT_data_member_location, ret))
        return true;
    if (!dwarf_attr_integrate(member, DW_AT_data_member_location, &location))
        return true; /* of a union, or a bit-field that counts from the start */
    if (dwarf_getlocation(&location, &operations, &count) != 0 || count != 1 || operations[0].atom != DW_OP_plus_uconst)
        return false;
    *ret = operations[0].number;
    return true;
}

/* Bits count from the lowest of a byte; DW_AT_bit_offset (before DWARF 4) counts from the highest of a unit. */
static void set_bit_field(struct member_search *search, Dwarf_Die *member, struct member_place *place)
{
    uint64_t from_top, unit;
    if (!attribute_unsigned(member, DW_AT_bit_size, &place->bit_size))
        return;
    if (attribute_unsigned(member, DW_AT_data_bit_offset, &place->bit_offset)) {
        place->bit_offset -= 8 * place->offset;
    } else if (attribute_unsigned(member, DW_AT_bit_offset, &from_top) &&
               (attribute_unsigned(member, DW_AT_byte_size, &unit) ||
                ctype_size(search->evaluator, &place->type, &unit))) {
        place->bit_offset = unit * 8 - from_top - place->bit_size;
    }
}

static bool is_static_member(Dwarf_Die *die, int tag)
{
    return tag == DW_TAG_variable ||
           (tag == DW_TAG_member && (attribute_flag(die, DW_AT_external) || attribute_flag(die, DW_AT_declaration)));
}

static bool take(struct member_search *search, Dwarf_Die *die, int tag, uint64_t offset, struct member_place *ret)
{
    *ret = (struct member_place){.type = ctype_of(die), .die = *die, .name = search->name};
    if (tag == DW_TAG_subprogram) {
        uint64_t virtuality = 0;
        ret->is_method = true;
        ret->is_virtual = attribute_unsigned(die, DW_AT_virtuality, &virtuality) && virtuality != DW_VIRTUALITY_none;
        return true;
    }
    ret->is_static = is_static_member(die, tag);
    if (ret->is_static)
        return true;
    if (!fixed_offset(die, &ret->offset))
        return false;
    set_bit_field(search, die, ret);
    ret->offset += offset;
    return true;
}

static bool find_in(struct member_search *search, Dwarf_Die *type, uint64_t offset, unsigned depth,
                    struct member_place *ret);

/* A base class or an anonymous structure: its members are the structure's own. */
static bool find_within(struct member_search *search, Dwarf_Die *die, uint64_t offset, unsigned depth,
                        struct member_place *ret)
{
    struct ctype type = ctype_of(die);
    struct type_view view;
    uint64_t inner;
    ctype_view(search->evaluator, &type, &view);
    if (view.class != CLASS_STRUCT || depth >= TR_LIMIT_VALUE_DEPTH)
        return false;
    if (!fixed_offset(die, &inner)) {
        search->virtual_base = true;
        return false;
    }
    return find_in(search, &view.type.die, offset + inner, depth + 1, ret);
}

static bool find_in(struct member_search *search, Dwarf_Die *type, uint64_t offset, unsigned depth,
                    struct member_place *ret)
{
    Dwarf_Die child;
    if (dwarf_child(type, &child) != 0)
        return false;
    do {
        int tag = dwarf_tag(&child);
        bool is_named = tag == DW_TAG_member || tag == DW_TAG_variable || tag == DW_TAG_subprogram;
        const char *name = is_named ? dwarf_diename(&child) : NULL;
        if (name && strcmp(name, search->name) == 0 && take(search, &child, tag, offset, ret))
            return true;
        /* The own members hide those of bases, which producers put first: a name in both is rare, and the first one
         * wins. */
        bool is_within = tag == DW_TAG_inheritance || (tag == DW_TAG_member && !name);
        if (is_within && find_within(search, &child, offset, depth, ret))
            return true;
    } while (--search->left && dwarf_siblingof(&child, &child) == 0);
    return false;
}

const char *member_find(struct evaluator *evaluator, const struct ctype *type, const struct typed *base,
                        const char *name, struct member_place *ret)
{
    struct member_search search = {.evaluator = evaluator, .name = name, .left = TR_LIMIT_TYPE_ENTRIES};
    struct type_view view;
    (void)base;
    ctype_view(evaluator, type, &view);
    if (view.class != CLASS_STRUCT)
        return "what has this member is no structure in the debug information";
    if (attribute_flag(&view.type.die, DW_AT_declaration))
        return "the program's debug information does not define the type";
    if (find_in(&search, &view.type.die, 0, 0, ret))
        return NULL;
    if (search.virtual_base)
        return "a member of a virtual base class is not looked up";
    return tr_arena_printf(evaluator->arena, "%s has no such member", ctype_name(evaluator, type));
}

/* What is in registers may be taken apart, too. */
static void copy_part(const struct typed *base, uint64_t offset, struct typed *ret)
{
    size_t skipped = offset < base->size ? (size_t)offset : base->size;
    ret->size = base->size - (unsigned)skipped;
    memcpy(ret->bytes, base->bytes + skipped, ret->size);
    ret->missing = skipped < 64 ? base->missing >> skipped : 0;
}

void member_of(struct evaluator *evaluator, const struct typed *base, const struct member_place *place,
               struct typed *ret)
{
    if (place->is_static) {
        Dwarf_Die die = place->die;
        name_static(evaluator, &die, ret);
        return;
    }
    if (place->is_method) {
        *ret = (struct typed){.type = {.form = CTYPE_NONE}};
        typed_unavailable(ret, place->is_virtual ? "a virtual member function: the object's first word leads to it"
                                                 : "a member function");
        ret->in_memory = place->is_virtual && base->in_memory;
        ret->address = base->address;
        return;
    }
    *ret = (struct typed){.type = place->type,
                          .state = TR_STATE_OK,
                          .in_memory = base->in_memory,
                          .address = base->address + place->offset,
                          .bit_offset = place->bit_offset,
                          .bit_size = place->bit_size,
                          .name = place->name};
    if (!base->in_memory)
        copy_part(base, place->offset, ret);
    ret->is_secret = base->is_secret;
    typed_settle(evaluator, ret);
    ret->member_offset = tr_number((int64_t)place->offset);
}

/* ---- what is kept deep inside ---- */

static bool search_pointer(struct evaluator *evaluator, const struct typed *base, const char *name, unsigned depth,
                           size_t *left, struct typed *ret)
{
    struct type_view view, inner;
    Dwarf_Die child;
    ctype_view(evaluator, &base->type, &view);
    if (view.class != CLASS_STRUCT || depth > TR_LIMIT_CONTAINER_DEPTH || dwarf_child(&view.type.die, &child) != 0)
        return false;
    do {
        int tag = dwarf_tag(&child);
        const char *own = tag == DW_TAG_member ? dwarf_diename(&child) : NULL;
        struct member_place place = {.type = ctype_of(&child)};
        if ((!own && tag != DW_TAG_inheritance) || is_static_member(&child, tag) ||
            !fixed_offset(&child, &place.offset))
            continue;
        struct typed member;
        member_of(evaluator, base, &place, &member);
        ctype_view(evaluator, &member.type, &inner);
        bool is_it = own && strcmp(own, name) == 0 && inner.class == CLASS_POINTER;
        if (is_it)
            *ret = member;
        if (is_it || search_pointer(evaluator, &member, name, depth + 1, left, ret))
            return true;
    } while (*left && --*left && dwarf_siblingof(&child, &child) == 0);
    return false;
}

bool member_search_pointer(struct evaluator *evaluator, const struct typed *base, const char *name, struct typed *ret)
{
    size_t left = TR_LIMIT_TYPE_ENTRIES;
    return base->state == TR_STATE_OK && search_pointer(evaluator, base, name, 0, &left, ret);
}
