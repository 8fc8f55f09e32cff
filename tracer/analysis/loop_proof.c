/*
 * Two moments at the same instruction differ in some registers and some memory. The instructions in between are gone through
 * once more, with that marked as changed, and what is computed from it as well. When no jump, no address and no division depends
 * on what is marked, the next turns take the same way; when nothing else is marked at the end, so do all that follow.
 */
#include "analysis/loop_proof.h"

#include "arch/dataflow.h"
#include "base/limits.h"

#include <string.h>

enum {
    CELLS = 1 << 13, /* of the table; a turn that uses half of them is not proved */
    CELL_BYTES = 8,
    ROUNDS = 8, /* until nothing more is marked */
    /* Bits of the flags register that computations read and write: CF, PF, AF, ZF, SF, DF, OF. */
    FLAG_BITS = 0xcd5,
    CARRY_BIT = 1,
    /* The XSAVE area's header, which says how it is laid out (Intel SDM volume 1, 13.4.2), and not what is in it. */
    HEADER_START = 512,
    HEADER_END = 576,
};

/* Eight bytes of memory that the turn writes; a bit each. */
struct cell {
    uint64_t address; /* of the first byte; 0: not used */
    uint8_t written, marked;
};

struct proof {
    struct tr_analysis *analysis;
    struct tr_dataflow *flows; /* of each instruction */
    size_t count;              /* of them, in the turns that are looked at */
    struct cell *cells;
    size_t used;
    uint64_t marked; /* parts */
};

/* ---- the table of cells ---- */

/* @return NULL when there is none, and none is to be added or can be. */
static struct cell *find_cell(struct proof *proof, uint64_t address, bool adds)
{
    size_t at = (size_t)(address / CELL_BYTES * UINT64_C(0x9e3779b97f4a7c15) >> 40) % CELLS;
    while (proof->cells[at].address && proof->cells[at].address != address)
        at = (at + 1) % CELLS;
    struct cell *cell = &proof->cells[at];
    if (cell->address)
        return cell;
    if (!adds || proof->used == CELLS / 2)
        return NULL;
    proof->used++;
    cell->address = address;
    return cell;
}

/* The bytes of [from, end) that are in the cell at @p address. */
static uint8_t bits_of(uint64_t address, uint64_t from, uint64_t end)
{
    uint8_t bits = 0;
    for (unsigned i = 0; i < CELL_BYTES; i++)
        if (address + i >= from && address + i < end)
            bits |= (uint8_t)(1U << i);
    return bits;
}

static uint64_t first_cell(uint64_t address) { return address & ~(uint64_t)(CELL_BYTES - 1); }

static bool is_marked(struct proof *proof, const struct tr_memory_access *access)
{
    uint64_t end = access->address + access->size;
    for (uint64_t at = first_cell(access->address); at < end; at += CELL_BYTES) {
        const struct cell *cell = find_cell(proof, at, false);
        if (cell && cell->marked & bits_of(at, access->address, end))
            return true;
    }
    return false;
}

static bool add_written(struct proof *proof, const struct tr_memory_access *access)
{
    uint64_t end = access->address + access->size;
    for (uint64_t at = first_cell(access->address); at < end; at += CELL_BYTES) {
        struct cell *cell = find_cell(proof, at, true);
        if (!cell)
            return false;
        cell->written |= bits_of(at, access->address, end);
    }
    return true;
}

static void mark(struct proof *proof, const struct tr_memory_access *access, bool is_marked)
{
    uint64_t end = access->address + access->size;
    for (uint64_t at = first_cell(access->address); at < end; at += CELL_BYTES) {
        struct cell *cell = find_cell(proof, at, false);
        uint8_t bits = bits_of(at, access->address, end);
        if (cell)
            cell->marked = is_marked ? cell->marked | bits : cell->marked & (uint8_t)~bits;
    }
}

/* ---- what differs between the two moments ---- */

static uint64_t different_registers(const struct tr_registers *first, const struct tr_registers *end)
{
    uint64_t parts = 0, flags = (first->general.eflags ^ end->general.eflags) & FLAG_BITS;
    for (unsigned number = 0; number < TR_DWARF_RIP; number++) {
        uint64_t bits = tr_registers_dwarf(first, number) ^ tr_registers_dwarf(end, number);
        parts |= (bits & 0xff ? TR_PART_LOW(number) : 0) | (bits >> 8 ? TR_PART_HIGH(number) : 0);
    }
    return parts | (flags & CARRY_BIT ? TR_PART_CARRY : 0) | (flags & ~(uint64_t)CARRY_BIT ? TR_PART_FLAGS : 0);
}

static bool same_vectors(const struct tr_sample_region *first, const struct tr_sample_region *end)
{
    const unsigned char *a = first->bytes, *b = end->bytes;
    if (first->size < HEADER_END || first->size != end->size)
        return false;
    return memcmp(a, b, HEADER_START) == 0 && memcmp(a + HEADER_END, b + HEADER_END, first->size - HEADER_END) == 0;
}

