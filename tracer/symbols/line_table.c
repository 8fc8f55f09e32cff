#include "symbols/line_table.h"

#include "base/limits.h"
#include "symbols/cursor.h"
#include "symbols/elf_internal.h"

#include <dwarf.h>
#include <string.h>

struct line_header {
    unsigned version, offset_size, minimum_length, line_range, opcode_base;
    int line_base;
    bool default_statement;
    const unsigned char *operands; /* count of each standard opcode */
    const unsigned char *end;      /* of the program */
};

struct strings {
    Elf_Data *line_strings, *strings;
};

static const char *text(struct cursor *bytes)
{
    const char *start = (const char *)bytes->at;
    const unsigned char *nul = memchr(bytes->at, 0, (size_t)(bytes->end - bytes->at));
    bytes->at = nul ? nul + 1 : bytes->end;
    return nul ? start : "";
}

static const char *text_at(const Elf_Data *section, uint64_t offset)
{
    if (!section || offset >= section->d_size)
        return "";
    const char *start = (const char *)section->d_buf + offset;
    return memchr(start, 0, section->d_size - offset) ? start : "";
}

/* One field of a folder or file entry of version 5. @return whether its form is known. */
static bool read_field(struct cursor *bytes, uint64_t form, const struct line_header *header, const struct strings *strings,
                       const char **ret_text, uint64_t *ret_number)
{
    switch (form) {
    case DW_FORM_string:
        *ret_text = text(bytes);
        return true;
    case DW_FORM_line_strp:
        *ret_text = text_at(strings->line_strings, cursor_fixed(bytes, header->offset_size));
        return true;
    case DW_FORM_strp:
        *ret_text = text_at(strings->strings, cursor_fixed(bytes, header->offset_size));
        return true;
    case DW_FORM_udata:
        *ret_number = cursor_leb128(bytes, false);
        return true;
    case DW_FORM_data1:
        *ret_number = cursor_fixed(bytes, 1);
        return true;
    case DW_FORM_data2:
        *ret_number = cursor_fixed(bytes, 2);
        return true;
    case DW_FORM_data4:
        *ret_number = cursor_fixed(bytes, 4);
        return true;
    case DW_FORM_data8:
        *ret_number = cursor_fixed(bytes, 8);
        return true;
    case DW_FORM_data16:
        cursor_fixed(bytes, 8);
        cursor_fixed(bytes, 8);
        return true;
    default:
        return false;
    }
}

enum { FIELDS = 16 };

struct entry_format {
    size_t count;
    uint64_t types[FIELDS], forms[FIELDS];
};

static bool read_format(struct cursor *bytes, struct entry_format *ret)
{
    ret->count = cursor_fixed(bytes, 1);
    if (ret->count > FIELDS)
        return false;
    for (size_t i = 0; i < ret->count; i++) {
        ret->types[i] = cursor_leb128(bytes, false);
        ret->forms[i] = cursor_leb128(bytes, false);
    }
    return true;
}

/* A list of folders or files of version 5: its format, its length, its entries. */
static struct line_file *read_entries(struct tr_arena *arena, struct cursor *bytes, const struct line_header *header,
                                      const struct strings *strings, size_t *ret_count)
{
    struct entry_format format;
    *ret_count = 0;
    if (!read_format(bytes, &format))
        return NULL;
    uint64_t count = cursor_leb128(bytes, false);
    /* An entry takes a byte or more. */
    if (count > (size_t)(bytes->end - bytes->at) || count > TR_LIMIT_LINE_FILES)
        return NULL;
    struct line_file *entries = tr_arena_alloc(arena, (count + 1) * sizeof(*entries));
    for (uint64_t i = 0; i < count; i++) {
        for (size_t field = 0; field < format.count; field++) {
            const char *string = NULL;
            uint64_t number = 0;
            if (!read_field(bytes, format.forms[field], header, strings, &string, &number))
                return NULL;
            if (format.types[field] == DW_LNCT_path)
                entries[i].name = string;
            else if (format.types[field] == DW_LNCT_directory_index)
                entries[i].folder = number;
        }
    }
    *ret_count = count;
    return entries;
}

static void read_names_5(struct tr_arena *arena, struct cursor *bytes, const struct line_header *header,
                         const struct strings *strings, struct line_table *table)
{
    size_t count;
    struct line_file *folders = read_entries(arena, bytes, header, strings, &count);
    if (!folders)
        return;
    table->folders = tr_arena_alloc(arena, (count + 1) * sizeof(*table->folders));
    for (size_t i = 0; i < count; i++)
        table->folders[i] = folders[i].name;
    table->folder_count = count;
    table->files = read_entries(arena, bytes, header, strings, &table->file_count);
}

