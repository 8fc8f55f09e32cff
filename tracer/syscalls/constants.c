#include "syscalls/decode_internal.h"

#include <inttypes.h>

static void add_separated(struct tr_str *out, size_t start, const char *name)
{
    if (out->size > start)
        tr_str_add_char(out, '|');
    tr_str_add_text(out, name);
}

static const char *choice_name(const struct tr_constants *constants, uint64_t value)
{
    for (size_t i = 0; i < constants->count; i++)
        if (constants->items[i].value == value)
            return constants->items[i].name;
    return NULL;
}

static void add_number(struct tr_str *out, const struct tr_constants *constants, uint64_t value)
{
    if (constants->is_signed || !value)
        tr_str_printf(out, "%" PRId32, (int32_t)value);
    else
        tr_str_printf(out, "0x%" PRIx64, value);
}

void tr_constants_add(struct tr_str *out, const struct tr_constants *constants, uint64_t value)
{
    size_t start = out->size;
    uint64_t choice = (uint32_t)value & constants->choice_mask, rest = (uint32_t)value & ~constants->choice_mask;
    const char *name = constants->choice_mask || !rest ? choice_name(constants, choice) : NULL;
    if (name)
        tr_str_add_text(out, name);
    else if (choice)
        add_number(out, constants, choice);
    for (size_t i = 0; i < constants->count && rest; i++) {
        uint64_t flag = constants->items[i].value;
        if (!(flag & ~constants->choice_mask) || (rest & flag) != flag)
            continue;
        add_separated(out, start, constants->items[i].name);
        rest &= ~flag;
    }
    if (rest) {
        if (out->size > start)
            tr_str_add_char(out, '|');
        tr_str_printf(out, "0x%" PRIx64, rest);
    }
    if (out->size == start)
        tr_str_add_char(out, '0');
}

void tr_argument_constants(struct tr_decode *decode, uint64_t value)
{
    tr_constants_add(decode->out, decode->argument->constants, value);
}
