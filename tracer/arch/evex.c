#include "arch/evex.h"

#include "base/cleanup.h"

#include <stdio.h>
#include <string.h>

/* Mandatory prefix, as the two bits of the encoding. */
enum prefix { P66 = 1, PF3 = 2 };

enum form {
    COMPARES, /* k, vector, memory, predicate */
    TESTS,    /* k, vector, memory */
    SPREADS,  /* vector, memory of one element */
    COMBINES, /* vector, vector, memory, byte */
};

static const struct form_row {
    unsigned char map, prefix, opcode;
    enum form form;
    unsigned char element[2]; /* bytes, without and with W */
    const char *name;         /* of COMPARES the part before the predicate */
    const char *suffix[2];
} rows[] = {
    {3, P66, 0x3f, COMPARES, {1, 2}, "vpcmp", {"b", "w"}},
    {3, P66, 0x3e, COMPARES, {1, 2}, "vpcmp", {"ub", "uw"}},
    {3, P66, 0x1f, COMPARES, {4, 8}, "vpcmp", {"d", "q"}},
    {3, P66, 0x1e, COMPARES, {4, 8}, "vpcmp", {"ud", "uq"}},
    {1, P66, 0x74, TESTS, {1, 1}, "vpcmpeq", {"b", "b"}},
    {1, P66, 0x75, TESTS, {2, 2}, "vpcmpeq", {"w", "w"}},
    {1, P66, 0x76, TESTS, {4, 4}, "vpcmpeq", {"d", "d"}},
    {2, P66, 0x26, TESTS, {1, 2}, "vptestm", {"b", "w"}},
    {2, PF3, 0x26, TESTS, {1, 2}, "vptestnm", {"b", "w"}},
    {2, P66, 0x27, TESTS, {4, 8}, "vptestm", {"d", "q"}},
    {2, PF3, 0x27, TESTS, {4, 8}, "vptestnm", {"d", "q"}},
    {2, P66, 0x78, SPREADS, {1, 1}, "vpbroadcast", {"b", "b"}},
    {2, P66, 0x79, SPREADS, {2, 2}, "vpbroadcast", {"w", "w"}},
    {3, P66, 0x25, COMBINES, {4, 8}, "vpternlog", {"d", "q"}},
};

static const char *const predicates[] = {"eq", "lt", "le", "false", "neq", "nlt", "nle", "true"};

/* The fields of prefix, ModRM and SIB. */
struct fields {
    const struct form_row *row;
    bool wide, broadcast;
    unsigned vector_bytes, mask, first, second; /* register numbers: ModRM.reg, vvvv */
    bool has_base, has_index, is_rip_relative;
    unsigned base, index, scale; /* instruction-encoding numbers */
    int64_t displacement;
    size_t length;
};

static const struct form_row *find_row(unsigned map, unsigned prefix, unsigned opcode)
{
    for (size_t i = 0; i < TR_COUNT(rows); i++)
        if (rows[i].map == map && rows[i].prefix == prefix && rows[i].opcode == opcode)
            return &rows[i];
    return NULL;
}

/* Bytes that the instruction reads; also the unit of an 8-bit displacement (Intel SDM, table 2-34 and following). */
static unsigned access_size(const struct fields *fields)
{
    unsigned element = fields->row->element[fields->wide];
    return fields->row->form == SPREADS || fields->broadcast ? element : fields->vector_bytes;
}

static bool parse_address(const unsigned char *bytes, size_t size, struct fields *out)
{
    static const unsigned char displacement_bytes[] = {0, 1, 4};
    unsigned mode = bytes[5] >> 6, rm = bytes[5] & 7;
    size_t at = 6;
    if (mode == 3)
        return false; /* a register: nothing that could fault */
    out->has_base = true;
    out->base = rm | (bytes[1] & 0x20 ? 0 : 8);
    if (rm == 4) {
        if (size <= at)
            return false;
        unsigned sib = bytes[at++];
        out->base = (sib & 7) | (bytes[1] & 0x20 ? 0 : 8);
        out->index = (sib >> 3 & 7) | (bytes[1] & 0x40 ? 0 : 8);
        out->has_index = out->index != 4;
        out->scale = 1U << (sib >> 6);
        rm = sib & 7;
    } else if (mode == 0 && rm == 5) {
        out->is_rip_relative = true;
    }
    size_t count = displacement_bytes[mode];
    if (mode == 0 && rm == 5) {
        out->has_base = false;
        count = 4;
    }
    if (size - at < count)
        return false;
    int32_t displacement = 0;
    if (count == 1)
        displacement = (signed char)bytes[at] * (int32_t)access_size(out);
    else
        memcpy(&displacement, bytes + at, count);
    out->displacement = displacement;
    out->length = at + count;
    return true;
}

