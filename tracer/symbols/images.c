#include "symbols/image.h"

#include "base/cleanup.h"
#include "base/limits.h"
#include "base/list.h"
#include "symbols/dwarf_internal.h"
#include "symbols/elf_internal.h"

#include <string.h>
#include <sys/stat.h>

enum { PAGE = 4096 };

static bool same_file(const struct tr_mapping *a, const struct tr_mapping *b)
{
    return a->inode == b->inode && a->device_major == b->device_major && a->device_minor == b->device_minor
           && strcmp(a->path, b->path) == 0;
}

static bool is_vdso(const struct tr_mapping *mapping) { return strcmp(mapping->path, "[vdso]") == 0; }

/* Where @p segment is mapped, if the bytes there are the file's own at the segment's offset. */
static const struct tr_mapping *segment_mapping(const struct tr_maps *maps, const struct tr_mapping *first,
                                                uint64_t bias, const GElf_Phdr *segment)
{
    uint64_t address = bias + segment->p_vaddr;
    const struct tr_mapping *mapping = tr_maps_find(maps, address);
    if (!mapping || address < first->start)
        return NULL;
    /* The vdso is anonymous to the kernel's list: offset 0, no inode, one mapping. */
    bool matches = same_file(mapping, first)
                   && (is_vdso(first) || mapping->offset + (address - mapping->start) == segment->p_offset);
    return matches ? mapping : NULL;
}

/* End of the memory that belongs to a segment: as far as its mapping and the ones that follow without a gap reach. */
static uint64_t segment_end(const struct tr_maps *maps, const struct tr_mapping *mapping, uint64_t bias,
                            const GElf_Phdr *segment)
{
    uint64_t wanted = bias + segment->p_vaddr + segment->p_memsz;
    if (wanted < bias + segment->p_vaddr || wanted > UINT64_MAX - PAGE)
        return mapping->end;
    wanted = (wanted + PAGE - 1) & ~(uint64_t)(PAGE - 1);
    const struct tr_mapping *last = maps->mappings + maps->count - 1;
    while (mapping->end < wanted && mapping < last && mapping[1].start == mapping->end)
        mapping++;
    return mapping->end < wanted ? mapping->end : wanted;
}

/* Where file offset 0 would lie in the file's address space: what turns the first mapping's address into the bias. */
static bool find_bias(const struct elf_headers *headers, uint64_t start, uint64_t *ret)
{
    for (size_t i = 0; i < headers->count; i++) {
        const GElf_Phdr *segment = &headers->segments[i];
        if (segment->p_type == PT_LOAD && segment->p_offset < PAGE) {
            *ret = start - (segment->p_vaddr - segment->p_offset);
            return true;
        }
    }
    return false;
}

/*
 * Fill the extent. An ELF file that is only mapped as data has no segment that lies executable where the headers say;
 * a segment whose pages belong to something else means that the headers in memory are not to be believed.
 */
static bool find_extent(const struct tr_maps *maps, const struct tr_mapping *first, const struct elf_headers *headers,
                        struct tr_image *image)
{
    bool executable = false;
    image->end = first->end;
    for (size_t i = 0; i < headers->count; i++) {
        const GElf_Phdr *segment = &headers->segments[i];
        if (segment->p_type != PT_LOAD || segment->p_filesz == 0)
            continue;
        const struct tr_mapping *mapping = segment_mapping(maps, first, image->bias, segment);
        if (!mapping)
            continue;
        executable = executable || ((segment->p_flags & PF_X) && mapping->executable);
        uint64_t end = segment_end(maps, mapping, image->bias, segment);
        if (end > image->end)
            image->end = end;
    }
    return executable;
}

static const char *note_build_id(struct tr_images *images, const struct tr_image *image, const GElf_Phdr *segment)
{
    if (segment->p_memsz > TR_LIMIT_NOTE_BYTES)
        return NULL;
    unsigned char *bytes = tr_arena_alloc(images->arena, segment->p_memsz + 1);
    size_t got = tr_memory_read_some(images->memory, image->bias + segment->p_vaddr, bytes, segment->p_memsz);
    return elf_build_id(images->arena, bytes, got);
}

