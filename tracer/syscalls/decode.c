#include "syscalls/decode_internal.h"

#include "base/limits.h"
#include "base/utf8.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The longest prefix of at most @p limit bytes that does not end inside a UTF-8 sequence. */
static size_t cut_at(const char *text, size_t size, size_t limit)
{
    if (size <= limit)
        return size;
    size_t cut = limit;
    while (cut && limit - cut < 3 && ((unsigned char)text[cut] & 0xc0) == 0x80)
        cut--;
    return ((unsigned char)text[cut] & 0xc0) == 0x80 ? limit : cut;
}

static void limit_text(struct tr_str *out, size_t start)
{
    if (out->size - start <= TR_LIMIT_SYSCALL_TEXT)
        return;
    out->size = start + cut_at(out->bytes + start, out->size - start, TR_LIMIT_SYSCALL_TEXT);
    out->bytes[out->size] = '\0';
    tr_str_add_text(out, "…");
}

/* @return whether anything was appended: some arguments exist only with others (the mode of open). */
static bool add_argument(struct tr_decode *decode, bool is_first, struct tr_hole *hole)
{
    struct tr_str *out = decode->out;
    size_t before = out->size;
    if (!is_first)
        tr_str_add_text(out, ", ");
    size_t start = out->size;
    uint64_t value = decode->values[decode->index];
    if (decode->argument->is_output) {
        tr_decode_add_pointer(decode, value);
        *hole = (struct tr_hole){(unsigned)start, (unsigned)out->size, decode->index, true};
    } else {
        decode->argument->decode(decode, value);
    }
    if (out->size > start)
        return true;
    out->size = before;
    out->bytes[before] = '\0';
    return false;
}

void tr_decode_call(const struct tr_syscall_row *row, const uint64_t *values, int tid, struct tr_memory *memory,
                    struct tr_str *out, struct tr_hole *ret_hole)
{
    struct tr_decode decode = {.out = out, .memory = memory, .tid = tid, .values = values};
    struct tr_hole hole = {0};
    size_t start = out->size;
    bool is_first = true;
    tr_str_printf(out, "%s(", row->name);
    for (; decode.index < TR_SYSCALL_ARGUMENTS && row->arguments[decode.index].decode; decode.index++) {
        decode.argument = &row->arguments[decode.index];
        if (add_argument(&decode, is_first, &hole))
            is_first = false;
        if (out->size - start > TR_LIMIT_SYSCALL_TEXT)
            break;
    }
    limit_text(out, start);
    tr_str_add_char(out, ')');
    *ret_hole = hole;
}

void tr_decode_output(const struct tr_syscall_row *row, const uint64_t *values, int tid, struct tr_memory *memory,
                      unsigned argument, int64_t result, struct tr_str *out)
{
    struct tr_decode decode = {.out = out,
                               .memory = memory,
                               .tid = tid,
                               .values = values,
                               .index = argument,
                               .argument = &row->arguments[argument],
                               .result = result};
    size_t start = out->size;
    decode.argument->decode(&decode, values[argument]);
    limit_text(out, start);
}

uint64_t tr_decode_next(const struct tr_decode *decode)
{
    return decode->index + 1 < TR_SYSCALL_ARGUMENTS ? decode->values[decode->index + 1] : 0;
}

bool tr_decode_read(struct tr_decode *decode, uint64_t address, void *buffer, size_t size)
{
    if (decode->memory && address && tr_memory_read(decode->memory, address, buffer, size))
        return true;
    tr_decode_add_pointer(decode, address);
    return false;
}

/* Of binary data, which says little and is four times as long when escaped. As many bytes as strace shows. */
enum { BINARY_SHOWN = 32 };

void tr_decode_add_string(struct tr_decode *decode, const char *text, size_t size)
{
    struct tr_str *out = decode->out;
    size_t cut = cut_at(text, size, TR_LIMIT_SYSCALL_STRING);
    tr_str_add_char(out, '"');
    size_t start = out->size;
    tr_str_add_escaped(out, text, cut);
    if (cut > BINARY_SHOWN && out->size - start > 2 * cut) {
        cut = BINARY_SHOWN;
        out->size = start;
        tr_str_add_escaped(out, text, cut);
    }
    tr_str_add_text(out, cut < size ? "\"…" : "\"");
}

void tr_decode_add_pointer(struct tr_decode *decode, uint64_t address)
{
    if (address)
        tr_str_printf(decode->out, "0x%" PRIx64, address);
    else
        tr_str_add_text(decode->out, "NULL");
}

/* One byte more than is shown, so that a cut is noticed. */
enum { STRING_BUFFER = TR_LIMIT_SYSCALL_STRING + 1 };

static size_t read_some(const struct tr_decode *decode, uint64_t address, char *buffer, size_t size)
{
    return decode->memory && address ? tr_memory_read_some(decode->memory, address, buffer, size) : 0;
}

void tr_decode_add_string_at(struct tr_decode *decode, uint64_t address)
{
    char buffer[STRING_BUFFER];
    size_t size = read_some(decode, address, buffer, sizeof(buffer));
    if (!size) {
        tr_decode_add_pointer(decode, address);
        return;
    }
    const char *end = memchr(buffer, 0, size);
    tr_decode_add_string(decode, buffer, end ? (size_t)(end - buffer) : size);
    if (!end && size < sizeof(buffer))
        tr_str_add_text(decode->out, "…"); /* ran into unmapped memory */
}

void tr_decode_add_bytes_at(struct tr_decode *decode, uint64_t address, uint64_t size)
{
    char buffer[STRING_BUFFER];
    size_t wanted = size < sizeof(buffer) ? (size_t)size : sizeof(buffer);
    size_t got = read_some(decode, address, buffer, wanted);
    if (!got && (size || !address)) {
        tr_decode_add_pointer(decode, address);
        return;
    }
    tr_decode_add_string(decode, buffer, got);
    if (got < wanted)
        tr_str_add_text(decode->out, "…");
}

void tr_decode_add_fd(struct tr_decode *decode, int fd)
{
    tr_str_printf(decode->out, "%d", fd);
    if (fd < 0)
        return;
    char link[64], target[STRING_BUFFER];
    snprintf(link, sizeof(link), "/proc/%d/fd/%d", decode->tid, fd);
    ssize_t size = readlink(link, target, sizeof(target));
    if (size <= 0)
        return;
    size_t cut = cut_at(target, (size_t)size, TR_LIMIT_SYSCALL_STRING);
    tr_str_add_char(decode->out, '<');
    tr_str_add_escaped(decode->out, target, cut);
    tr_str_add_text(decode->out, cut < (size_t)size ? "…>" : ">");
}

void tr_decode_add_time_at(struct tr_decode *decode, uint64_t address, const char *fraction)
{
    int64_t words[2];
    if (tr_decode_read(decode, address, words, sizeof(words)))
        tr_str_printf(decode->out, "{tv_sec=%" PRId64 ", %s=%" PRId64 "}", words[0], fraction, words[1]);
}