static void read_names_4(struct tr_arena *arena, struct cursor *bytes, struct line_table *table)
{
    /* Entry 0 of both lists is what the unit says: its compilation folder, its own file. */
    struct cursor ahead = *bytes;
    size_t folders = 1, files = 1;
    while (*text(&ahead) && folders < TR_LIMIT_LINE_FILES)
        folders++;
    table->folders = tr_arena_alloc(arena, (folders + 1) * sizeof(*table->folders));
    table->folder_count = folders;
    for (size_t i = 1; i < folders; i++)
        table->folders[i] = text(bytes);
    *bytes = ahead;
    while (*text(&ahead) && files < TR_LIMIT_LINE_FILES) {
        for (int i = 0; i < 3; i++)
            cursor_leb128(&ahead, false);
        files++;
    }
    table->files = tr_arena_alloc(arena, (files + 1) * sizeof(*table->files));
    table->file_count = files;
    for (size_t i = 1; i < files; i++) {
        table->files[i].name = text(bytes);
        table->files[i].folder = cursor_leb128(bytes, false);
        cursor_leb128(bytes, false);
        cursor_leb128(bytes, false);
    }
}

/* Read up to the names. @p bytes is cut to this table; @p ret_program begins where the program does. */
static bool read_header(struct cursor *bytes, struct line_header *ret, struct cursor *ret_program)
{
    struct line_header header = {.offset_size = 4};
    uint64_t length = cursor_fixed(bytes, 4);
    if (length == 0xffffffff) {
        header.offset_size = 8;
        length = cursor_fixed(bytes, 8);
    }
    if (length > (size_t)(bytes->end - bytes->at))
        return false;
    bytes->end = bytes->at + length;
    header.version = (unsigned)cursor_fixed(bytes, 2);
    if (header.version < 2 || header.version > 5)
        return false;
    if (header.version == 5)
        cursor_fixed(bytes, 2); /* sizes of addresses and segments */
    uint64_t rest = cursor_fixed(bytes, header.offset_size);
    if (rest > (size_t)(bytes->end - bytes->at))
        return false;
    *ret_program = (struct cursor){bytes->at + rest, bytes->end};
    header.minimum_length = (unsigned)cursor_fixed(bytes, 1);
    if (header.version >= 4)
        cursor_fixed(bytes, 1); /* operations of a VLIW instruction */
    header.default_statement = cursor_fixed(bytes, 1) != 0;
    header.line_base = (int8_t)cursor_fixed(bytes, 1);
    header.line_range = (unsigned)cursor_fixed(bytes, 1);
    header.opcode_base = (unsigned)cursor_fixed(bytes, 1);
    header.operands = bytes->at;
    if (header.line_range == 0 || header.opcode_base == 0 || (size_t)(bytes->end - bytes->at) < header.opcode_base - 1)
        return false;
    bytes->at += header.opcode_base - 1;
    /* The names lie between; a length that ends before them is damaged. */
    if (bytes->at > ret_program->at)
        return false;
    bytes->end = ret_program->at;
    *ret = header;
    return true;
}

/* The state machine of DWARF 5, 6.2.2, over one sequence. */
struct program {
    const struct line_header *header;
    struct line_row *rows; /* NULL: they are only counted */
    size_t count, limit;
    uint64_t low, address, line, column, file;
    uint64_t last; /* address of the row before */
    bool is_statement, prologue_end, full, ended;
};

static void add_row(struct program *program)
{
    if (program->count && program->address < program->last)
        return;
    if (program->count == program->limit) {
        program->full = true;
        return;
    }
    if (program->rows)
        program->rows[program->count] = (struct line_row){
            .address = program->address,
            .line = program->line < 1u << 30 ? (uint32_t)program->line : 0,
            .is_statement = program->is_statement,
            .prologue_end = program->prologue_end,
            .column = (uint16_t)(program->column <= UINT16_MAX ? program->column : 0),
            .file = (uint16_t)(program->file < UINT16_MAX ? program->file : UINT16_MAX),
        };
    if (!program->count++)
        program->low = program->address;
    program->last = program->address;
    program->prologue_end = false;
}

static void extended(struct program *program, struct cursor *bytes)
{
    uint64_t length = cursor_leb128(bytes, false);
    size_t left = (size_t)(bytes->end - bytes->at);
    struct cursor operands = {bytes->at, bytes->at + (length < left ? length : left)};
    bytes->at = operands.end;
    if (length == 0)
        return;
    switch (cursor_fixed(&operands, 1)) {
    case DW_LNE_end_sequence:
        add_row(program);
        program->ended = true;
        break;
    case DW_LNE_set_address:
        program->address = cursor_fixed(&operands, length - 1 == 4 ? 4 : 8);
        break;
    default:
        break;
    }
}

static void advance(struct program *program, uint64_t operations)
{
    program->address += operations * program->header->minimum_length;
}