static void read_segments(struct tr_images *images, const struct elf_headers *headers, struct tr_image *image)
{
    for (size_t i = 0; i < headers->count; i++) {
        const GElf_Phdr *segment = &headers->segments[i];
        uint64_t address = image->bias + segment->p_vaddr;
        if (segment->p_type == PT_GNU_EH_FRAME) {
            image->eh_frame_hdr = address;
            image->eh_frame_hdr_size = segment->p_memsz;
        } else if (segment->p_type == PT_DYNAMIC) {
            image->dynamic = address;
        } else if (segment->p_type == PT_NOTE && !image->build_id) {
            image->build_id = note_build_id(images, image, segment);
        }
    }
}

static struct tr_image *image_at(struct tr_images *images, const struct tr_mapping *first)
{
    struct elf_headers headers;
    if (!elf_headers_read(images->arena, images->memory, first->start, first->end - first->start, &headers))
        return NULL;
    struct tr_image found = {.path = first->path,
                             .start = first->start,
                             .is_32bit = headers.is_32bit,
                             .deleted = first->deleted,
                             .is_system = is_vdso(first) || elf_path_is_system(first->path),
                             .owner = images,
                             .fd = -1};
    if (!find_bias(&headers, first->start, &found.bias) || !find_extent(images->maps, first, &headers, &found))
        return NULL;
    found.entry = headers.file.e_entry + found.bias;
    read_segments(images, &headers, &found);
    struct tr_image *image = tr_arena_new(images->arena, struct tr_image);
    *image = found;
    return image;
}

/* Without AT_ENTRY: the file that /proc/PID/exe leads to. Device numbers differ on overlay file systems. */
static bool is_executable_file(const struct tr_images *images, const struct tr_mapping *first)
{
    struct stat status;
    return images->executable_fd >= 0 && fstat(images->executable_fd, &status) == 0 && status.st_ino == first->inode;
}

static bool may_begin_image(const struct tr_mapping *mapping, uint64_t vdso)
{
    bool is_file = mapping->path[0] == '/' && mapping->offset == 0;
    return mapping->readable && (is_file || is_vdso(mapping) || (vdso && mapping->start == vdso));
}

static void find_images(struct tr_images *images, uint64_t entry, uint64_t vdso)
{
    struct tr_list list = {0};
    uint64_t end = 0;
    for (size_t i = 0; i < images->maps->count && list.count < TR_LIMIT_IMAGES; i++) {
        const struct tr_mapping *mapping = &images->maps->mappings[i];
        /* Inside the image before: its data segment may map the file's first page once more. */
        if (mapping->start < end || !may_begin_image(mapping, vdso))
            continue;
        struct tr_image *image = image_at(images, mapping);
        if (!image)
            continue;
        image->is_main = entry ? entry >= image->start && entry < image->end : is_executable_file(images, mapping);
        image->is_system = image->is_system && !image->is_main;
        end = image->end;
        tr_list_add(images->arena, &list, image);
    }
    images->items = (struct tr_image **)list.items;
    images->count = list.count;
}

struct tr_images *tr_images_create(struct tr_arena *arena, struct tr_memory *memory, const struct tr_maps *maps,
                                   struct tr_file_opener opener, int executable_fd, uint64_t entry, uint64_t vdso)
{
    elf_version(EV_CURRENT);
    struct tr_images *images = tr_arena_new(arena, struct tr_images);
    *images = (struct tr_images){
        .arena = arena, .memory = memory, .maps = maps, .opener = opener, .executable_fd = executable_fd};
    find_images(images, entry, vdso);
    return images;
}

void tr_images_destroy(struct tr_images *images)
{
    if (!images)
        return;
    for (size_t i = 0; i < images->count; i++) {
        struct tr_image *image = images->items[i];
        dwarf_close(image);
        symbols_close(image);
        elf_end(image->elf);
        tr_cleanup_close(&image->fd);
        image->elf = NULL;
        image->fd = -1;
    }
    images->count = 0;
}

struct tr_image *tr_images_find(const struct tr_images *images, uint64_t address)
{
    size_t low = 0, high = images->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (images->items[middle]->end <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low < images->count && images->items[low]->start <= address ? images->items[low] : NULL;
}

struct tr_image *tr_images_main(const struct tr_images *images)
{
    for (size_t i = 0; i < images->count; i++)
        if (images->items[i]->is_main)
            return images->items[i];
    return NULL;
}
