/*
 * Units, types, scopes and values from damaged debug information. An input is edits of 8 bytes: which section, where in
 * it (3 bytes), how many bytes (1 to 3), and these.
 */
#include "fuzzer.h"
#include "stage.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    enum { SECTIONS = 16, EDIT = 8, MOST = 3 };
    static struct stage stage;
    static struct stage_range sections[SECTIONS];
    static size_t count;
    if (!stage.pid) {
        stage_start(&stage, FUZZ_SPECIMENS "/types");
        count = stage_sections(&stage, ".debug_", sections, SECTIONS);
    }
    for (; count && size >= EDIT; bytes += EDIT, size -= EDIT) {
        const struct stage_range *section = &sections[bytes[0] % count];
        uint32_t offset = 0;
        memcpy(&offset, bytes + 1, 3);
        stage_edit_file(&stage, section->start + offset % section->size, bytes + 5, 1 + bytes[4] % MOST);
    }
    stage_read_values(&stage);
    return 0;
}
