#include "values/values_internal.h"

#include "symbols/type.h"

#include <string.h>

static bool is_member(Dwarf_Die *die)
{
    int tag = dwarf_tag(die);
    if (tag == DW_TAG_inheritance)
        return true;
    /* DWARF 2 to 4 have static members as DW_TAG_member, too: external, or declared only. */
    if (tag != DW_TAG_member || tr_die_flag(die, DW_AT_external) || tr_die_flag(die, DW_AT_declaration))
        return false;
    const char *name = dwarf_diename(die);
    return !(name && strncmp(name, "_vptr", 5) == 0);
}

/* Where a member lies when no object needs to be asked. */
static bool fixed_offset(Dwarf_Die *member, uint64_t *ret)
{
    Dwarf_Attribute location;
    Dwarf_Op *ops;
    size_t count;
    *ret = 0;
    if (tr_die_unsigned(member, DW_AT_data_member_location, ret))
        return true;
    if (!dwarf_attr_integrate(member, DW_AT_data_member_location, &location))
        return true; /* of a union, or a bit-field that counts from the start */
    if (dwarf_getlocation(&location, &ops, &count) != 0 || count != 1 || ops[0].atom != DW_OP_plus_uconst)
        return false;
    *ret = ops[0].number;
    return true;
}

static void describe_member(Dwarf_Die *die, struct tr_member *ret)
{
    *ret = (struct tr_member){.die = *die, .name = dwarf_diename(die)};
    ret->is_base = dwarf_tag(die) == DW_TAG_inheritance;
    ret->is_typed = tr_type_of(die, &ret->type);
    ret->is_fixed = fixed_offset(die, &ret->offset);
}

static struct tr_members *collect(struct tr_values *values, Dwarf_Die *type)
{
    struct tr_members *members = tr_arena_new(values->arena, struct tr_members);
    struct tr_member found[TR_LIMIT_CHILDREN];
    Dwarf_Die child;
    size_t seen = 0;
    if (dwarf_child(type, &child) != 0)
        return members;
    do {
        if (!is_member(&child))
            continue;
        if (members->count < TR_LIMIT_CHILDREN)
            describe_member(&child, &found[members->count++]);
        members->total++;
    } while (++seen < TR_LIMIT_TYPE_ENTRIES && dwarf_siblingof(&child, &child) == 0);
    members->endless = seen == TR_LIMIT_TYPE_ENTRIES;
    members->items = tr_arena_alloc(values->arena, members->count * sizeof(*found));
    memcpy(members->items, found, members->count * sizeof(*found));
    return members;
}

const struct tr_members *tr_members_of(struct tr_values *values, Dwarf_Die *type)
{
    struct tr_type_facts *facts = tr_type_facts(values, type);
    if (!facts->members)
        facts->members = collect(values, type);
    return facts->members;
}

/*
 * The offset of a virtual base, read through the virtual table: the producers' expression takes the object's address.
 * Only the operations that they use.
 */
static bool evaluate(const struct tr_reading *reading, const Dwarf_Op *ops, size_t count, uint64_t start, uint64_t *ret)
{
    uint64_t stack[4] = {start};
    size_t depth = 1;
    for (size_t i = 0; i < count; i++) {
        uint64_t *top = &stack[depth - 1];
        bool pushes = ops[i].atom == DW_OP_dup || (ops[i].atom >= DW_OP_const1u && ops[i].atom <= DW_OP_consts) ||
                      (ops[i].atom >= DW_OP_lit0 && ops[i].atom <= DW_OP_lit31);
        if (pushes && depth == TR_COUNT(stack))
            return false;
        if (ops[i].atom == DW_OP_dup)
            stack[depth++] = *top;
        else if (pushes)
            stack[depth++] = ops[i].atom >= DW_OP_lit0 ? (uint64_t)(ops[i].atom - DW_OP_lit0) : ops[i].number;
        else if (ops[i].atom == DW_OP_plus_uconst)
            *top += ops[i].number;
        else if (ops[i].atom == DW_OP_deref && tr_memory_read_u64(reading->values->memory, *top, top))
            continue;
        else if ((ops[i].atom == DW_OP_plus || ops[i].atom == DW_OP_minus) && depth > 1)
            stack[--depth - 1] += ops[i].atom == DW_OP_plus ? *top : -*top;
        else
            return false;
    }
    *ret = stack[depth - 1] - start;
    return true;
}

bool tr_member_offset(const struct tr_reading *reading, struct tr_member *member, const struct tr_bytes *bytes,
                      uint64_t *ret)
{
    Dwarf_Attribute location;
    Dwarf_Op *ops;
    size_t count;
    *ret = member->offset;
    return member->is_fixed ||
           (bytes->in_memory && dwarf_attr_integrate(&member->die, DW_AT_data_member_location, &location) &&
            dwarf_getlocation(&location, &ops, &count) == 0 && evaluate(reading, ops, count, bytes->address, ret));
}

