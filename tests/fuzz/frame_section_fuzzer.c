/* Indexing any bytes as .eh_frame, and as .debug_frame rewritten to it. */
#include "fuzzer.h"

#include "unwind/frame_section.h"

#include <stdlib.h>

static void index_section(struct tr_arena *arena, const void *bytes, size_t size)
{
    struct frame_index index = {.address = 0x401000, .start = 0x400000, .end = 0x500000};
    frame_section_index(arena, bytes, size, &index);
    for (size_t i = 1; i < index.count; i++)
        if (index.entries[i - 1].pc > index.entries[i].pc)
            abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct tr_arena *arena = tr_arena_create();
    index_section(arena, bytes, size);
    index_section(arena, frame_section_rewrite(arena, bytes, size, 0x400000), size);
    tr_arena_destroy(arena);
    return 0;
}
