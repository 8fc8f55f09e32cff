/*
 * Separate debug files: by build id below /usr/lib/debug, by .gnu_debuglink. Source: the GDB manual, "Debugging
 * Information in Separate Files".
 */
#include "symbols/dwarf_internal.h"

#include "base/cleanup.h"
#include "base/limits.h"
#include "base/str.h"
#include "symbols/debuginfod.h"
#include "symbols/elf_internal.h"

#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>

#define DEBUG_ROOT "/usr/lib/debug"

static bool has_build_id(const struct tr_image *image, Elf *elf, const char *wanted)
{
    const char *id = elf_file_build_id(image->owner->arena, elf);
    return id && strcmp(id, wanted) == 0;
}

/* The checksum of .gnu_debuglink: CRC-32 as zlib computes it, bit by bit through a table made on the fly. */
static uint32_t checksum(const unsigned char *bytes, size_t size)
{
    uint32_t table[256], crc = 0xffffffff;
    for (uint32_t i = 0; i < TR_COUNT(table); i++) {
        table[i] = i;
        for (int bit = 0; bit < 8; bit++)
            table[i] = table[i] >> 1 ^ (table[i] & 1 ? 0xedb88320 : 0);
    }
    for (size_t i = 0; i < size; i++)
        crc = crc >> 8 ^ table[(crc ^ bytes[i]) & 255];
    return ~crc;
}

static bool has_checksum(Elf *elf, uint32_t crc)
{
    size_t size = 0;
    const unsigned char *bytes = (const unsigned char *)elf_rawfile(elf, &size);
    return bytes && checksum(bytes, size) == crc;
}

/* @p id is the build id that the file must have, NULL when there is none to compare; @p crc as well. */
static int check_file(const struct tr_image *image, int file, const char *id, const uint32_t *crc, Elf **ret)
{
    tr_auto_close int fd = file;
    Elf *elf = fd >= 0 ? elf_begin(fd, ELF_C_READ_MMAP, NULL) : NULL;
    if (!elf)
        return -1;
    if (elf_kind(elf) != ELF_K_ELF || !(id ? has_build_id(image, elf, id) : crc && has_checksum(elf, *crc))) {
        elf_end(elf);
        return -1;
    }
    *ret = elf;
    return tr_take_fd(fd);
}

static int try_file(const struct tr_image *image, const char *path, const char *id, const uint32_t *crc, Elf **ret)
{
    const struct tr_file_opener *opener = &image->owner->opener;
    return check_file(image, opener->open ? opener->open(opener->arg, path, TR_FILE_DEBUG) : -1, id, crc, ret);
}

static int open_by_build_id(const struct tr_image *image, const char *id, Elf **ret)
{
    if (!id || strlen(id) < 4)
        return -1;
    const char *path = tr_arena_printf(image->owner->arena, DEBUG_ROOT "/.build-id/%.2s/%s.debug", id, id + 2);
    return try_file(image, path, id, NULL, ret);
}

static int open_by_link(struct tr_image *image, Elf **ret)
{
    size_t size = 0;
    const char *link = tr_image_section(image, ".gnu_debuglink", &size, NULL);
    size_t length = link ? strnlen(link, size) : 0;
    size_t crc_at = (length + 4) & ~(size_t)3;
    uint32_t crc;
    /* The link is a file name; a slash in it would lead elsewhere. */
    if (!length || length == size || memchr(link, '/', length) || crc_at + sizeof(crc) > size)
        return -1;
    memcpy(&crc, link + crc_at, sizeof(crc));
    const char *slash = strrchr(image->path, '/');
    if (!slash)
        return -1;
    static const char *const patterns[][2] = {{"", "/"}, {"", "/.debug/"}, {DEBUG_ROOT, "/"}};
    int fd = -1;
    for (size_t i = 0; i < TR_COUNT(patterns) && fd < 0; i++)
        fd = try_file(image,
                      tr_arena_printf(image->owner->arena, "%s%.*s%s%s", patterns[i][0], (int)(slash - image->path),
                                      image->path, patterns[i][1], link),
                      image->build_id, &crc, ret);
    return fd;
}

int debug_file_open(struct tr_image *image, Elf **ret)
{
    if (image->path[0] != '/' || !tr_image_elf(image))
        return -1;
    int fd = open_by_build_id(image, image->build_id, ret);
    return fd >= 0 ? fd : open_by_link(image, ret);
}

int debug_file_fetch(struct tr_image *image, Elf **ret, const char **ret_reason)
{
    const struct tr_images *owner = image->owner;
    *ret_reason = NULL;
    if (!owner->debuginfod || !tr_image_elf(image))
        return -1;
    if (!image->build_id) {
        *ret_reason = "debuginfod cannot be asked: the program has no build id";
        return -1;
    }
    return check_file(image, debuginfod_fetch(owner->arena, owner->debuginfod, image->build_id, ret_reason),
                      image->build_id, NULL, ret);
}

int alternate_file_open(struct tr_image *image, const char *name, const void *id, size_t size, Elf **ret_elf)
{
    struct tr_arena *arena = image->owner->arena;
    tr_auto_str struct tr_str text = {0};
    for (size_t i = 0; i < size; i++)
        tr_str_printf(&text, "%02x", ((const unsigned char *)id)[i]);
    const char *wanted = tr_str_text(&text);
    int fd = open_by_build_id(image, wanted, ret_elf);
    if (fd >= 0 || !*name)
        return fd;
    /* By a path that is not absolute it is told from where the program lies. */
    const char *slash = strrchr(image->path, '/');
    if (name[0] != '/' && !slash)
        return -1;
    const char *path = name[0] == '/' ? name : tr_arena_printf(arena, "%.*s/%s", (int)(slash - image->path), image->path, name);
    return try_file(image, path, wanted, NULL, ret_elf);
}
