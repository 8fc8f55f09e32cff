#include "symbols/dwarf_internal.h"
#include "symbols/expression.h"
#include "symbols/symbol.h"

#include "base/limits.h"

static bool thread_segment(Elf *elf, GElf_Phdr *ret)
{
    size_t count = 0;
    if (!elf || elf_getphdrnum(elf, &count) != 0 || count > TR_LIMIT_SEGMENTS)
        return false;
    for (size_t i = 0; i < count; i++)
        if (gelf_getphdr(elf, (int)i, ret) && ret->p_type == PT_TLS)
            return true;
    return false;
}

/*
 * The executable's block ends at the thread pointer, rounded as the linker rounds it: variant II of "ELF Handling For
 * Thread-Local Storage", 3.4.6.
 */
static bool block_of_program(struct evaluation *evaluation, const GElf_Phdr *segment, uint64_t *ret)
{
    uint64_t alignment = segment->p_align ? segment->p_align : 1;
    uint64_t padding = -(segment->p_vaddr + segment->p_memsz) & (alignment - 1);
    *ret = evaluation->frame->fs_base - segment->p_memsz - padding;
    return true;
}

/* The dynamic linker's record of a library, struct link_map of <link.h>, and where the list of them begins (DT_DEBUG). */
enum { WORD = 8, MAP_DYNAMIC = 2 * WORD, MAP_NEXT = 3 * WORD, DEBUG_MAP = WORD };

static bool first_map(const struct tr_frame_context *frame, uint64_t *ret)
{
    const struct tr_image *program = tr_images_main(frame->images);
    uint64_t entry[2];
    for (size_t i = 0; program && program->dynamic && i < TR_LIMIT_DYNAMIC_ENTRIES; i++) {
        if (!tr_memory_read(frame->memory, program->dynamic + i * sizeof(entry), entry, sizeof(entry)) ||
            entry[0] == DT_NULL)
            return false;
        if (entry[0] == DT_DEBUG)
            return tr_memory_read_u64(frame->memory, entry[1] + DEBUG_MAP, ret);
    }
    return false;
}

static bool find_map(const struct tr_frame_context *frame, const struct tr_image *image, uint64_t *ret)
{
    uint64_t dynamic;
    if (!first_map(frame, ret))
        return false;
    for (size_t i = 0; *ret && i < TR_LIMIT_IMAGES; i++) {
        if (!tr_memory_read_u64(frame->memory, *ret + MAP_DYNAMIC, &dynamic))
            return false;
        if (dynamic == image->dynamic)
            return true;
        if (!tr_memory_read_u64(frame->memory, *ret + MAP_NEXT, ret))
            return false;
    }
    return false;
}

/* Which module of thread-local storage a library is: glibc tells debuggers where its records keep that (nptl_db/db_info.c). */
static bool module_of(const struct tr_frame_context *frame, const struct tr_image *image, uint64_t *ret)
{
    enum { BITS = 64 };
    struct tr_image *library;
    struct tr_symbol symbol;
    uint32_t field[3]; /* bits, count, offset */
    uint64_t map;
    return tr_symbol_find(frame->images, "_thread_db_link_map_l_tls_modid", &library, &symbol) &&
           tr_memory_read(frame->memory, symbol.address, field, sizeof(field)) && field[0] == BITS &&
           find_map(frame, image, &map) && tr_memory_read_u64(frame->memory, map + field[2], ret) && *ret;
}

/* A library's block stands in the thread's vector of blocks, {pointer, …} by module; before it come its length and age. */
static bool block_of_library(struct evaluation *evaluation, uint64_t *ret)
{
    enum { VECTOR = WORD, ENTRY = 2 * WORD };
    const struct tr_frame_context *frame = evaluation->frame;
    uint64_t module, vector, length;
    if (!module_of(frame, evaluation->dwarf->image, &module) ||
        !tr_memory_read_u64(frame->memory, frame->fs_base + VECTOR, &vector) ||
        !tr_memory_read_u64(frame->memory, vector - ENTRY, &length))
        return evaluation_fail(evaluation, "where the dynamic linker keeps the library's thread-local variables is not known");
    if (module > length || !tr_memory_read_u64(frame->memory, vector + ENTRY * module, ret) || *ret == UINT64_MAX)
        return evaluation_fail(evaluation, "this thread has not used the library's thread-local variables yet");
    return true;
}

bool thread_address(struct evaluation *evaluation, uint64_t offset, uint64_t *ret)
{
    struct tr_image *image = evaluation->dwarf->image;
    GElf_Phdr segment;
    uint64_t block;
    if (!evaluation->frame || !evaluation->frame->fs_base)
        return evaluation_fail(evaluation, "the thread pointer is not known");
    if (!thread_segment(tr_image_elf(image), &segment))
        return evaluation_fail(evaluation, "the program has no thread-local storage");
    /* In split DWARF gcc 12 writes the variable's address in the file instead of its offset in the block. */
    if (offset >= segment.p_memsz)
        offset -= segment.p_vaddr;
    if (offset >= segment.p_memsz)
        return evaluation_fail(evaluation, "its thread-local address is damaged");
    if (!(image->is_main ? block_of_program(evaluation, &segment, &block) : block_of_library(evaluation, &block)))
        return false;
    *ret = block + offset;
    return true;
}
