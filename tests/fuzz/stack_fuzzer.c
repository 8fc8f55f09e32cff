/* A walk of the stack with words of the unwind information and of the stack replaced: edits of 2 bytes of place, 8 of content. */
#include "fuzzer.h"
#include "stage.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    enum { EDIT = 10, STACK = 1024 };
    static struct stage stage;
    static struct stage_range tables;
    static uint64_t bias;
    struct stage_look look;
    struct tr_stack stack;
    if (!stage.pid) {
        stage_start(&stage, FUZZ_SPECIMENS "/types");
        stage_sections(&stage, ".eh_frame", &tables, 1);
        stage_look_begin(&stage, &look);
        bias = tr_images_main(look.images)->bias;
        stage_look_end(&stage, &look);
    }
    for (; size >= EDIT; bytes += EDIT, size -= EDIT) {
        uint16_t place;
        uint64_t word;
        memcpy(&place, bytes, sizeof(place));
        memcpy(&word, bytes + 2, sizeof(word));
        /* Sections that are loaded read-only lie in memory as in the file. */
        if (place & 1)
            stage_edit_memory(&stage, stage.registers.general.rsp + (place >> 1) % STACK * UINT64_C(8), word);
        else
            stage_edit_memory(&stage, bias + tables.start + (place >> 1) % (tables.size + 256), word);
    }
    stage_look_begin(&stage, &look);
    struct tr_unwinder *unwinder = tr_unwinder_create(look.images);
    tr_unwind(unwinder, look.arena, &stage.registers, 1000, &stack);
    if (stack.total < 1 || stack.head_count < 1 || stack.head_count + stack.tail_count > stack.total)
        abort();
    tr_unwinder_destroy(unwinder);
    stage_look_end(&stage, &look);
    return 0;
}
