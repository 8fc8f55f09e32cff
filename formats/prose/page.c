#include "formats/prose/page.h"

#include "base/utf8.h"

#include <stdarg.h>
#include <string.h>

/* ---- safe text and its width ---- */

/*
 * Quotes and backslashes stay as they are: values of variables come escaped already. The escapes of everything else are
 * plain ASCII, so that making text safe twice changes nothing.
 */
static void add_safe(struct tr_str *out, const char *text)
{
    for (size_t i = 0, size = strlen(text), length; i < size; i += length) {
        length = tr_utf8_sequence(text + i, size - i);
        if (text[i] == '"' || text[i] == '\\')
            tr_str_add_char(out, text[i]);
        else
            tr_str_add_escaped(out, text + i, length ? length : (length = 1));
    }
}

/* Wide and combining ranges that matter in practice (Unicode Standard Annex 11); wcwidth(3) depends on the locale. */
static int point_width(uint32_t point)
{
    static const struct {
        uint32_t first, last;
        int width;
    } ranges[] = {
        {0x0300, 0x036f, 0}, {0x1100, 0x115f, 2}, {0x1ab0, 0x1aff, 0}, {0x20d0, 0x20ff, 0},   {0x2e80, 0xa4cf, 2},
        {0xac00, 0xd7a3, 2}, {0xf900, 0xfaff, 2}, {0xfe00, 0xfe0f, 0}, {0xfe30, 0xfe6f, 2},   {0xff00, 0xff60, 2},
        {0xffe0, 0xffe6, 2}, {0x1f300, 0x1faff, 2}, {0x20000, 0x3fffd, 2}, {0xe0100, 0xe01ef, 0},
    };
    for (size_t i = 0; i < TR_COUNT(ranges) && point >= ranges[i].first; i++)
        if (point <= ranges[i].last)
            return ranges[i].width;
    return 1;
}

/* Bytes of the character at @p text, which is safe, and its columns. */
static size_t character(const char *text, int *ret_width)
{
    size_t length = tr_utf8_sequence(text, strnlen(text, 4)); /* no sequence is longer */
    *ret_width = point_width(tr_utf8_decode(text, length));
    return length;
}

static int safe_width(const char *text)
{
    int width = 0, one;
    for (size_t i = 0; text[i]; width += one)
        i += character(text + i, &one);
    return width;
}

int tr_text_width(const char *text)
{
    tr_auto_str struct tr_str safe = {0};
    add_safe(&safe, text);
    return safe_width(tr_str_text(&safe));
}

/* Bytes of @p text, which is safe, that fit into @p width columns. */
static size_t fitting(const char *text, int width)
{
    size_t size = 0;
    for (int used = 0, one; text[size];) {
        size_t length = character(text + size, &one);
        if ((used += one) > width)
            break;
        size += length;
    }
    return size;
}

void tr_text_cut(struct tr_str *str, int width)
{
    struct tr_str safe = {0};
    add_safe(&safe, tr_str_text(str));
    if (safe_width(tr_str_text(&safe)) > width) {
        safe.size = fitting(tr_str_text(&safe), width - 1);
        tr_str_add_text(&safe, "…");
    }
    tr_str_deinit(str);
    *str = safe;
}

void tr_text_cut_front(struct tr_str *str, int width)
{
    struct tr_str safe = {0}, cut = {0};
    add_safe(&safe, tr_str_text(str));
    const char *rest = tr_str_text(&safe);
    int left = safe_width(rest), one;
    if (left > width) {
        tr_str_add_text(&cut, "…");
        for (; left > width - 1; left -= one)
            rest += character(rest, &one);
    }
    tr_str_add_text(&cut, rest);
    tr_str_deinit(&safe);
    tr_str_deinit(str);
    *str = cut;
}

/* ---- the page ---- */

struct tr_page tr_page_make(int columns, bool color)
{
    return (struct tr_page){.columns = columns, .color = color};
}

void tr_page_deinit(struct tr_page *page) { tr_str_deinit(&page->bytes); }