static bool parse(const unsigned char *bytes, size_t size, struct fields *out)
{
    if (size < 6 || bytes[0] != 0x62 || (bytes[1] & 0x0c) || !(bytes[2] & 4) || (bytes[3] & 0x60) == 0x60)
        return false;
    *out = (struct fields){
        .row = find_row(bytes[1] & 3, bytes[2] & 3, bytes[4]),
        .wide = bytes[2] & 0x80,
        .broadcast = bytes[3] & 0x10,
        .vector_bytes = 16U << (bytes[3] >> 5 & 3),
        .mask = bytes[3] & 7,
        .first = (bytes[5] >> 3 & 7) | (bytes[1] & 0x80 ? 0 : 8) | (bytes[1] & 0x10 ? 0 : 16),
        .second = (~bytes[2] >> 3 & 15) | (bytes[3] & 8 ? 0 : 16),
    };
    if (!out->row || !parse_address(bytes, size, out))
        return false;
    out->length += out->row->form == COMPARES || out->row->form == COMBINES;
    return out->length <= size;
}

/* DWARF's number of the general register with the encoding's number. */
static unsigned general(unsigned number)
{
    static const unsigned char dwarf[] = {0, 2, 1, 3, 7, 6, 4, 5};
    return number < TR_COUNT(dwarf) ? dwarf[number] : number;
}

static void spell(const struct fields *fields, unsigned last, struct tr_instruction *out)
{
    enum form form = fields->row->form;
    const char *bank = fields->vector_bytes == 16 ? "xmm" : fields->vector_bytes == 32 ? "ymm" : "zmm";
    unsigned size = access_size(fields);
    const char *unit = size == 1 ? "byte" : size == 2 ? "word" : size == 4 ? "dword" : size == 8 ? "qword" : NULL;
    char mask[8] = "", vector[16] = "", where[64] = "", byte[8] = "";
    int at = 0;
    if (fields->mask)
        snprintf(mask, sizeof(mask), " {k%u}", fields->mask);
    if (form == COMBINES)
        snprintf(byte, sizeof(byte), ", 0x%x", last & 0xff);
    if (form != SPREADS)
        snprintf(vector, sizeof(vector), ", %s%u", bank, fields->second);
    if (fields->has_base || fields->is_rip_relative)
        at += snprintf(where, sizeof(where), "%s",
                       fields->is_rip_relative ? "rip" : tr_register_name(general(fields->base)));
    if (fields->has_index)
        at += snprintf(where + at, sizeof(where) - (size_t)at, fields->scale > 1 ? "%s%s*%u" : "%s%s", at ? " + " : "",
                       tr_register_name(general(fields->index)), fields->scale);
    bool negative = at && fields->displacement < 0;
    const char *sign = !at ? "" : negative ? " - " : " + ";
    if (fields->displacement || !at)
        snprintf(where + at, sizeof(where) - (size_t)at, "%s0x%llx", sign,
                 (unsigned long long)(negative ? -fields->displacement : fields->displacement));
    snprintf(out->text, sizeof(out->text), "%s%s%s %s%u%s%s, %s%s ptr [%s]%s", fields->row->name,
             form == COMPARES ? predicates[last & 7] : "", fields->row->suffix[fields->wide],
             form == SPREADS || form == COMBINES ? bank : "k", fields->first, mask, vector, unit ? unit : bank,
             unit ? "" : "word", where, byte);
}

bool tr_evex_decode(const unsigned char *bytes, size_t size, const struct tr_registers *registers,
                    struct tr_instruction *ret)
{
    struct fields fields;
    if (registers->is_32bit || !parse(bytes, size, &fields))
        return false;
    uint64_t address = (uint64_t)fields.displacement;
    if (fields.is_rip_relative)
        address += registers->general.rip + fields.length;
    else if (fields.has_base)
        address += tr_registers_dwarf(registers, general(fields.base));
    if (fields.has_index)
        address += tr_registers_dwarf(registers, general(fields.index)) * fields.scale;
    *ret = (struct tr_instruction){.length = (unsigned)fields.length, .access_count = 1};
    ret->accesses[0] = (struct tr_memory_access){.address = address, .size = access_size(&fields), .reads = true};
    size_t count = 0;
    if (fields.has_base)
        ret->reads[count++] = tr_register_name(general(fields.base));
    if (fields.has_index)
        ret->reads[count++] = tr_register_name(general(fields.index));
    spell(&fields, bytes[fields.length - 1], ret);
    return true;
}
