/*
 * stringstream, ostringstream, istringstream and their buffer: the text that str() returns. Programs do not describe
 * these classes, whose layout is fixed by the library's ABI: the buffer's pointers follow its virtual table
 * (bits/streambuf). In libc++ the locale stands between them, and how far was ever written behind a string (sstream).
 */
#include "values/container_internal.h"

#include "symbols/type.h"

enum { WORD = 8 };
enum { IN_START, IN_NEXT, IN_END, OUT_START, OUT_NEXT, OUT_END, STRING, WRITTEN = STRING + 3, MEMBERS };

static const struct stream {
    const char *class;
    unsigned buffer; /* bytes before it */
} streams[] = {
    {"basic_stringbuf", 0},
    {"basic_ostringstream", WORD},
    {"basic_istringstream", 2 * WORD},
    {"basic_stringstream", 3 * WORD},
};

static bool in_order(const uint64_t *at)
{
    return at[0] <= at[1] && at[1] <= at[2] && (at[0] || !at[2]);
}

/* The text lies between two of the pointers. @return false when they are not those of a string stream. */
static bool find_text(const uint64_t *at, uint64_t written, uint64_t *ret_start, uint64_t *ret_end)
{
    if (!in_order(at) || !in_order(at + OUT_START))
        return false;
    *ret_start = at[OUT_NEXT] ? at[OUT_START] : at[IN_START];
    *ret_end = at[OUT_NEXT] > at[IN_END] ? at[OUT_NEXT] : at[IN_END];
    if (at[OUT_NEXT] && written > *ret_end)
        *ret_end = written;
    return *ret_end >= *ret_start;
}

bool tr_read_string_stream(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                           struct tr_variable *node)
{
    uint64_t at[MEMBERS], start, end;
    unsigned char raw[MEMBERS * WORD];
    struct tr_encoding encoding;
    size_t i = 0;
    while (i < TR_COUNT(streams) && !tr_is_named(type, streams[i].class))
        i++;
    if (i == TR_COUNT(streams) || !tr_named_encoding(type, &encoding))
        return false;
    bool is_libcxx = tr_type_is_inside(reading->dwarf, type, "__1");
    struct tr_bytes members = tr_bytes_at(bytes, streams[i].buffer + (is_libcxx ? 2 * WORD : WORD));
    node->kind = TR_VALUE_STRING;
    if (!tr_bytes_read(reading, &members, raw, sizeof(raw), node))
        return true;
    for (unsigned j = 0; j < MEMBERS; j++)
        at[j] = tr_load_unsigned(raw + j * WORD, WORD);
    if (!find_text(at, is_libcxx ? at[WRITTEN] : 0, &start, &end) || (end - start) % encoding.width)
        tr_set_state(node, TR_STATE_UNREADABLE, "its pointers are not those of a string stream");
    else
        tr_read_characters(reading, start, &encoding, (end - start) / encoding.width, node);
    return true;
}
