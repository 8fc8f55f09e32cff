#include "supervise/kept.h"

#include "base/base64.h"
#include "base/fatal.h"
#include "base/limits.h"
#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

static unsigned char *need(unsigned char *bytes, size_t size)
{
    if (!bytes)
        bytes = malloc(size);
    if (!bytes)
        tr_fatal("out of memory");
    return bytes;
}

void tr_kept_add(struct tr_kept *kept, const void *bytes, size_t size)
{
    const unsigned char *from = bytes;
    if (kept->head_size < TR_LIMIT_CAPTURE_HEAD && size) {
        size_t part = TR_LIMIT_CAPTURE_HEAD - kept->head_size;
        if (part > size)
            part = size;
        kept->head = need(kept->head, TR_LIMIT_CAPTURE_HEAD);
        memcpy(kept->head + kept->head_size, from, part);
        kept->head_size += part;
        kept->bytes += part;
        from += part;
        size -= part;
    }
    if (size > TR_LIMIT_CAPTURE_TAIL) {
        size_t passed = size - TR_LIMIT_CAPTURE_TAIL;
        kept->bytes += passed;
        from += passed;
        size = TR_LIMIT_CAPTURE_TAIL;
    }
    while (size) {
        kept->tail = need(kept->tail, TR_LIMIT_CAPTURE_TAIL);
        size_t at = (kept->bytes - kept->head_size) % TR_LIMIT_CAPTURE_TAIL;
        size_t part = TR_LIMIT_CAPTURE_TAIL - at < size ? TR_LIMIT_CAPTURE_TAIL - at : size;
        memcpy(kept->tail + at, from, part);
        kept->bytes += part;
        from += part;
        size -= part;
    }
}

void tr_kept_deinit(struct tr_kept *kept)
{
    free(kept->head);
    free(kept->tail);
    *kept = (struct tr_kept){0};
}

static bool is_text(const char *bytes, size_t size) { return !memchr(bytes, 0, size) && tr_utf8_valid(bytes, size); }

static bool continues(char byte) { return ((unsigned char)byte & 0xc0) == 0x80; }

/* Bytes at the end of a cut text that begin a character without ending it. */
static size_t torn_end(const char *text, size_t size)
{
    for (size_t back = 1; back <= 3 && back <= size; back++) {
        unsigned char byte = (unsigned char)text[size - back];
        if (continues((char)byte))
            continue;
        size_t whole = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
        return whole > back ? back : 0;
    }
    return 0;
}

struct tr_output *tr_kept_report(const struct tr_kept *kept, struct tr_arena *arena)
{
    struct tr_output *output = tr_arena_new(arena, struct tr_output);
    output->bytes = tr_number((int64_t)kept->bytes);
    const char *head = kept->head ? (const char *)kept->head : "";
    size_t head_size = kept->head_size;
    uint64_t beyond = kept->bytes - kept->head_size;
    size_t tail_size = beyond < TR_LIMIT_CAPTURE_TAIL ? beyond : TR_LIMIT_CAPTURE_TAIL;
    char *tail = tr_arena_alloc(arena, tail_size + 1);
    for (size_t i = 0; i < tail_size; i++)
        tail[i] = (char)kept->tail[(beyond - tail_size + i) % TR_LIMIT_CAPTURE_TAIL];

    if (beyond == tail_size && beyond) {
        /* Nothing is missing between them: one text. */
        char *whole = tr_arena_alloc(arena, head_size + tail_size + 1);
        memcpy(whole, head, head_size);
        memcpy(whole + head_size, tail, tail_size);
        head = whole;
        head_size += tail_size;
        tail_size = 0;
    } else if (beyond) {
        size_t torn = torn_end(head, head_size), start = 0;
        if (is_text(head, head_size - torn))
            head_size -= torn;
        while (start < 3 && start < tail_size && continues(tail[start]))
            start++;
        if (is_text(tail + start, tail_size - start)) {
            tail += start;
            tail_size -= start;
        }
        output->omitted_bytes = tr_number((int64_t)(kept->bytes - head_size - tail_size));
    }
    if (is_text(head, head_size))
        output->text = tr_arena_strndup(arena, head, head_size);
    else
        output->base64 = tr_base64(arena, head, head_size);
    if (tail_size && is_text(tail, tail_size))
        output->tail = tr_arena_strndup(arena, tail, tail_size);
    else if (tail_size)
        output->tail_base64 = tr_base64(arena, tail, tail_size);
    return output;
}
