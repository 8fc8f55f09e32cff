#include "syscalls/arguments_internal.h"

#include <inttypes.h>

void tr_argument_pointer(struct tr_decode *decode, uint64_t value) { tr_decode_add_pointer(decode, value); }

/* The kernel takes an int from the low half of the register; the upper half may hold anything. */
void tr_argument_signed(struct tr_decode *decode, uint64_t value)
{
    tr_str_printf(decode->out, "%" PRId32, (int32_t)value);
}

void tr_argument_unsigned(struct tr_decode *decode, uint64_t value)
{
    tr_str_printf(decode->out, "%" PRIu32, (uint32_t)value);
}

void tr_argument_long(struct tr_decode *decode, uint64_t value)
{
    tr_str_printf(decode->out, "%" PRId64, (int64_t)value);
}

void tr_argument_size(struct tr_decode *decode, uint64_t value) { tr_str_printf(decode->out, "%" PRIu64, value); }

void tr_argument_hex(struct tr_decode *decode, uint64_t value)
{
    tr_str_printf(decode->out, value ? "0x%" PRIx64 : "%" PRIx64, value);
}

/* A buffer to be written; its size is the next argument. */
void tr_argument_data(struct tr_decode *decode, uint64_t value)
{
    tr_decode_add_bytes_at(decode, value, tr_decode_next(decode));
}

/* A buffer that was read into; the result says how much. */
void tr_argument_data_out(struct tr_decode *decode, uint64_t value)
{
    uint64_t room = tr_decode_next(decode), size = (uint64_t)decode->result;
    tr_decode_add_bytes_at(decode, value, size < room ? size : room);
}
