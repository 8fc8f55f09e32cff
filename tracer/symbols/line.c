#include "symbols/dwarf_internal.h"

#include "base/limits.h"
#include "symbols/line_table.h"

#include <elf.h>
#include <string.h>

/* The table that @p die, a unit's DIE, counts lines and files in. */
static struct line_table *read_table(struct tr_unit *unit, Dwarf_Die *die, const char *section)
{
    const struct tr_dwarf *dwarf = unit->dwarf;
    uint64_t offset = 0, start = dwarf->image->start - dwarf->bias;
    /* A .dwo's unit need not say where its only table is. */
    if (!die_number(die, DW_AT_stmt_list, &offset) && die->addr == unit->skeleton.addr)
        offset = UINT64_MAX;
    /* The ELF header comes first in an image: what lies at 0 has been left there by the linker. */
    struct line_source source = {
        .elf = dwarf_getelf(dwarf_cu_getdwarf(die->cu)),
        .section = section,
        .offset = offset,
        .low = start + sizeof(Elf64_Ehdr),
        .high = dwarf->image->end - dwarf->bias,
    };
    return line_table_read(dwarf_arena(dwarf), &source);
}

static struct line_table *lines_of(struct tr_unit *unit)
{
    unit_open(unit);
    if (!unit->state->lines)
        unit->state->lines = read_table(unit, &unit->skeleton, ".debug_line");
    return unit->state->lines;
}

/* Declarations of a split unit count files in a table of the .dwo; clang leaves it out when the skeleton's will do. */
static struct line_table *files_of(struct tr_unit *unit)
{
    if (unit->die.addr == unit->skeleton.addr)
        return lines_of(unit);
    if (!unit->state->files)
        unit->state->files = read_table(unit, &unit->die, ".debug_line.dwo");
    return unit->state->files->file_count ? unit->state->files : lines_of(unit);
}

static const char *file_name(struct tr_unit *unit, const struct line_table *table, uint64_t index)
{
    if (index >= table->file_count || !table->files[index].name || !*table->files[index].name)
        return NULL;
    struct line_file *file = &table->files[index];
    if (file->path)
        return file->path;
    const char *folder = file->folder < table->folder_count ? table->folders[file->folder] : NULL;
    const char *path = file->name;
    if (path[0] != '/' && folder && *folder)
        path = tr_arena_printf(dwarf_arena(unit->dwarf), "%s/%s", folder, path);
    return file->path = unit_path(unit, path);
}

const char *tr_unit_file(struct tr_unit *unit, uint64_t index) { return file_name(unit, files_of(unit), index); }

uint64_t tr_unit_file_end(struct tr_unit *unit) { return files_of(unit)->file_count; }

static void describe(struct tr_unit *unit, const struct line_table *table, const struct line_sequence *sequence,
                     size_t index, struct tr_line *ret)
{
    const struct line_row *row = &sequence->rows[index];
    uint64_t bias = unit->dwarf->bias;
    size_t next = index + 1;
    while (next + 1 < sequence->count && sequence->rows[next].address == row->address)
        next++;
    *ret = (struct tr_line){
        .file = file_name(unit, table, row->file),
        .line = (int)row->line,
        .column = row->column,
        .low = row->address + bias,
        .high = sequence->rows[next].address + bias,
        .is_statement = row->is_statement,
        .prologue_end = row->prologue_end,
    };
}

bool tr_line_at(struct tr_unit *unit, uint64_t address, struct tr_line *ret)
{
    const struct line_table *table = lines_of(unit);
    const struct line_sequence *sequence = line_table_sequence(table, address - unit->dwarf->bias);
    if (!sequence)
        return false;
    describe(unit, table, sequence, line_sequence_row(sequence, address - unit->dwarf->bias), ret);
    return true;
}

uint64_t tr_prologue_end(struct tr_unit *unit, uint64_t low, uint64_t high)
{
    uint64_t bias = unit->dwarf->bias, first = low - bias, last = high - bias, second = 0;
    const struct line_sequence *sequence = line_table_sequence(lines_of(unit), first);
    if (!sequence)
        return 0;
    size_t end = sequence->count - 1, index = line_sequence_row(sequence, first);
    /* gcc gives the first line two rows at one address when a function is empty up to there. */
    while (index > 0 && sequence->rows[index - 1].address == first)
        index--;
    for (; index < end && sequence->rows[index].address < last; index++) {
        const struct line_row *row = &sequence->rows[index];
        if (row->prologue_end && row->address >= first)
            return row->address + bias;
        if (!second && row->address > first)
            second = row->address;
    }
    return second ? second + bias : 0;
}
