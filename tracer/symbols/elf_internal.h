/*
 * ELF headers and notes as they lie in tracee memory, and the files behind images. Private to symbols/.
 *
 * Source: elf(5); gABI "Note Section".
 */
#ifndef TR_SYMBOLS_ELF_INTERNAL_H
#define TR_SYMBOLS_ELF_INTERNAL_H

#include "symbols/image.h"

/** An ELF header with its program headers, widened to 64 bits; `raw` keeps the table's own bytes for comparison. */
struct elf_headers {
    GElf_Ehdr file;
    GElf_Phdr *segments;
    size_t count;
    const void *raw;
    size_t raw_size;
    bool is_32bit;
};

/**
 * Read the headers of the ELF image that begins at @p start of tracee memory.
 *
 * @param limit  bytes from @p start within which the program headers must lie.
 * @return false when there is no little-endian ELF executable or shared object, or its headers cannot be read.
 */
bool elf_headers_read(struct tr_arena *arena, struct tr_memory *memory, uint64_t start, uint64_t limit,
                      struct elf_headers *ret);

/**
 * Find the build id among the notes at @p bytes.
 *
 * @return in hexadecimal, in @p arena; NULL when there is none.
 */
const char *elf_build_id(struct tr_arena *arena, const unsigned char *bytes, size_t size);

/** The build id of an opened file, from its notes. @return in @p arena, or NULL. */
const char *elf_file_build_id(struct tr_arena *arena, Elf *elf);

/** Whether @p path lies in a folder of the system or the toolchain, or is a runtime library of the toolchain elsewhere. */
bool elf_path_is_system(const char *path);

/**
 * Find a section by name; not decompressed.
 *
 * @param[out] ret_header  filled on success.
 */
Elf_Scn *elf_section_named(Elf *elf, const char *name, GElf_Shdr *ret_header);

/**
 * Bytes of a section, decompressed (zlib; zstd is beyond this libelf).
 *
 * @return NULL when it has none, is compressed in an unknown way, or claims more than TR_LIMIT_FILE_BYTES.
 */
Elf_Data *elf_section_data(Elf_Scn *section);

#endif
