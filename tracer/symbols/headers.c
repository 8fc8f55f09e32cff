#include "symbols/elf_internal.h"

#include "base/limits.h"

#include <string.h>

static void widen_header(const Elf32_Ehdr *from, GElf_Ehdr *to)
{
    memcpy(to->e_ident, from->e_ident, EI_NIDENT);
    to->e_type = from->e_type;
    to->e_machine = from->e_machine;
    to->e_entry = from->e_entry;
    to->e_phoff = from->e_phoff;
    to->e_phentsize = from->e_phentsize;
    to->e_phnum = from->e_phnum;
}

static GElf_Phdr widen_segment(const Elf32_Phdr *from)
{
    return (GElf_Phdr){.p_type = from->p_type,
                       .p_flags = from->p_flags,
                       .p_offset = from->p_offset,
                       .p_vaddr = from->p_vaddr,
                       .p_paddr = from->p_paddr,
                       .p_filesz = from->p_filesz,
                       .p_memsz = from->p_memsz,
                       .p_align = from->p_align};
}

static bool read_file_header(struct tr_memory *memory, uint64_t start, struct elf_headers *ret)
{
    unsigned char ident[EI_NIDENT];
    if (!tr_memory_read(memory, start, ident, sizeof(ident)) || memcmp(ident, ELFMAG, SELFMAG) != 0
        || ident[EI_DATA] != ELFDATA2LSB)
        return false;
    ret->is_32bit = ident[EI_CLASS] == ELFCLASS32;
    if (!ret->is_32bit)
        return ident[EI_CLASS] == ELFCLASS64 && tr_memory_read(memory, start, &ret->file, sizeof(ret->file));
    Elf32_Ehdr narrow;
    if (!tr_memory_read(memory, start, &narrow, sizeof(narrow)))
        return false;
    widen_header(&narrow, &ret->file);
    return true;
}

bool elf_headers_read(struct tr_arena *arena, struct tr_memory *memory, uint64_t start, uint64_t limit,
                      struct elf_headers *ret)
{
    struct elf_headers headers = {0};
    if (!read_file_header(memory, start, &headers))
        return false;
    const GElf_Ehdr *file = &headers.file;
    size_t entry = headers.is_32bit ? sizeof(Elf32_Phdr) : sizeof(Elf64_Phdr);
    headers.count = file->e_phnum;
    headers.raw_size = headers.count * entry;
    if ((file->e_type != ET_EXEC && file->e_type != ET_DYN) || file->e_phentsize != entry || headers.count == 0
        || headers.count > TR_LIMIT_SEGMENTS || file->e_phoff > limit || headers.raw_size > limit - file->e_phoff)
        return false;
    unsigned char *raw = tr_arena_alloc(arena, headers.raw_size);
    if (!tr_memory_read(memory, start + file->e_phoff, raw, headers.raw_size))
        return false;
    headers.raw = raw;
    headers.segments = tr_arena_alloc(arena, headers.count * sizeof(*headers.segments));
    for (size_t i = 0; i < headers.count; i++) {
        Elf32_Phdr narrow;
        if (headers.is_32bit) {
            memcpy(&narrow, raw + i * entry, sizeof(narrow));
            headers.segments[i] = widen_segment(&narrow);
        } else {
            memcpy(&headers.segments[i], raw + i * entry, sizeof(*headers.segments));
        }
    }
    *ret = headers;
    return true;
}
