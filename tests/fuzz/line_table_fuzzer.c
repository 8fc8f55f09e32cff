/* Any bytes as .debug_line, in a file that is made around them; they are its string sections, too. */
#include "fuzzer.h"

#include "symbols/line_table.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

static const char names[] = "\0.debug_line\0.debug_str\0.debug_line_str\0.shstrtab";

enum { NAME_LINE = 1, NAME_STR = 13, NAME_LINE_STR = 24, NAME_NAMES = 40, SECTIONS = 5 };

struct file {
    Elf64_Ehdr header;
    Elf64_Shdr sections[SECTIONS];
    char names[sizeof(names)];
};

static void fill(struct file *file, size_t size)
{
    static const unsigned name[SECTIONS] = {0, NAME_LINE, NAME_STR, NAME_LINE_STR, NAME_NAMES};
    *file = (struct file){.header = {.e_type = ET_EXEC, .e_machine = EM_X86_64, .e_version = EV_CURRENT,
                                     .e_ehsize = sizeof(Elf64_Ehdr), .e_shoff = offsetof(struct file, sections),
                                     .e_shentsize = sizeof(Elf64_Shdr), .e_shnum = SECTIONS,
                                     .e_shstrndx = SECTIONS - 1}};
    memcpy(file->header.e_ident, ELFMAG, SELFMAG);
    file->header.e_ident[EI_CLASS] = ELFCLASS64;
    file->header.e_ident[EI_DATA] = ELFDATA2LSB;
    file->header.e_ident[EI_VERSION] = EV_CURRENT;
    memcpy(file->names, names, sizeof(names));
    for (size_t i = 1; i < SECTIONS; i++)
        file->sections[i] = (Elf64_Shdr){.sh_name = name[i], .sh_type = SHT_PROGBITS, .sh_offset = sizeof(*file),
                                         .sh_size = size, .sh_addralign = 1};
    file->sections[SECTIONS - 1].sh_type = SHT_STRTAB;
    file->sections[SECTIONS - 1].sh_offset = offsetof(struct file, names);
    file->sections[SECTIONS - 1].sh_size = sizeof(names);
}

static void check_sequence(const struct line_sequence *sequence)
{
    if (sequence->rows[0].address != sequence->low || sequence->rows[sequence->count - 1].address != sequence->high)
        abort();
    for (size_t row = 1; row < sequence->count; row++)
        if (sequence->rows[row - 1].address > sequence->rows[row].address)
            abort();
}

static void check(const struct line_table *table)
{
    for (uint64_t address = 0x401000; address < 0x402000; address += 64) {
        const struct line_sequence *sequence = line_table_sequence(table, address);
        if (!sequence)
            continue;
        check_sequence(sequence);
        if (line_sequence_row(sequence, address) >= sequence->count)
            abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct file head;
    fill(&head, size);
    char *image = malloc(sizeof(head) + size);
    if (!image)
        return 0;
    memcpy(image, &head, sizeof(head));
    memcpy(image + sizeof(head), bytes, size);
    elf_version(EV_CURRENT);
    Elf *elf = elf_memory(image, sizeof(head) + size);
    if (!elf)
        abort();
    struct tr_arena *arena = tr_arena_create();
    check(line_table_read(arena, &(struct line_source){elf, ".debug_line", 0, 0x400000, 0x500000}));
    tr_arena_destroy(arena);
    elf_end(elf);
    free(image);
    return 0;
}
