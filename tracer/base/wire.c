#include "base/wire.h"

#include <string.h>

void tr_wire_put_u8(struct tr_str *out, uint8_t value) { tr_str_add(out, &value, sizeof(value)); }
void tr_wire_put_u32(struct tr_str *out, uint32_t value) { tr_str_add(out, &value, sizeof(value)); }
void tr_wire_put_u64(struct tr_str *out, uint64_t value) { tr_str_add(out, &value, sizeof(value)); }

/* A string travels as its length plus one, so that 0 can stand for NULL. */
void tr_wire_put_string(struct tr_str *out, const char *text)
{
    size_t length = text ? strlen(text) : 0;
    tr_wire_put_u32(out, text ? (uint32_t)length + 1 : 0);
    tr_str_add(out, text, length);
}

bool tr_wire_take(struct tr_wire *wire, void *out, size_t size)
{
    if (tr_wire_left(wire) < size)
        return false;
    memcpy(out, wire->at, size);
    wire->at += size;
    return true;
}

bool tr_wire_take_u32(struct tr_wire *wire, uint32_t *ret) { return tr_wire_take(wire, ret, sizeof(*ret)); }
bool tr_wire_take_u64(struct tr_wire *wire, uint64_t *ret) { return tr_wire_take(wire, ret, sizeof(*ret)); }

bool tr_wire_take_bool(struct tr_wire *wire, bool *ret)
{
    uint8_t value;
    if (!tr_wire_take(wire, &value, 1) || value > 1)
        return false;
    *ret = value;
    return true;
}

bool tr_wire_take_string(struct tr_wire *wire, const char **ret)
{
    uint32_t length;
    if (!tr_wire_take_u32(wire, &length))
        return false;
    if (!length) {
        *ret = NULL;
        return true;
    }
    length--;
    if (tr_wire_left(wire) < length || memchr(wire->at, 0, length))
        return false;
    *ret = tr_arena_strndup(wire->arena, (const char *)wire->at, length);
    wire->at += length;
    return true;
}
