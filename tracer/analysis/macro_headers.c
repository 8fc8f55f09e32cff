/*
 * Which headers they are: those that the file includes by name in quotes, where they lie beside the file that includes them,
 * and theirs; and those that the debug information names because something that is used was declared there. A header
 * with macros alone, in a folder that only the compiler was told of, is not found.
 */
#include "analysis/macro_headers.h"

#include "analysis/source.h"
#include "analysis/user_code.h"
#include "base/limits.h"

#include <string.h>

struct tr_macro_headers {
    struct tr_analysis *analysis;
    const struct tr_function *function;
    struct tr_list paths; /* const char *: the file itself first */
    bool is_complete;
};

struct tr_macro_headers *tr_macro_headers(struct tr_analysis *analysis, const struct tr_function *function)
{
    struct tr_macro_headers *headers = tr_arena_new(analysis->arena, struct tr_macro_headers);
    *headers = (struct tr_macro_headers){.analysis = analysis, .function = function};
    return headers;
}

static void add(struct tr_macro_headers *headers, const char *path)
{
    TR_EACH(const char, known, &headers->paths)
    {
        if (strcmp(known, path) == 0)
            return;
    }
    if (headers->paths.count <= TR_LIMIT_MACRO_HEADERS)
        tr_list_add(headers->analysis->arena, &headers->paths, (void *)path);
}

/* Behind # and blanks. */
static const char *word_of_directive(const char *at, const char *end, const char *word)
{
    size_t length = strlen(word);
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    return (size_t)(end - at) > length && memcmp(at, word, length) == 0 ? at + length : NULL;
}

/* The name in a line like #include "name". @return its length, 0 when it is none. */
static size_t included(const char *line, const char *end, const char **ret_name)
{
    const char *at = word_of_directive(line, end, "#"), *close;
    at = at ? word_of_directive(at, end, "include") : NULL;
    at = at ? word_of_directive(at, end, "\"") : NULL;
    close = at ? memchr(at, '"', (size_t)(end - at)) : NULL;
    *ret_name = at;
    return close ? (size_t)(close - at) : 0;
}

/* What the file at @p path includes, in its folder. */
static void add_included(struct tr_macro_headers *headers, const char *path)
{
    size_t size, length;
    const char *text = tr_source_text(headers->analysis, path, &size), *slash = strrchr(path, '/'), *name;
    if (!text || !slash)
        return;
    for (const char *line = text, *end = text + size, *newline; line < end; line = newline + 1) {
        newline = memchr(line, '\n', (size_t)(end - line));
        newline = newline ? newline : end;
        if ((length = included(line, newline, &name)))
            add(headers, tr_arena_printf(headers->analysis->arena, "%.*s/%.*s", (int)(slash - path), path, (int)length, name));
    }
}

static void find(struct tr_macro_headers *headers)
{
    const struct tr_function *function = headers->function;
    struct tr_unit *unit = function->unit;
    add(headers, function->file);
    /* The list grows while it is walked. */
    for (size_t i = 0; i < headers->paths.count; i++)
        add_included(headers, headers->paths.items[i]);
    for (uint64_t i = 0, end = tr_unit_file_end(unit); i < end && headers->paths.count <= TR_LIMIT_MACRO_HEADERS; i++) {
        const char *path = tr_unit_file(unit, i);
        if (path && tr_user_code(headers->analysis, unit->dwarf->image, path, NULL))
            add(headers, path);
    }
}

const char *tr_macro_header(void *arg, size_t index, size_t *ret_size)
{
    struct tr_macro_headers *headers = arg;
    if (!headers->is_complete)
        find(headers);
    headers->is_complete = true;
    if (index + 1 >= headers->paths.count)
        return NULL;
    const char *text = tr_source_text(headers->analysis, headers->paths.items[index + 1], ret_size);
    *ret_size = text ? *ret_size : 0;
    return text ? text : "";
}
