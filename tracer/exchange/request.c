#include "exchange/request.h"

#include "base/wire.h"
#include "model/codec.h"

static void put_strings(struct tr_str *out, const struct tr_list *list)
{
    tr_wire_put_u32(out, (uint32_t)list->count);
    TR_EACH(const char, text, list)
    {
        tr_wire_put_string(out, text);
    }
}

static bool take_strings(struct tr_wire *wire, struct tr_list *list)
{
    uint32_t count;
    if (!tr_wire_take_u32(wire, &count) || count > tr_wire_left(wire))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const char *text;
        if (!tr_wire_take_string(wire, &text) || !text)
            return false;
        tr_list_add(wire->arena, list, (void *)text);
    }
    return true;
}

/* A record as one block with its size before it; size 0 stands for NULL. */
static void put_record(struct tr_str *out, const struct tr_record *type, const void *record)
{
    tr_auto_str struct tr_str bytes = {0};
    if (record)
        tr_encode(type, record, &bytes);
    tr_wire_put_u32(out, (uint32_t)bytes.size);
    tr_str_add(out, bytes.bytes, bytes.size);
}

static bool take_record(struct tr_wire *wire, const struct tr_record *type, void **ret)
{
    uint32_t size;
    if (!tr_wire_take_u32(wire, &size) || size > tr_wire_left(wire))
        return false;
    void *record = NULL;
    tr_auto_error struct tr_error *error = size ? tr_decode(type, wire->arena, wire->at, size, &record) : NULL;
    wire->at += size;
    *ret = record;
    return !error;
}

static void put_waits(struct tr_str *out, const struct tr_list *waits)
{
    tr_wire_put_u32(out, (uint32_t)waits->count);
    TR_EACH(const struct tr_wait, wait, waits)
    {
        put_record(out, &tr_record_wait, wait);
    }
}

static bool take_waits(struct tr_wire *wire, struct tr_list *ret)
{
    uint32_t count;
    if (!tr_wire_take_u32(wire, &count) || count > tr_wire_left(wire))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        void *wait;
        if (!take_record(wire, &tr_record_wait, &wait) || !wait)
            return false;
        tr_list_add(wire->arena, ret, wait);
    }
    return true;
}

static bool take_syscalls(struct tr_wire *wire, struct tr_syscalls **ret)
{
    void *record;
    bool taken = take_record(wire, &tr_record_syscalls, &record);
    *ret = taken ? record : NULL;
    return taken;
}

static bool take_origins(struct tr_wire *wire, struct tr_request *request)
{
    uint32_t count;
    if (!tr_wire_take_u32(wire, &count) || count > tr_wire_left(wire) / sizeof(struct tr_registers)
        || (count && !request->syscalls))
        return false;
    request->origins = tr_arena_alloc(wire->arena, count * sizeof(*request->origins));
    request->origin_count = count;
    for (uint32_t i = 0; i < count; i++) {
        struct tr_origin_request *origin = &request->origins[i];
        const struct tr_list *calls = &request->syscalls->recent;
        if (!tr_wire_take_bool(wire, &origin->failed) || !tr_wire_take_u32(wire, &origin->index)
            || origin->index >= (origin->failed ? &request->syscalls->failed : calls)->count
            || !tr_wire_take(wire, &origin->registers, sizeof(origin->registers))
            || !tr_wire_take_u32(wire, &origin->stack_size) || origin->stack_size > tr_wire_left(wire))
            return false;
        origin->stack = tr_arena_strndup(wire->arena, (const char *)wire->at, origin->stack_size);
        wire->at += origin->stack_size;
    }
    return true;
}

void tr_request_encode(const struct tr_request *request, struct tr_str *out)
{
    tr_stop_encode(&request->stop, out);
    put_strings(out, &request->waiting_for);
    put_waits(out, &request->waits);
    tr_wire_put_u32(out, request->depth);
    tr_wire_put_u8(out, request->verbose);
    tr_wire_put_string(out, request->debuginfod);
    tr_wire_put_string(out, request->start_folder);
    put_strings(out, &request->source_maps);
    put_strings(out, &request->user_code);
    put_record(out, &tr_record_syscalls, request->syscalls);
    tr_wire_put_u32(out, request->origin_count);
    for (uint32_t i = 0; i < request->origin_count; i++) {
        const struct tr_origin_request *origin = &request->origins[i];
        tr_wire_put_u8(out, origin->failed);
        tr_wire_put_u32(out, origin->index);
        tr_str_add(out, &origin->registers, sizeof(origin->registers));
        tr_wire_put_u32(out, origin->stack_size);
        tr_str_add(out, origin->stack, origin->stack_size);
    }
}

struct tr_error *tr_request_decode(struct tr_arena *arena, const void *bytes, size_t size, struct tr_request *ret)
{
    struct tr_wire wire = {arena, bytes, (const unsigned char *)bytes + size};
    struct tr_request request = {0};
    uint32_t depth;
    if (!tr_stop_decode(&wire, &request.stop) || !take_strings(&wire, &request.waiting_for)
        || request.waiting_for.count != request.stop.thread_count || !take_waits(&wire, &request.waits) || !tr_wire_take_u32(&wire, &depth)
        || !tr_wire_take_bool(&wire, &request.verbose) || !tr_wire_take_string(&wire, &request.debuginfod)
        || !tr_wire_take_string(&wire, &request.start_folder) || !take_strings(&wire, &request.source_maps)
        || !take_strings(&wire, &request.user_code) || !take_syscalls(&wire, &request.syscalls)
        || !take_origins(&wire, &request))
        return tr_error_make(TR_ERROR_MALFORMED, "a request for analysis that cannot be read");
    request.depth = depth;
    *ret = request;
    return NULL;
}