static void standard(struct program *program, struct cursor *bytes, unsigned opcode)
{
    const struct line_header *header = program->header;
    switch (opcode) {
    case DW_LNS_copy:
        add_row(program);
        break;
    case DW_LNS_advance_pc:
        advance(program, cursor_leb128(bytes, false));
        break;
    case DW_LNS_advance_line:
        program->line += cursor_leb128(bytes, true);
        break;
    case DW_LNS_set_file:
        program->file = cursor_leb128(bytes, false);
        break;
    case DW_LNS_set_column:
        program->column = cursor_leb128(bytes, false);
        break;
    case DW_LNS_negate_stmt:
        program->is_statement = !program->is_statement;
        break;
    case DW_LNS_const_add_pc:
        advance(program, (255 - header->opcode_base) / header->line_range);
        break;
    case DW_LNS_fixed_advance_pc:
        program->address += cursor_fixed(bytes, 2);
        break;
    case DW_LNS_set_prologue_end:
        program->prologue_end = true;
        break;
    default:
        for (unsigned i = header->operands[opcode - 1]; i > 0; i--)
            cursor_leb128(bytes, false);
        break;
    }
}

/* Run @p program from the start of a sequence, at @p bytes, to its end. @return whether it has one. */
static bool run(struct program *program, struct cursor *bytes)
{
    const struct line_header *header = program->header;
    program->line = program->file = 1;
    program->is_statement = header->default_statement;
    while (bytes->at < bytes->end && !program->ended && !program->full) {
        unsigned opcode = *bytes->at++;
        if (opcode >= header->opcode_base) {
            unsigned adjusted = opcode - header->opcode_base;
            advance(program, adjusted / header->line_range);
            program->line += (uint64_t)(int64_t)(header->line_base + (int)(adjusted % header->line_range));
            add_row(program);
        } else if (opcode == 0) {
            extended(program, bytes);
        } else {
            standard(program, bytes, opcode);
        }
    }
    return program->ended && !program->full;
}

static void add_sequence(struct line_table *table, const struct program *program, const unsigned char *start)
{
    if (table->sequence_count == table->sequence_capacity) {
        size_t capacity = table->sequence_capacity ? table->sequence_capacity * 2 : 16;
        struct line_sequence *sequences = tr_arena_alloc(table->arena, capacity * sizeof(*sequences));
        if (table->sequence_count)
            memcpy(sequences, table->sequences, table->sequence_count * sizeof(*sequences));
        table->sequences = sequences;
        table->sequence_capacity = capacity;
    }
    intervals_add(table->arena, &table->ranges, program->low, program->last, table->sequence_count);
    table->sequences[table->sequence_count++] = (struct line_sequence){
        .low = program->low, .high = program->last, .program = start, .count = program->count};
}

static void find_sequences(struct line_table *table, const struct line_source *source, struct cursor bytes)
{
    size_t left = TR_LIMIT_LINE_ROWS;
    while (bytes.at < bytes.end && left) {
        struct program program = {.header = table->header, .limit = left};
        const unsigned char *start = bytes.at;
        if (!run(&program, &bytes))
            break; /* what was not ended has no end */
        if (program.low >= source->low && program.last <= source->high && program.low < program.last)
            add_sequence(table, &program, start);
        left -= program.count;
    }
    intervals_sort(&table->ranges);
}

static Elf_Data *section(Elf *elf, const char *name)
{
    GElf_Shdr header;
    Elf_Scn *found = elf ? elf_section_named(elf, name, &header) : NULL;
    return found ? elf_section_data(found) : NULL;
}

struct line_table *line_table_read(struct tr_arena *arena, const struct line_source *source)
{
    struct line_table *table = tr_arena_new(arena, struct line_table);
    const Elf_Data *data = section(source->elf, source->section);
    struct strings strings = {section(source->elf, ".debug_line_str"), section(source->elf, ".debug_str")};
    struct cursor program;
    table->arena = arena;
    table->header = tr_arena_new(arena, struct line_header);
    if (!data || source->offset >= data->d_size)
        return table;
    const unsigned char *start = data->d_buf;
    struct cursor bytes = {start + source->offset, start + data->d_size};
    if (!read_header(&bytes, table->header, &program))
        return table;
    table->header->end = program.end;
    table->is_version_5 = table->header->version == 5;
    if (table->is_version_5)
        read_names_5(arena, &bytes, table->header, &strings, table);
    else
        read_names_4(arena, &bytes, table);
    find_sequences(table, source, program);
    return table;
}

const struct line_sequence *line_table_sequence(const struct line_table *table, uint64_t address)
{
    const struct interval *found = intervals_find(&table->ranges, address);
    struct line_sequence *sequence = found ? &table->sequences[found->item] : NULL;
    if (!sequence || sequence->rows)
        return sequence;
    struct cursor bytes = {sequence->program, table->header->end};
    sequence->rows = tr_arena_alloc(table->arena, sequence->count * sizeof(*sequence->rows));
    run(&(struct program){.header = table->header, .rows = sequence->rows, .limit = sequence->count}, &bytes);
    return sequence;
}

size_t line_sequence_row(const struct line_sequence *sequence, uint64_t address)
{
    size_t low = 0, high = sequence->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (sequence->rows[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low - 1;
}
