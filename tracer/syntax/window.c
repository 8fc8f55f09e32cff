#include "syntax/window.h"

#include "base/limits.h"

#include <ctype.h>
#include <string.h>

enum { DEPTHS = 32 }; /* of braces whose statements are told apart */

/* A scan over source text. */
struct scan {
    const char *text;
    size_t at, end;
};

static size_t line_end(const char *text, size_t size, size_t at)
{
    const char *newline = at < size ? memchr(text + at, '\n', size - at) : NULL;
    return newline ? (size_t)(newline - text) : size;
}

static size_t line_start(const char *text, size_t at)
{
    while (at > 0 && text[at - 1] != '\n')
        at--;
    return at;
}

static bool next_is(const struct scan *scan, size_t offset, char c)
{
    return scan->at + offset < scan->end && scan->text[scan->at + offset] == c;
}

/* To behind a literal in quotes; it ends with its line at the latest. */
static void skip_quoted(struct scan *scan)
{
    char quote = scan->text[scan->at++];
    while (scan->at < scan->end && scan->text[scan->at] != quote && scan->text[scan->at] != '\n')
        scan->at += scan->text[scan->at] == '\\' ? 2 : 1;
    if (next_is(scan, 0, quote))
        scan->at++;
}

static bool is_raw_string(const struct scan *scan)
{
    return scan->text[scan->at] == '"' && scan->at > 0 && scan->text[scan->at - 1] == 'R';
}

/* R"mark( … )mark": no escapes, many lines. [lex.string] */
static void skip_raw_string(struct scan *scan)
{
    const char *mark = scan->text + scan->at + 1, *text_end = scan->text + scan->end;
    const char *open = memchr(mark, '(', (size_t)(text_end - mark));
    size_t length = open ? (size_t)(open - mark) : 0;
    if (!open || length > 16) { /* the language's limit for the mark */
        skip_quoted(scan);
        return;
    }
    for (const char *close = open; (close = memchr(close, ')', (size_t)(text_end - close))); close++) {
        if ((size_t)(text_end - close) > length + 1 && memcmp(close + 1, mark, length) == 0 &&
            close[length + 1] == '"') {
            scan->at = (size_t)(close - scan->text) + length + 2;
            return;
        }
    }
    scan->at = scan->end;
}

static void skip_block_comment(struct scan *scan)
{
    const char *from = scan->text + scan->at + 2;
    const char *close = scan->end - scan->at > 2 ? memmem(from, scan->end - scan->at - 2, "*/", 2) : NULL;
    scan->at = close ? (size_t)(close - scan->text) + 2 : scan->end;
}

/* A directive with its continuation lines: its braces are not the function's. */
static void skip_directive(struct scan *scan)
{
    do
        scan->at = line_end(scan->text, scan->end, scan->at) + 1;
    while (scan->at < scan->end && scan->at > 1 && scan->text[scan->at - 2] == '\\');
    if (scan->at > scan->end)
        scan->at = scan->end;
}

/* 1'000'000 in C++ is no character constant. */
static bool is_digit_separator(const struct scan *scan)
{
    return scan->at > 0 && isxdigit((unsigned char)scan->text[scan->at - 1]) && scan->at + 1 < scan->end &&
           isxdigit((unsigned char)scan->text[scan->at + 1]) && !next_is(scan, 2, '\'');
}

/* Step over one byte, or over what can hold braces that are none. @return the byte, 0 for the latter. */
static char step(struct scan *scan, bool *at_line_start)
{
    char c = scan->text[scan->at];
    bool starts_line = *at_line_start;
    *at_line_start = c == '\n' || (starts_line && (c == ' ' || c == '\t'));
    if (c == '/' && next_is(scan, 1, '/'))
        scan->at = line_end(scan->text, scan->end, scan->at);
    else if (c == '/' && next_is(scan, 1, '*'))
        skip_block_comment(scan);
    else if (c == '#' && starts_line) {
        skip_directive(scan);
        *at_line_start = true;
    } else if (c == '"' && is_raw_string(scan))
        skip_raw_string(scan);
    else if (c == '"' || (c == '\'' && !is_digit_separator(scan)))
        skip_quoted(scan);
    else {
        scan->at++;
        return c;
    }
    return 0;
}

