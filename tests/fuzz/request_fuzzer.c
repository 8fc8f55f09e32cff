/* What a supervisor sends: any bytes are a request or an error. */
#include "fuzzer.h"

#include "base/cleanup.h"
#include "exchange/request.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct tr_arena *arena = tr_arena_create();
    struct tr_request request;
    tr_auto_error struct tr_error *error = tr_request_decode(arena, bytes, size, &request);
    if (!error) {
        tr_auto_str struct tr_str again = {0};
        tr_request_encode(&request, &again);
    }
    tr_arena_destroy(arena);
    return 0;
}
