#include "values/values_internal.h"

#include <inttypes.h>
#include <string.h>

struct tr_bytes tr_bytes_in_memory(uint64_t address)
{
    return (struct tr_bytes){.in_memory = true, .address = address};
}

struct tr_bytes tr_bytes_at(const struct tr_bytes *bytes, uint64_t offset)
{
    struct tr_bytes part = *bytes;
    if (part.in_memory) {
        part.address += offset;
    } else {
        size_t skipped = offset < part.size ? (size_t)offset : part.size;
        part.copy += skipped;
        part.size -= skipped;
        part.missing = skipped < 64 ? part.missing >> skipped : 0;
    }
    return part;
}

static uint64_t low_bits(size_t count)
{
    return count < 64 ? (UINT64_C(1) << count) - 1 : UINT64_MAX;
}

size_t tr_bytes_read_some(const struct tr_reading *reading, const struct tr_bytes *bytes, void *buffer, size_t size)
{
    if (bytes->in_memory)
        return tr_memory_read_some(reading->values->memory, bytes->address, buffer, size);
    size_t there = size < bytes->size ? size : bytes->size;
    for (size_t i = 0; i < there && i < 64; i++)
        if (bytes->missing >> i & 1)
            there = i;
    if (there)
        memcpy(buffer, bytes->copy, there);
    return there;
}

bool tr_bytes_read(const struct tr_reading *reading, const struct tr_bytes *bytes, void *buffer, size_t size,
                   struct tr_variable *node)
{
    struct tr_arena *arena = reading->values->arena;
    size_t got = tr_bytes_read_some(reading, bytes, buffer, size);
    if (got == size)
        return true;
    if (bytes->in_memory)
        tr_set_state(node, TR_STATE_UNREADABLE,
                     tr_arena_printf(arena, "memory at 0x%" PRIx64 " cannot be read", bytes->address + got));
    else if ((bytes->missing & low_bits(size)) == low_bits(size))
        tr_set_state(node, TR_STATE_OPTIMIZED_OUT, "this part is optimized out");
    else if (bytes->missing & low_bits(size))
        tr_set_state(node, TR_STATE_PARTIAL, "some of its bytes are optimized out");
    else
        tr_set_state(node, TR_STATE_UNAVAILABLE, "the debug information gives fewer bytes than the type has");
    return false;
}
