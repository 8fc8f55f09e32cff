#include "analysis/stdio_buffer.h"

#include "base/limits.h"
#include "base/utf8.h"
#include "symbols/symbol.h"

#include <stdlib.h>
#include <string.h>

/* The head of glibc's struct _IO_FILE, unchanged since 2.1 (libio/bits/types/struct_FILE.h). */
struct io_file {
    uint32_t flags, padding;
    uint64_t read_ptr, read_end, read_base, write_base, write_ptr, write_end, buf_base, buf_end;
};

/* _IO_MAGIC in the upper half of the flags tells that this is a FILE. */
enum { IO_MAGIC_SHIFT = 16, IO_MAGIC = 0xfbad, IO_EOF_SEEN = 0x10 };

/* After main's return exit() still writes the buffers out, and a handled fault need not be the end. */
static bool is_the_end(enum tr_stop_reason reason) { return reason != TR_STOP_MAIN_RETURN && reason != TR_STOP_HANDLED; }

/* The stream as it lies in memory. */
static bool stream_at(struct tr_analysis *analysis, uint64_t address, struct io_file *ret)
{
    return tr_memory_read(analysis->memory, address, ret, sizeof(*ret)) && ret->flags >> IO_MAGIC_SHIFT == IO_MAGIC;
}

/* Where the stream lies that @p name, a symbol of the C library, names; 0 when that is not known. */
static uint64_t stream_named(struct tr_analysis *analysis, const char *name)
{
    struct tr_image *image;
    struct tr_symbol symbol;
    return tr_symbol_find(analysis->images, name, &image, &symbol) ? symbol.address : 0;
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
    if (!is_the_end(analysis->stop->reason) || !stream_at(analysis, stream_named(analysis, "_IO_2_1_stdout_"), &file))
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
    if (!stream_at(analysis, stream_named(analysis, "_IO_2_1_stdin_"), &file) || file.read_end != file.buf_base || !file.buf_base ||
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

/* Whether a stream is now as it was at the first moment, which was kept: nothing was taken from it, and nothing came. */
static bool is_unmoved(struct tr_analysis *analysis, uint64_t address, struct io_file *ret)
{
    const struct tr_sample_moment *first = &analysis->stop->samples.first;
    struct io_file then;
    if (!first->taken || !stream_at(analysis, address, ret))
        return false;
    for (uint32_t i = 0; i < first->region_count; i++) {
        const struct tr_sample_region *region = &first->regions[i];
        if (address < region->address || address - region->address + sizeof(then) > region->size)
            continue;
        memcpy(&then, (const unsigned char *)region->bytes + (address - region->address), sizeof(then));
        return then.read_ptr == ret->read_ptr && then.read_end == ret->read_end && then.flags == ret->flags;
    }
    return false;
}

static const char *unread_of(struct tr_analysis *analysis, const struct io_file *file)
{
    if (file->read_ptr >= file->read_end)
        return NULL;
    uint64_t left = file->read_end - file->read_ptr;
    size_t size = left < TR_LIMIT_INPUT_TAIL ? (size_t)left : TR_LIMIT_INPUT_TAIL;
    const char *text = text_at(analysis, file->read_ptr, &size);
    return size ? text : NULL;
}

const char *tr_analysis_unread(struct tr_analysis *analysis)
{
    struct io_file file;
    return is_unmoved(analysis, stream_named(analysis, "_IO_2_1_stdin_"), &file) ? unread_of(analysis, &file) : NULL;
}

/* ---- streams of the program's own ---- */

/* Whether an argument of the call is @p name alone. */
static bool is_given(const char *call, const char *name)
{
    size_t size = strlen(name);
    for (const char *at = strchr(call, '('); at && (at = strstr(at + 1, name));) {
        const char *before = at - 1, *behind = at + size;
        while (*before == ' ')
            before--;
        behind += strspn(behind, " ");
        if ((*before == '(' || *before == ',') && (*behind == ',' || *behind == ')'))
            return true;
    }
    return false;
}

/* The stream that a variable of the list points to and that the call is given; 0 when there is none. */
static uint64_t given_stream(const struct tr_list *variables, const char *call)
{
    TR_EACH(const struct tr_variable, variable, variables)
    {
        bool is_stream = strcmp(variable->type, "FILE *") == 0 && variable->state == TR_STATE_OK && variable->value;
        if (is_stream && is_given(call, variable->name))
            return strtoull(variable->value, NULL, 16);
    }
    return 0;
}

static bool moves_streams(const struct tr_loop *loop)
{
    static const char *const movers[] = {"rewind", "fseek", "fseeko", "fsetpos", "clearerr", "freopen", "fopen", "ungetc"};
    TR_EACH(const char, call, &loop->calls)
    for (size_t i = 0; i < TR_COUNT(movers); i++)
        if (strcmp(call, movers[i]) == 0)
            return true;
    return false;
}

const char *tr_analysis_dry_call(struct tr_analysis *analysis, const struct tr_frame *frame, const struct tr_loop *loop,
                                 const char **ret_unread)
{
    struct io_file file;
    *ret_unread = NULL;
    if (moves_streams(loop))
        return NULL;
    TR_EACH(const char, call, &loop->calls)
    {
        uint64_t address = given_stream(&frame->locals, call);
        address = address ? address : given_stream(&frame->arguments, call);
        if (!address || !is_unmoved(analysis, address, &file))
            continue;
        *ret_unread = unread_of(analysis, &file);
        if (*ret_unread || (file.read_ptr == file.read_end && file.flags & IO_EOF_SEEN))
            return call;
    }
    return NULL;
}