/* The byte at @p address as it was kept at the moment; -1: not kept. */
static int byte_at(const struct tr_sample_moment *moment, uint64_t address)
{
    for (uint32_t i = 0; i < moment->region_count; i++) {
        const struct tr_sample_region *region = &moment->regions[i];
        if (address >= region->address && address - region->address < region->size)
            return ((const unsigned char *)region->bytes)[address - region->address];
    }
    return -1;
}

static void mark_differences(struct proof *proof, const struct tr_sample_moment *first, const struct tr_sample_moment *end)
{
    proof->marked = different_registers(&first->registers, &end->registers);
    if (!same_vectors(&first->vectors, &end->vectors))
        proof->marked |= TR_PART_VECTORS;
    for (size_t i = 0; i < CELLS; i++) {
        struct cell *cell = &proof->cells[i];
        cell->marked = 0;
        if (!cell->address)
            continue;
        for (unsigned byte = 0; byte < CELL_BYTES; byte++) {
            int before = byte_at(first, cell->address + byte);
            if (cell->written >> byte & 1 && (before < 0 || before != byte_at(end, cell->address + byte)))
                cell->marked |= (uint8_t)(1U << byte);
        }
    }
}

/* ---- going through the turns ---- */

/* @return false when where it goes on, or an address, depends on what is marked. */
static bool follow(struct proof *proof, const struct tr_dataflow *flow)
{
    bool depends = proof->marked & flow->reads;
    for (unsigned i = 0; i < flow->access_count; i++)
        depends |= flow->accesses[i].reads && is_marked(proof, &flow->accesses[i]);
    if (proof->marked & flow->addresses || (depends && flow->decides))
        return false;
    proof->marked = depends ? proof->marked | flow->writes : proof->marked & ~flow->overwrites;
    for (unsigned i = 0; i < flow->access_count; i++)
        if (flow->accesses[i].writes && (depends || !flow->is_partial))
            mark(proof, &flow->accesses[i], depends);
    return true;
}

/* Go through the turns, until nothing is marked at their end that was not at their beginning. */
static bool is_closed(struct proof *proof)
{
    for (unsigned round = 0; round < ROUNDS; round++) {
        uint64_t parts = proof->marked;
        uint8_t *bytes = tr_arena_alloc(proof->analysis->arena, CELLS);
        bool grows = false;
        for (size_t i = 0; i < CELLS; i++)
            bytes[i] = proof->cells[i].marked;
        for (size_t i = 0; i < proof->count; i++)
            if (!follow(proof, &proof->flows[i]))
                return false;
        grows = proof->marked & ~parts;
        proof->marked |= parts;
        for (size_t i = 0; i < CELLS; i++) {
            grows |= proof->cells[i].marked & ~bytes[i];
            proof->cells[i].marked |= bytes[i];
        }
        if (!grows)
            return true;
    }
    return false;
}

/* ---- the whole ---- */

static bool decode(struct proof *proof, size_t at)
{
    struct tr_analysis *analysis = proof->analysis;
    unsigned char code[TR_INSTRUCTION_BYTES];
    const struct tr_registers registers = {.general = analysis->stop->samples.states[at],
                                           .is_32bit = analysis->stop->is_32bit};
    uint64_t pc = registers.general.rip;
    const struct tr_mapping *mapping = tr_maps_find(&analysis->maps, pc);
    if (!mapping || strcmp(mapping->path, "[vdso]") == 0) /* it reads the clock from memory that the kernel changes */
        return false;
    size_t size = tr_memory_read_some(analysis->memory, pc, code, sizeof(code));
    if (!tr_dataflow_decode(code, size, &registers, &proof->flows[at]))
        return false;
    const struct tr_dataflow *flow = &proof->flows[at];
    for (unsigned i = 0; i < flow->access_count; i++)
        if (!flow->accesses[i].size || (flow->accesses[i].writes && !add_written(proof, &flow->accesses[i])))
            return false;
    return true;
}

static bool is_place(const struct tr_samples *samples, size_t at)
{
    const struct user_regs_struct *first = &samples->first.registers.general;
    return samples->states[at].rip == first->rip && samples->states[at].rsp == first->rsp;
}

unsigned tr_analysis_repeats(struct tr_analysis *analysis)
{
    const struct tr_samples *samples = &analysis->stop->samples;
    struct proof proof = {.analysis = analysis};
    if (!samples->returned || samples->by_breakpoint)
        return 0;
    proof.flows = tr_arena_alloc(analysis->arena, (samples->pc_count + 1) * sizeof(*proof.flows));
    proof.cells = tr_arena_alloc(analysis->arena, CELLS * sizeof(*proof.cells));
    memset(proof.cells, 0, CELLS * sizeof(*proof.cells));
    for (unsigned turns = 1; turns <= TR_SAMPLE_ENDS && samples->ends[turns - 1].taken; turns++) {
        do {
            if (!decode(&proof, proof.count))
                return 0;
            proof.count++;
        } while (proof.count < samples->pc_count && !is_place(samples, proof.count));
        mark_differences(&proof, &samples->first, &samples->ends[turns - 1]);
        if (is_closed(&proof))
            return turns;
    }
    return 0;
}
