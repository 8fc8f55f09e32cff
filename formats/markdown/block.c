#include "formats/markdown/block.h"

#include "formats/prose/page.h"

#include <limits.h>
#include <string.h>

enum { FENCE_LEAST = 3 };

/* The longest run of backticks in @p text. */
static size_t longest_run(const char *text)
{
    size_t longest = 0, run = 0;
    for (; *text; text++) {
        run = *text == '`' ? run + 1 : 0;
        longest = run > longest ? run : longest;
    }
    return longest;
}

static void add_backticks(struct tr_str *out, size_t count)
{
    while (count--)
        tr_str_add_char(out, '`');
}

/* @p size bytes made safe, at most @p bytes of them: columns are no measure, since some characters have none. */
static void add_cut(struct tr_str *out, const char *text, size_t size, size_t bytes)
{
    tr_auto_str struct tr_str safe = {0};
    tr_str_add(&safe, text, size);
    tr_text_cut(&safe, INT_MAX);
    if (safe.size <= bytes) {
        tr_str_add_text(out, tr_str_text(&safe));
        return;
    }
    size_t end = bytes;
    while (end && ((unsigned char)safe.bytes[end] & 0xc0) == 0x80)
        end--;
    tr_str_add(out, safe.bytes, end);
    tr_str_add_text(out, "…");
}

void tr_markdown_span(struct tr_str *out, const char *text, size_t bytes)
{
    tr_auto_str struct tr_str inside = {0};
    add_cut(&inside, text, strlen(text), bytes);
    const char *shown = tr_str_text(&inside);
    if (!shown[strspn(shown, " ")]) {
        tr_str_add_text(out, "(nothing)");
        return;
    }
    /* One space at both ends is taken off again by the reader. */
    bool padded = shown[0] == '`' || inside.bytes[inside.size - 1] == '`' || shown[0] == ' ';
    size_t fence = longest_run(shown) + 1;
    add_backticks(out, fence);
    tr_str_printf(out, "%s%s%s", padded ? " " : "", shown, padded ? " " : "");
    add_backticks(out, fence);
}

/* Append the lines of @p text from number @p from on, before number @p to. */
static void add_lines(struct tr_str *out, const char *text, size_t size, size_t bytes, size_t from, size_t to)
{
    size_t number = 0;
    for (size_t at = 0; at < size && number < to; number++) {
        const char *newline = memchr(text + at, '\n', size - at);
        size_t length = newline ? (size_t)(newline - text) - at : size - at;
        if (number >= from) {
            add_cut(out, text + at, length, bytes);
            tr_str_add_char(out, '\n');
        }
        at += length + 1;
    }
}

void tr_markdown_block(struct tr_str *out, const char *info, const char *text, size_t bytes, size_t lines, bool tail)
{
    size_t size = strlen(text), count = 0;
    while (size && (text[size - 1] == '\n' || text[size - 1] == '\r'))
        size--;
    if (!size || !lines)
        return;
    for (size_t i = 0; i < size; i++)
        count += text[i] == '\n';
    count++;
    size_t shown = count < lines ? count : lines, from = tail ? count - shown : 0;
    tr_auto_str struct tr_str inside = {0};
    if (from)
        tr_str_printf(&inside, "… %zu more lines\n", from);
    add_lines(&inside, text, size, bytes, from, from + shown);
    if (from + shown < count)
        tr_str_printf(&inside, "… %zu more lines\n", count - shown);
    size_t run = longest_run(tr_str_text(&inside)), fence = run + 1 > FENCE_LEAST ? run + 1 : FENCE_LEAST;
    add_backticks(out, fence);
    tr_str_printf(out, "%s\n%s", info, tr_str_text(&inside));
    add_backticks(out, fence);
    tr_str_add_text(out, "\n\n");
}
