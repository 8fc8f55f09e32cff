#include "values/values_internal.h"

#include "base/secret.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

struct secret {
    uint64_t start, size;
};

/* What was read at the start of a string. */
struct text {
    unsigned char bytes[TR_LIMIT_STRING_BYTES + 4]; /* one unit more than is shown, to see the NUL behind it */
    size_t units;                                   /* to be shown */
    bool terminated, cut, torn;                     /* torn: memory ends before a NUL */
};

static bool is_zero(const unsigned char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (bytes[i])
            return false;
    return true;
}

static bool read_text(const struct tr_reading *reading, const struct tr_bytes *bytes, uint64_t bound,
                      const struct tr_encoding *encoding, struct text *ret)
{
    unsigned width = encoding->width;
    size_t most = TR_LIMIT_STRING_BYTES / width, wanted = (most + 1) * width;
    if (bound < wanted)
        wanted = (size_t)bound;
    size_t got = tr_bytes_read_some(reading, bytes, ret->bytes, wanted) / width * width;
    /* Of an array that was put together from pieces, the text may go on in one that is missing. */
    if (!got || (!bytes->in_memory && got < wanted / width * width))
        return false;
    ret->units = tr_text_length(ret->bytes, got / width, width);
    ret->terminated = ret->units < got / width;
    ret->cut = ret->units > most;
    ret->torn = !ret->terminated && !ret->cut && got < wanted / width * width;
    if (ret->cut)
        ret->units = most;
    /*
     * An array that begins with a NUL is an empty string only when nothing else is in it: it may be a table of small
     * numbers.
     */
    if (!ret->units && bound != UINT64_MAX && !is_zero(ret->bytes, got))
        return false;
    return tr_text_like(ret->bytes, ret->units * width, encoding);
}

/* Bytes before the NUL, or those that were searched; @p ret_end tells whether the NUL was found. */
static uint64_t whole_length(const struct tr_reading *reading, const struct tr_bytes *bytes, uint64_t bound,
                             unsigned width, bool *ret_end)
{
    unsigned char buffer[1024];
    uint64_t at = 0, limit = bound < TR_LIMIT_STRING_SCAN ? bound : TR_LIMIT_STRING_SCAN;
    *ret_end = false;
    while (at < limit) {
        struct tr_bytes part = tr_bytes_at(bytes, at);
        size_t wanted = limit - at < sizeof(buffer) ? (size_t)(limit - at) : sizeof(buffer);
        size_t units = tr_bytes_read_some(reading, &part, buffer, wanted) / width;
        size_t length = tr_text_length(buffer, units, width);
        at += length * width;
        *ret_end = length < units || at == bound;
        if (*ret_end || !units || units * width < wanted)
            break;
    }
    return at;
}

/* Why a string that is cut is not whole; @p whole bytes, or as many as were searched. */
static const char *cut_reason(const struct tr_reading *reading, size_t shown, bool ended, uint64_t whole)
{
    return tr_arena_printf(reading->values->arena, "the first %zu of %s%" PRIu64 " bytes", shown,
                           ended ? "" : "at least ", whole);
}

static void explain(const struct tr_reading *reading, const struct tr_bytes *bytes, uint64_t bound, unsigned width,
                    const struct text *text, struct tr_variable *node)
{
    struct tr_arena *arena = reading->values->arena;
    if (text->cut) {
        bool ended;
        uint64_t length = whole_length(reading, bytes, bound, width, &ended);
        node->reason = cut_reason(reading, text->units * width, ended, length);
    } else if (text->torn) {
        tr_set_state(node, TR_STATE_PARTIAL,
                     tr_arena_printf(arena, "memory cannot be read behind %zu bytes, and no NUL ends the string before",
                                     text->units * width));
    } else if (!text->terminated && bound != UINT64_MAX) {
        node->reason = tr_arena_printf(arena, "no NUL ends the string in the %" PRIu64 " bytes of the array", bound);
    }
}

/*
 * Whether the bytes before @p address are "NAME=" of an environment string, NAME being secret: then @p address is what
 * getenv() returned.
 */
