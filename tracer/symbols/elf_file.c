#include "symbols/elf_internal.h"

#include "base/cleanup.h"
#include "base/limits.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>

static const char *open_reason(struct tr_arena *arena, int error)
{
    switch (error) {
    case ENOENT:
        return "the file is no longer there";
    case EACCES:
        return "reading the file is not allowed";
    case EFBIG:
        return "the file is too large";
    default:
        return tr_arena_printf(arena, "the file cannot be opened: %s", strerror(error));
    }
}

/* The executable's own descriptor leads to the very file that runs, even when its path is gone. */
static int open_file(const struct tr_image *image)
{
    const struct tr_images *images = image->owner;
    if (image->is_main && images->executable_fd >= 0) {
        int fd = fcntl(images->executable_fd, F_DUPFD_CLOEXEC, 0);
        return fd < 0 ? -errno : fd;
    }
    return images->opener.open ? images->opener.open(images->opener.arg, image->path, TR_FILE_MODULE) : -ENOENT;
}

static bool same_program_headers(const struct tr_image *image, Elf *elf)
{
    struct elf_headers headers;
    size_t size = 0;
    const char *bytes = elf_rawfile(elf, &size);
    if (!bytes
        || !elf_headers_read(image->owner->arena, image->owner->memory, image->start, image->end - image->start,
                             &headers))
        return false;
    size_t offset = headers.file.e_phoff;
    return offset <= size && headers.raw_size <= size - offset
           && memcmp(bytes + offset, headers.raw, headers.raw_size) == 0;
}

static bool is_believed(const struct tr_image *image, Elf *elf)
{
    if (!image->build_id)
        return same_program_headers(image, elf);
    const char *id = elf_file_build_id(image->owner->arena, elf);
    return id && strcmp(id, image->build_id) == 0;
}

static void open_from_memory(struct tr_image *image)
{
    size_t size = image->end - image->start;
    char *bytes = size <= TR_LIMIT_VDSO_BYTES ? tr_arena_alloc(image->owner->arena, size) : NULL;
    if (bytes && tr_memory_read(image->owner->memory, image->start, bytes, size))
        image->elf = elf_memory(bytes, size);
    if (!image->elf)
        image->file_reason = "it cannot be read from memory";
}

static void open_from_file(struct tr_image *image)
{
    tr_auto_close int fd = open_file(image);
    if (fd < 0) {
        image->file_reason = open_reason(image->owner->arena, -fd);
        return;
    }
    Elf *elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
    if (!elf || elf_kind(elf) != ELF_K_ELF) {
        image->file_reason = "the file is not an ELF file";
    } else if (!is_believed(image, elf)) {
        image->file_reason = "the file has been replaced since the program loaded it";
    } else {
        image->elf = elf;
        image->fd = tr_take_fd(fd);
        return;
    }
    elf_end(elf);
}

Elf *tr_image_elf(struct tr_image *image)
{
    if (image->elf_tried)
        return image->elf;
    image->elf_tried = true;
    if (image->path[0] == '/')
        open_from_file(image);
    else
        open_from_memory(image);
    return image->elf;
}

Elf_Scn *elf_section_named(Elf *elf, const char *name, GElf_Shdr *ret_header)
{
    size_t names = 0;
    if (elf_getshdrstrndx(elf, &names) != 0)
        return NULL;
    Elf_Scn *section = NULL;
    for (size_t i = 0; i < TR_LIMIT_SECTIONS && (section = elf_nextscn(elf, section)); i++) {
        GElf_Shdr header;
        const char *found = gelf_getshdr(section, &header) ? elf_strptr(elf, names, header.sh_name) : NULL;
        if (found && strcmp(found, name) == 0) {
            *ret_header = header;
            return section;
        }
    }
    return NULL;
}

Elf_Data *elf_section_data(Elf_Scn *section)
{
    GElf_Shdr header;
    GElf_Chdr compression;
    if (!gelf_getshdr(section, &header) || header.sh_type == SHT_NOBITS)
        return NULL;
    /* Decompressed in place; afterwards the flag is gone, so that a second call finds plain bytes. */
    if ((header.sh_flags & SHF_COMPRESSED)
        && (!gelf_getchdr(section, &compression) || compression.ch_type != ELFCOMPRESS_ZLIB
            || compression.ch_size > TR_LIMIT_FILE_BYTES || elf_compress(section, 0, 0) < 0))
        return NULL;
    Elf_Data *data = elf_rawdata(section, NULL);
    if (!data || !data->d_buf)
        data = elf_getdata(section, NULL);
    return data && data->d_buf ? data : NULL;
}

const void *tr_image_section(struct tr_image *image, const char *name, size_t *ret_size, uint64_t *ret_address)
{
    GElf_Shdr header;
    Elf *elf = tr_image_elf(image);
    Elf_Scn *section = elf ? elf_section_named(elf, name, &header) : NULL;
    Elf_Data *data = section ? elf_section_data(section) : NULL;
    if (!data)
        return NULL;
    *ret_size = data->d_size;
    if (ret_address)
        *ret_address = header.sh_flags & SHF_ALLOC ? header.sh_addr + image->bias : 0;
    return data->d_buf;
}
