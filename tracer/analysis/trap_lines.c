#include "analysis/trap_lines.h"

#include "analysis/source.h"
#include "arch/instruction.h"
#include "base/limits.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum { INLINE_DEPTH = 32 };

static void add_line(struct tr_analysis *analysis, struct tr_unit *unit, uint64_t address)
{
    struct tr_list *lines = &analysis->report->trap_lines;
    struct tr_line line;
    if (!tr_line_at(unit, address, &line) || line.line <= 0 || !line.file || lines->count == TR_LIMIT_TRAP_LINES)
        return;
    const char *file = tr_source_shown(analysis, line.file);
    TR_EACH(const struct tr_location, known, lines)
    {
        if (known->line.value == line.line && strcmp(known->file, file) == 0)
            return;
    }
    struct tr_location *location = tr_list_new(analysis->arena, lines, struct tr_location);
    location->file = file;
    location->line = tr_number(line.line);
}

/* Where the jump whose text is "jne 0x401136" leads; 0 when that is not written in it. */
static uint64_t target_of(const struct tr_instruction *instruction)
{
    const char *space = strchr(instruction->text, ' ');
    return space && strncmp(space + 1, "0x", 2) == 0 ? strtoull(space + 1, NULL, 16) : 0;
}

void tr_analysis_trap_lines(struct tr_analysis *analysis)
{
    const struct tr_stop *stop = analysis->stop;
    struct tr_registers registers = stop->threads[0].registers;
    uint64_t trap = registers.general.rip;
    struct tr_function functions[INLINE_DEPTH];
    struct tr_instruction instruction;
    if (!stop->has_signal || stop->signal.si_signo != SIGILL || !stop->threads[0].has_registers)
        return;
    struct tr_image *image = tr_images_find(analysis->images, trap);
    size_t count = image && !image->is_system
                       ? tr_functions_at(tr_image_dwarf(image), trap, functions, sizeof(functions) / sizeof(functions[0]))
                       : 0;
    const struct tr_function *whole = count ? &functions[count - 1] : NULL;
    if (!whole || whole->high <= whole->low || whole->high - whole->low > TR_LIMIT_TRAP_CODE)
        return;
    size_t size = (size_t)(whole->high - whole->low);
    unsigned char *code = tr_arena_alloc(analysis->arena, size);
    if (!tr_memory_read(analysis->memory, whole->low, code, size))
        return;
    for (size_t at = 0; at < size; at += instruction.length) {
        registers.general.rip = whole->low + at;
        if (!tr_instruction_decode(code + at, size - at, &registers, &instruction))
            return;
        if (instruction.is_jump && target_of(&instruction) == trap)
            add_line(analysis, whole->unit, whole->low + at);
    }
}
