#include "unwind/frame_section.h"
#include "unwind/unwind_internal.h"

#include <dwarf.h>
#include <string.h>

enum {
    PAGE = 4096,
    /* Table entries are int32 relative to the segment base, which lies in the image or in a window near it. */
    NEAR = 1 << 30,
};

uint64_t window_add(struct tr_unwinder *unwinder, const struct tr_image *image, const void *bytes, size_t size)
{
    const struct tr_maps *maps = unwinder->images->maps;
    uint64_t start = (image->end + 2 * PAGE - 1) & ~(uint64_t)(PAGE - 1);
    if (size > NEAR)
        return 0;
    for (size_t i = 0; i < maps->count; i++) {
        const struct tr_mapping *mapping = &maps->mappings[i];
        if (mapping->end > start && mapping->start < start + size)
            start = mapping->end;
    }
    TR_EACH(const struct window, window, &unwinder->windows) {
        if (window->address + window->size > start && window->address < start + size)
            start = (window->address + window->size + PAGE - 1) & ~(uint64_t)(PAGE - 1);
    }
    if (start < image->end || start - image->start > NEAR || tr_maps_find(maps, start)
        || tr_maps_find(maps, start + size - 1))
        return 0;
    struct window *window = tr_list_new(unwinder->images->arena, &unwinder->windows, struct window);
    *window = (struct window){start, bytes, size};
    return start;
}

/* Only the encodings that GNU ld, gold and lld write: anything else is indexed anew from .eh_frame. */
static void from_header(const struct tr_unwinder *unwinder, const struct tr_image *image, struct frame_table *ret)
{
    unsigned char head[12];
    uint32_t count;
    if (!image->eh_frame_hdr || !tr_memory_read(unwinder->images->memory, image->eh_frame_hdr, head, sizeof(head)))
        return;
    static const unsigned char known[] = {1, DW_EH_PE_pcrel | DW_EH_PE_sdata4, DW_EH_PE_udata4,
                                          DW_EH_PE_datarel | DW_EH_PE_sdata4};
    memcpy(&count, head + 8, sizeof(count));
    if (memcmp(head, known, sizeof(known)) != 0 || image->eh_frame_hdr_size < sizeof(head)
        || count > (image->eh_frame_hdr_size - sizeof(head)) / 8)
        return;
    *ret = (struct frame_table){image->eh_frame_hdr, image->eh_frame_hdr + sizeof(head), count};
}

static void from_section(struct tr_unwinder *unwinder, struct tr_image *image, bool is_debug_frame,
                         struct frame_table *ret)
{
    size_t size;
    uint64_t address;
    const void *bytes = tr_image_section(image, is_debug_frame ? ".debug_frame" : ".eh_frame", &size, &address);
    if (!bytes || (!is_debug_frame && !address))
        return;
    struct tr_arena *arena = unwinder->images->arena;
    if (is_debug_frame) {
        void *copy = frame_section_rewrite(arena, bytes, size, image->bias);
        address = window_add(unwinder, image, copy, size);
        bytes = copy;
        if (!address)
            return;
    }
    struct frame_index index = {.address = address, .start = image->start, .end = image->end};
    index.bias = is_debug_frame ? 0 : image->bias; /* which the copy has already */
    frame_section_index(arena, bytes, size, &index);
    if (!index.count)
        return;
    uint64_t entries = window_add(unwinder, image, index.entries, index.count * sizeof(*index.entries));
    if (entries)
        *ret = (struct frame_table){address, entries, index.count};
}

void frame_table_build(struct tr_unwinder *unwinder, struct tr_image *image, enum table_source source,
                       struct frame_table *ret)
{
    *ret = (struct frame_table){0};
    if (source == FROM_HEADER)
        from_header(unwinder, image, ret);
    else
        from_section(unwinder, image, source == FROM_DEBUG_FRAME, ret);
}
