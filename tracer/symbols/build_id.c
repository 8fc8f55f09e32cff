#include "symbols/elf_internal.h"

#include "base/limits.h"

#include <string.h>

enum { BUILD_ID_MAX = 64 };

static const char *hexadecimal(struct tr_arena *arena, const unsigned char *bytes, size_t size)
{
    static const char digits[] = "0123456789abcdef";
    char *text = tr_arena_alloc(arena, size * 2 + 1);
    for (size_t i = 0; i < size; i++) {
        text[2 * i] = digits[bytes[i] >> 4];
        text[2 * i + 1] = digits[bytes[i] & 15];
    }
    return text;
}

const char *elf_build_id(struct tr_arena *arena, const unsigned char *bytes, size_t size)
{
    size_t at = 0;
    while (size - at >= sizeof(Elf64_Nhdr)) {
        Elf64_Nhdr note;
        memcpy(&note, bytes + at, sizeof(note));
        at += sizeof(note);
        /* Padded to 4 bytes, in 64-bit files too; a .note.gnu.property, aligned to 8, has sizes to match. */
        size_t name_size = ((size_t)note.n_namesz + 3) & ~(size_t)3;
        size_t content_size = ((size_t)note.n_descsz + 3) & ~(size_t)3;
        if (name_size > size - at || content_size > size - at - name_size)
            return NULL;
        const unsigned char *name = bytes + at, *content = name + name_size;
        if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == sizeof("GNU") && memcmp(name, "GNU", sizeof("GNU")) == 0)
            return note.n_descsz && note.n_descsz <= BUILD_ID_MAX ? hexadecimal(arena, content, note.n_descsz) : NULL;
        at += name_size + content_size;
    }
    return NULL;
}

const char *elf_file_build_id(struct tr_arena *arena, Elf *elf)
{
    size_t count = 0;
    if (elf_getphdrnum(elf, &count) != 0 || count > TR_LIMIT_SEGMENTS)
        count = 0;
    for (size_t i = 0; i < count; i++) {
        GElf_Phdr segment;
        if (!gelf_getphdr(elf, (int)i, &segment) || segment.p_type != PT_NOTE || segment.p_filesz > TR_LIMIT_NOTE_BYTES)
            continue;
        Elf_Data *data = elf_getdata_rawchunk(elf, (int64_t)segment.p_offset, segment.p_filesz, ELF_T_BYTE);
        const char *id = data && data->d_buf ? elf_build_id(arena, data->d_buf, data->d_size) : NULL;
        if (id)
            return id;
    }
    /* A separate debug file's program headers point at bytes that it does not have; its note sections are real. */
    Elf_Scn *section = NULL;
    for (size_t i = 0; i < TR_LIMIT_SECTIONS && (section = elf_nextscn(elf, section)); i++) {
        GElf_Shdr header;
        if (!gelf_getshdr(section, &header) || header.sh_type != SHT_NOTE || header.sh_size > TR_LIMIT_NOTE_BYTES)
            continue;
        Elf_Data *data = elf_rawdata(section, NULL);
        const char *id = data && data->d_buf ? elf_build_id(arena, data->d_buf, data->d_size) : NULL;
        if (id)
            return id;
    }
    return NULL;
}