/* Add characters that are safe, until the line is full. */
static void add_characters(struct tr_page *page, const char *text)
{
    for (size_t i = 0, length; text[i] && !page->full; i += length) {
        int width;
        length = character(text + i, &width);
        if (page->width + width > page->columns) {
            page->full = true;
            page->bytes.size = page->cut_at;
            tr_str_add_text(&page->bytes, "…");
            break;
        }
        tr_str_add(&page->bytes, text + i, length);
        page->width += width;
        if (page->width < page->columns)
            page->cut_at = page->bytes.size;
    }
}

void tr_page_text(struct tr_page *page, const char *text)
{
    tr_auto_str struct tr_str safe = {0};
    add_safe(&safe, text);
    add_characters(page, tr_str_text(&safe));
}

void tr_page_printf(struct tr_page *page, const char *format, ...)
{
    char *text;
    va_list arguments;
    va_start(arguments, format);
    int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    if (length < 0)
        return;
    tr_page_text(page, text);
    free(text);
}

void tr_page_style(struct tr_page *page, enum tr_style style)
{
    static const char *const codes[] = {"\033[0m", "\033[1;31m", "\033[1;31m", "\033[1m", "\033[2m"};
    if (!page->color || page->full || (style == TR_STYLE_PLAIN && !page->styled))
        return;
    bool at_cut = page->cut_at == page->bytes.size;
    tr_str_add_text(&page->bytes, codes[style]);
    if (at_cut)
        page->cut_at = page->bytes.size;
    page->styled = style != TR_STYLE_PLAIN;
}

void tr_page_column(struct tr_page *page, int column)
{
    while (page->width < column && !page->full)
        add_characters(page, " ");
}

void tr_page_end(struct tr_page *page)
{
    /* A cut may have removed the reset together with the text. */
    if (page->color && (page->styled || page->full))
        tr_str_add_text(&page->bytes, "\033[0m");
    while (page->bytes.size && page->bytes.bytes[page->bytes.size - 1] == ' ')
        page->bytes.size--;
    tr_str_add_char(&page->bytes, '\n');
    page->lines++;
    page->width = 0;
    page->cut_at = page->bytes.size;
    page->full = page->styled = false;
}

/* Bytes of @p text to put on one line of @p width columns: up to the last space that fits, or as many as fit. */
static size_t line_break(const char *text, int width)
{
    size_t size = fitting(text, width), space = size;
    if (!text[size])
        return size;
    while (space && text[space] != ' ')
        space--;
    if (space)
        return space;
    int one;
    return size ? size : character(text, &one);
}

void tr_page_wrap(struct tr_page *page, const char *text, int column, int width, size_t lines)
{
    tr_auto_str struct tr_str safe = {0};
    add_safe(&safe, text);
    const char *rest = tr_str_text(&safe);
    int room = width - column > 10 ? width - column : 10;
    for (size_t line = 1;; line++) {
        tr_page_column(page, column);
        size_t size = line_break(rest, room);
        bool last = lines && line == lines && rest[size];
        tr_auto_str struct tr_str piece = {0};
        tr_str_add_text(&piece, rest);
        if (last) {
            tr_text_cut(&piece, room);
        } else {
            piece.size = size;
            tr_str_add(&piece, "", 0);
        }
        add_characters(page, tr_str_text(&piece));
        tr_page_end(page);
        rest += size;
        while (*rest == ' ')
            rest++;
        if (last || !*rest)
            return;
    }
}

void tr_page_append(struct tr_page *page, const struct tr_page *other, size_t lines)
{
    size_t kept = other->lines;
    if (lines && kept > lines)
        kept = lines - 1;
    const char *from = tr_str_text(&other->bytes), *to = from;
    for (size_t i = 0; i < kept; i++)
        to = strchr(to, '\n') + 1;
    tr_str_add(&page->bytes, from, (size_t)(to - from));
    page->lines += kept;
    page->cut_at = page->bytes.size;
    if (kept < other->lines) {
        tr_page_style(page, TR_STYLE_DIM);
        tr_page_printf(page, "  … %zu more lines (-v shows them)", other->lines - kept);
        tr_page_end(page);
    }
}
