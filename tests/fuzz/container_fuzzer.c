/*
 * Containers and objects in damaged memory. An input is edits of 4 bytes: where (2 bytes), what to put there, and a byte
 * for it: a small number, a great one, a power of two, or the address of another place.
 */
#include "fuzzer.h"
#include "stage.h"

#include "symbols/image.h"

#include <string.h>
#include <unistd.h>

#ifndef FUZZ_CONTAINERS
#define FUZZ_CONTAINERS "/containers"
#endif

/* The lowest address of the heap that a word of the frames leads to: what the runtime has before that is no variable's. */
static uint64_t first_object(const struct stage *stage, struct stage_range frames, const struct tr_mapping *heap)
{
    uint64_t lowest = heap->end, word;
    for (uint64_t at = frames.start; at < frames.start + frames.size; at += sizeof(word))
        if (pread(stage->mem, &word, sizeof(word), (off_t)at) == sizeof(word) && word >= heap->start && word < lowest)
            lowest = word & ~UINT64_C(7);
    return lowest;
}

/* The frames, and the first part of the heap: where their variables lie. */
static void find_ranges(struct stage *stage, struct stage_range ranges[2])
{
    enum { HEAP = 8192 };
    struct tr_maps maps;
    uint64_t sp = stage->registers.general.rsp & ~UINT64_C(7);
    ranges[0] = (struct stage_range){sp, (size_t)(stage->contexts[stage->frame_count > 1].cfa - sp)};
    tr_maps_parse(stage->arena, stage->maps, &maps);
    for (size_t i = 0; i < maps.count; i++)
        if (strcmp(maps.mappings[i].path, "[heap]") == 0)
            ranges[1] = (struct stage_range){first_object(stage, ranges[0], &maps.mappings[i]), HEAP};
}

static uint64_t word_at(const struct stage_range ranges[2], uint16_t place)
{
    const struct stage_range *range = &ranges[place & 1];
    return range->start + (place >> 1) * UINT64_C(8) % range->size;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    enum { EDIT = 4 };
    static struct stage stage;
    static struct stage_range ranges[2];
    if (!stage.pid) {
        stage_start(&stage, FUZZ_SPECIMENS FUZZ_CONTAINERS);
        find_ranges(&stage, ranges);
    }
    for (; ranges[0].size && ranges[1].size && size >= EDIT; bytes += EDIT, size -= EDIT) {
        uint16_t place;
        uint64_t value = bytes[3];
        memcpy(&place, bytes, sizeof(place));
        switch (bytes[2] % 4) {
        case 1:
            value = -value;
            break;
        case 2:
            value = UINT64_C(1) << (value & 63);
            break;
        case 3:
            value = word_at(ranges, (uint16_t)(value << 1 | value >> 7));
            break;
        }
        stage_edit_memory(&stage, word_at(ranges, place), value);
    }
    stage_read_values(&stage);
    return 0;
}
