/* The location evaluator on any bytes as a DWARF expression. */
#include "fuzzer.h"
#include "stage.h"

#include <stdlib.h>
#include <string.h>

enum { LENGTH = 256, NOP = 0x96 };

static const char marker[] = "EXPRESSION HERE!";

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static struct stage stage;
    static uint64_t places[2];
    if (!stage.pid) {
        stage_start(&stage, FUZZ_SPECIMENS "/expression");
        const unsigned char *at = stage.original;
        for (size_t i = 0; i < 2; i++) {
            at = memmem(at, stage.size - (size_t)(at - stage.original), marker, sizeof(marker) - 1);
            if (!at)
                abort();
            places[i] = (uint64_t)(at++ - stage.original);
        }
    }
    unsigned char expression[LENGTH];
    memset(expression, NOP, sizeof(expression));
    memcpy(expression, bytes, size < LENGTH ? size : LENGTH);
    for (size_t i = 0; i < 2; i++)
        stage_edit_file(&stage, places[i], expression, sizeof(expression));
    stage_read_values(&stage);
    return 0;
}