/* @p names: separated by bars. */
static bool is_one_of(const char *name, const char *names)
{
    size_t length = strlen(name);
    for (const char *at = names; at; at = strchr(at, '|')) {
        at += *at == '|';
        if (strncmp(at, name, length) == 0 && (!at[length] || at[length] == '|'))
            return true;
    }
    return false;
}

static bool find_member(const struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                        const char *name, unsigned depth, size_t *steps, Dwarf_Die *ret_type,
                        struct tr_bytes *ret_bytes)
{
    const struct tr_members *members = tr_members_of(reading->values, type);
    Dwarf_Die base;
    for (size_t i = 0; i < members->count && *steps; i++, --*steps) {
        uint64_t offset;
        struct tr_member *member = &members->items[i];
        bool within = member->is_base || !member->name; /* or an anonymous union */
        if ((!within && !is_one_of(member->name, name)) || !member->is_typed ||
            !tr_member_offset(reading, member, bytes, &offset))
            continue;
        *ret_type = member->type;
        *ret_bytes = tr_bytes_at(bytes, offset);
        if (!within)
            return true;
        struct tr_bytes inside = *ret_bytes;
        if (depth < TR_LIMIT_VALUE_DEPTH && tr_strip(reading, ret_type, &base) &&
            find_member(reading, &base, &inside, name, depth + 1, steps, ret_type, ret_bytes))
            return true;
    }
    return false;
}

bool tr_find_member(const struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes, const char *name,
                    Dwarf_Die *ret_type, struct tr_bytes *ret_bytes)
{
    size_t steps = TR_LIMIT_MEMBERS_SEARCHED;
    return find_member(reading, type, bytes, name, 0, &steps, ret_type, ret_bytes);
}

enum { LARGEST_ALIGNMENT = 4096, WORD = 8 };

static uint64_t alignment_of(const struct tr_reading *reading, Dwarf_Die *type, unsigned depth, size_t *steps);

static uint64_t alignment_of_members(const struct tr_reading *reading, Dwarf_Die *type, unsigned depth, size_t *steps)
{
    const struct tr_members *members = tr_members_of(reading->values, type);
    uint64_t most = 1;
    for (size_t i = 0; i < members->count && *steps; i++, --*steps) {
        struct tr_member *member = &members->items[i];
        uint64_t own = 1;
        if (!tr_die_unsigned(&member->die, DW_AT_alignment, &own) && member->is_typed)
            own = alignment_of(reading, &member->type, depth + 1, steps);
        if (own > most && own <= LARGEST_ALIGNMENT)
            most = own;
    }
    return tr_is_polymorphic(reading, type) && most < WORD ? WORD : most;
}

static uint64_t alignment_of_scalar(Dwarf_Die *type)
{
    enum { LARGEST_SCALAR = 16 };
    uint64_t size, encoding;
    if (!tr_type_size(type, &size) || !size)
        return WORD;
    if (dwarf_tag(type) == DW_TAG_base_type && tr_die_unsigned(type, DW_AT_encoding, &encoding) &&
        encoding == DW_ATE_complex_float)
        size /= 2;
    if (dwarf_tag(type) == DW_TAG_ptr_to_member_type)
        size = WORD;
    return size < LARGEST_SCALAR ? size : LARGEST_SCALAR;
}

/* Psabi for x86-64, 3.1.2: scalars are aligned to their size, aggregates as their most aligned part. */
static uint64_t alignment_of(const struct tr_reading *reading, Dwarf_Die *type, unsigned depth, size_t *steps)
{
    Dwarf_Die stripped, element;
    uint64_t given;
    if (depth > TR_LIMIT_DIE_DEPTH || !tr_strip(reading, type, &stripped))
        return WORD;
    if ((tr_die_unsigned(type, DW_AT_alignment, &given) || tr_die_unsigned(&stripped, DW_AT_alignment, &given)) &&
        given && given <= LARGEST_ALIGNMENT && !(given & (given - 1)))
        return given;
    if (tr_die_flag(&stripped, DW_AT_declaration))
        return WORD;
    switch (dwarf_tag(&stripped)) {
    case DW_TAG_structure_type:
    case DW_TAG_class_type:
    case DW_TAG_union_type:
        return alignment_of_members(reading, &stripped, depth, steps);
    case DW_TAG_array_type:
        return tr_type_of(&stripped, &element) ? alignment_of(reading, &element, depth + 1, steps) : WORD;
    default:
        return alignment_of_scalar(&stripped);
    }
}

uint64_t tr_alignment(const struct tr_reading *reading, Dwarf_Die *type)
{
    struct tr_type_facts *facts = tr_type_facts(reading->values, type);
    size_t steps = TR_LIMIT_MEMBERS_SEARCHED;
    if (!facts->alignment)
        facts->alignment = alignment_of(reading, type, 0, &steps);
    return facts->alignment;
}