static bool is_secret_setting_value(const struct tr_reading *reading, uint64_t address)
{
    enum { LONGEST = 64 };
    unsigned char before[LONGEST];
    if (address < LONGEST || !tr_memory_read(reading->values->memory, address - LONGEST, before, LONGEST) ||
        before[LONGEST - 1] != '=')
        return false;
    size_t start = LONGEST - 1;
    while (start > 0 && (isalnum(before[start - 1]) || before[start - 1] == '_'))
        start--;
    return tr_secret_name_n((const char *)before + start, LONGEST - 1 - start);
}

static void keep_secret(struct tr_values *values, const struct tr_variable *node, size_t skipped, size_t size)
{
    if (!node->address.known)
        return;
    struct secret *secret = tr_list_new(values->arena, &values->secrets, struct secret);
    *secret = (struct secret){node->address.value + skipped, size > skipped ? size - skipped : 1};
}

static void mask(struct tr_variable *node)
{
    node->value = "\"" TR_SECRET_MASK "\"";
    node->reason = "masked: it looks like a secret";
}

/* @return whether @p node is masked, wholly or behind "NAME=". */
static bool mask_secret(struct tr_reading *reading, const struct text *text, unsigned width, struct tr_variable *node)
{
    struct tr_values *values = reading->values;
    size_t setting, size = text->units * width;
    if (reading->secret || (node->address.known && is_secret_setting_value(reading, node->address.value))) {
        keep_secret(values, node, 0, size);
        mask(node);
        return true;
    }
    if (width == 1 && tr_text_secret_setting(text->bytes, size, &setting)) {
        keep_secret(values, node, setting, size);
        node->value =
            tr_arena_printf(values->arena, "\"%.*s" TR_SECRET_MASK "\"", (int)setting, (const char *)text->bytes);
        node->reason = "masked: it looks like a secret";
        return true;
    }
    return false;
}

/* @return whether the text is told; false when it was masked. */
static bool set_text(struct tr_reading *reading, const struct tr_bytes *bytes, const struct text *text,
                     const struct tr_encoding *encoding, struct tr_variable *node)
{
    struct tr_values *values = reading->values;
    node->kind = TR_VALUE_STRING;
    if (bytes->in_memory)
        node->address = tr_word(bytes->address);
    if (mask_secret(reading, text, encoding->width, node))
        return false;
    tr_auto_str struct tr_str out = {0};
    tr_format_text(&out, text->bytes, text->units, encoding, text->cut);
    node->value = tr_arena_strdup(values->arena, tr_str_text(&out));
    if (bytes->in_memory)
        tr_list_add(values->arena, &values->strings, node);
    return true;
}

bool tr_read_string(struct tr_reading *reading, const struct tr_bytes *bytes, uint64_t bound,
                    const struct tr_encoding *encoding, struct tr_variable *node)
{
    struct text text;
    if (!read_text(reading, bytes, bound, encoding, &text))
        return false;
    if (set_text(reading, bytes, &text, encoding, node))
        explain(reading, bytes, bound, encoding->width, &text, node);
    return true;
}

void tr_read_counted_string(struct tr_reading *reading, const struct tr_bytes *bytes, uint64_t size,
                            const struct tr_encoding *encoding, struct tr_variable *node)
{
    size_t most = TR_LIMIT_STRING_BYTES / encoding->width * encoding->width;
    struct text text = {.cut = size > most};
    size_t shown = text.cut ? most : (size_t)size;
    node->kind = TR_VALUE_STRING;
    if (!tr_bytes_read(reading, bytes, text.bytes, shown, node))
        return;
    text.units = shown / encoding->width;
    if (set_text(reading, bytes, &text, encoding, node) && text.cut)
        node->reason = cut_reason(reading, shown, true, size);
}

void tr_mask_shared_secrets(struct tr_values *values)
{
    TR_EACH(struct tr_variable, node, &values->strings)
    TR_EACH(struct secret, secret, &values->secrets)
    if (node->address.value - secret->start < secret->size)
        mask(node);
}
