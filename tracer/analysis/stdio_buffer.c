#include "analysis/stdio_buffer.h"

#include "base/limits.h"
#include "base/utf8.h"
#include "symbols/symbol.h"

#include <string.h>

/* The head of glibc's struct _IO_FILE, unchanged since 2.1 (libio/bits/types/struct_FILE.h). */
struct io_file {
    uint32_t flags, padding;
    uint64_t read_ptr, read_end, read_base, write_base, write_ptr, write_end, buf_base, buf_end;
};

/* _IO_MAGIC in the upper half of the flags tells that this is a FILE. */
enum { IO_MAGIC_SHIFT = 16, IO_MAGIC = 0xfbad };

/* After main's return exit() still writes the buffers out, and a handled fault need not be the end. */
static bool is_the_end(enum tr_stop_reason reason) { return reason != TR_STOP_MAIN_RETURN && reason != TR_STOP_HANDLED; }

/* The stream that @p symbol names, as it lies in memory. */
static bool stream_named(struct tr_analysis *analysis, const char *name, struct io_file *ret)
{
    struct tr_image *image;
    struct tr_symbol symbol;
    return tr_symbol_find(analysis->images, name, &image, &symbol) &&
           tr_memory_read(analysis->memory, symbol.address, ret, sizeof(*ret)) && ret->flags >> IO_MAGIC_SHIFT == IO_MAGIC;
}

static const char *text_at(struct tr_analysis *analysis, uint64_t address, size_t *size)
{
    char *text = tr_arena_alloc(analysis->arena, *size + 1);
    *size = tr_memory_read_some(analysis->memory, address, text, *size);
    text[*size] = '\0';
    if (tr_utf8_valid(text, *size) && !memchr(text, '\0', *size))
        return text;
    tr_auto_str struct tr_str escaped = {0};
    tr_str_add_escaped(&escaped, text, *size);
    return tr_arena_strdup(analysis->arena, tr_str_text(&escaped));
}

static struct tr_io *io_of(struct tr_analysis *analysis)
{
    if (!analysis->report->io)
        analysis->report->io = tr_arena_new(analysis->arena, struct tr_io);
    return analysis->report->io;
}

void tr_analysis_unflushed(struct tr_analysis *analysis)
{
    struct io_file file;
    if (!is_the_end(analysis->stop->reason) || !stream_named(analysis, "_IO_2_1_stdout_", &file))
        return;
    bool sane = file.write_base >= file.buf_base && file.write_ptr > file.write_base && file.write_ptr <= file.buf_end;
    if (!sane)
        return;
    uint64_t size = file.write_ptr - file.write_base;
    size_t got = size < TR_LIMIT_UNFLUSHED ? (size_t)size : TR_LIMIT_UNFLUSHED;
    const char *text = text_at(analysis, file.write_base, &got);
    if (!got)
        return;
    struct tr_output *output = tr_arena_new(analysis->arena, struct tr_output);
    output->unflushed = text;
    if (got < size)
        output->unflushed_bytes = tr_number((int64_t)size);
    io_of(analysis)->stdout = output;
}

/*
 * While a read for the stream's buffer waits, the pointers say that it is empty (_IO_new_file_underflow), though the bytes of
 * the read before lie there still. How many there were is not known: the first line of them is taken, which what follows
 * later cannot have changed.
 */
void tr_analysis_last_input(struct tr_analysis *analysis)
{
    struct io_file file;
    char bytes[TR_LIMIT_INPUT_TAIL + 1] = "";
    if (!stream_named(analysis, "_IO_2_1_stdin_", &file) || file.read_end != file.buf_base || !file.buf_base ||
        file.buf_end <= file.buf_base)
        return;
    size_t got = tr_memory_read_some(analysis->memory, file.buf_base, bytes, TR_LIMIT_INPUT_TAIL);
    const char *newline = memchr(bytes, '\n', got);
    size_t size = newline ? (size_t)(newline - bytes) : 0;
    if (!size)
        return;
    struct tr_input *input = tr_arena_new(analysis->arena, struct tr_input);
    input->tail = text_at(analysis, file.buf_base, &size);
    io_of(analysis)->stdin = input;
}

const char *tr_analysis_unread(struct tr_analysis *analysis)
{
    const struct tr_sample_moment *first = &analysis->stop->samples.first;
    struct io_file now, then;
    size_t overlays = tr_memory_overlays(analysis->memory);
    if (!first->taken || !stream_named(analysis, "_IO_2_1_stdin_", &now) || now.read_ptr >= now.read_end)
        return NULL;
    for (uint32_t i = 0; i < first->region_count; i++)
        tr_memory_overlay(analysis->memory, first->regions[i].address, first->regions[i].bytes, first->regions[i].size);
    bool known = stream_named(analysis, "_IO_2_1_stdin_", &then);
    tr_memory_drop_overlays(analysis->memory, overlays);
    if (!known || then.read_ptr != now.read_ptr || then.read_end != now.read_end)
        return NULL;
    size_t size = now.read_end - now.read_ptr < TR_LIMIT_INPUT_TAIL ? (size_t)(now.read_end - now.read_ptr) : TR_LIMIT_INPUT_TAIL;
    const char *text = text_at(analysis, now.read_ptr, &size);
    return size ? text : NULL;
}