/* Where statements begin, by depth of braces: the last one at each depth before the line of interest. */
struct starts {
    size_t at[DEPTHS];
    bool known[DEPTHS];
    size_t depth;
};

/* A line that begins behind a finished statement, or behind a brace, begins a statement itself. */
static void note_start(struct starts *starts, size_t line, char last)
{
    bool begins = last == ';' || last == '}' || last == '{';
    if (begins && starts->depth < DEPTHS) {
        starts->at[starts->depth] = line;
        starts->known[starts->depth] = true;
    }
}

static void note_brace(struct starts *starts, char c)
{
    if (c == '{') {
        starts->depth++;
        if (starts->depth < DEPTHS)
            starts->known[starts->depth] = false;
    } else if (starts->depth) {
        starts->depth--;
    }
}

/* From @p start to the line of interest; the scan is left at the line. */
static void scan_to_line(struct scan *scan, size_t line, struct starts *starts)
{
    bool at_line_start = true;
    char last = 0; /* that is no white space */
    while (scan->at < line) {
        size_t before = scan->at;
        char c = step(scan, &at_line_start);
        if (c == '{' || c == '}')
            note_brace(starts, c);
        if (c && !isspace((unsigned char)c))
            last = c;
        bool ends_line = memchr(scan->text + before, '\n', scan->at - before) != NULL;
        if (ends_line && scan->at <= line && scan->text[scan->at - 1] == '\n')
            note_start(starts, scan->at, last);
    }
}

/* Behind the brace that ends the block of depth @p depth around the line that ends at @p least. */
static size_t block_end(struct scan *scan, size_t depth, size_t around, size_t least)
{
    bool at_line_start = false;
    while (scan->at < scan->end) {
        char c = step(scan, &at_line_start);
        if (c == '{')
            depth++;
        else if (c == '}' && depth)
            depth--;
        bool is_behind = depth < around || (depth == around && (c == '}' || (c == ';' && around)));
        if (is_behind && (c == '}' || c == ';') && scan->at >= least)
            return line_end(scan->text, scan->end, scan->at);
    }
    return scan->end;
}

/* The outermost statement around the line that is not too large; NULL when even the innermost is. */
static const size_t *nearest(const struct starts *starts, size_t line)
{
    for (size_t depth = 1; depth <= starts->depth && depth < DEPTHS; depth++)
        if (starts->known[depth] && line - starts->at[depth] <= TR_LIMIT_SYNTAX_BYTES / 2)
            return &starts->at[depth];
    return NULL;
}

static size_t line_number_back(const char *text, size_t from, size_t to)
{
    size_t lines = 0;
    for (; from < to; from++)
        lines += text[from] == '\n';
    return lines;
}

bool window_find(const char *text, size_t size, int declared, int line, struct window *ret)
{
    size_t at = 0, start = 0;
    if (line < 1)
        return false;
    for (int number = 1; number < line; number++) {
        at = line_end(text, size, at) + 1;
        if (at >= size)
            return false;
        if (number + 1 == declared)
            start = at;
    }
    size_t end = line_end(text, size, at);
    if (end - at > TR_LIMIT_SYNTAX_BYTES / 2)
        return false;
    struct starts starts = {.depth = 0};
    struct scan scan = {text, start, size};
    bool is_known = declared >= 1 && declared <= line && at - start <= TR_LIMIT_SYNTAX_SCAN;
    if (is_known)
        scan_to_line(&scan, at, &starts);
    size_t around = 0;
    if (!is_known || at - start > TR_LIMIT_SYNTAX_BYTES / 2) {
        const size_t *inner = is_known ? nearest(&starts, at) : NULL;
        around = inner ? (size_t)(inner - starts.at) : 0;
        start = inner ? *inner : line_start(text, at > TR_LIMIT_SYNTAX_BYTES / 2 ? at - TR_LIMIT_SYNTAX_BYTES / 2 : 0);
    }
    scan = (struct scan){text, at, size - at > TR_LIMIT_SYNTAX_BYTES / 2 ? at + TR_LIMIT_SYNTAX_BYTES / 2 : size};
    *ret = (struct window){
        .start = start, .line = at, .line_end = end, .first_line = line - (int)line_number_back(text, start, at)};
    ret->end = end < scan.end ? block_end(&scan, starts.depth, around, end) : end;
    return true;
}
