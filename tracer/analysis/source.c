#include "analysis/source.h"

#include "base/cleanup.h"
#include "base/limits.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

/* A source file that was asked for, mapped once; those that could not be opened are remembered with the reason. */
struct source_file {
    struct source_file *next;
    const char *path;
    struct tr_file_map map;
    const char *reason;
};

/* --source-map OLD=NEW: the first whose OLD is a prefix at a path border wins. */
static const char *mapped(struct tr_analysis *analysis, const char *path)
{
    TR_EACH(const char, rule, &analysis->request->source_maps)
    {
        const char *equals = strchr(rule, '=');
        size_t length = equals ? (size_t)(equals - rule) : 0;
        while (length > 1 && rule[length - 1] == '/')
            length--;
        if (length && strncmp(path, rule, length) == 0 && (path[length] == '/' || path[length] == '\0'))
            return tr_arena_printf(analysis->arena, "%s%s", equals + 1, path + length);
    }
    return path;
}

const char *tr_source_shown(struct tr_analysis *analysis, const char *path)
{
    path = mapped(analysis, path);
    const char *folder = analysis->request->start_folder;
    size_t length = folder ? strlen(folder) : 0;
    if (length > 1 && strncmp(path, folder, length) == 0 && path[length] == '/')
        return path + length + 1;
    return path;
}

static const char *open_reason(struct tr_arena *arena, const char *path, int error)
{
    switch (error) {
    case EINVAL:
    case EISDIR:
        return tr_arena_printf(arena, "%s is not a regular file and was not read", path);
    case EFBIG:
        return tr_arena_printf(arena, "%s is larger than %d bytes and was not read", path, TR_LIMIT_SOURCE_BYTES);
    case EACCES:
    case EXDEV:
    case ELOOP:
        return tr_arena_printf(arena, "%s may not be read (in a sandbox: --source-root names further folders of sources)", path);
    case ENOENT:
        return tr_arena_printf(arena, "%s is not there (--source-map OLD=NEW tells where it is)", path);
    default:
        return tr_arena_printf(arena, "%s cannot be read: %s", path, strerror(error));
    }
}

static struct source_file *source_file(struct tr_analysis *analysis, const char *path)
{
    path = mapped(analysis, path);
    for (struct source_file *file = analysis->sources; file; file = file->next)
        if (strcmp(file->path, path) == 0)
            return file;
    struct source_file *file = tr_arena_new(analysis->arena, struct source_file);
    *file = (struct source_file){.next = analysis->sources, .path = path};
    analysis->sources = file;
    tr_auto_close int fd = analysis->opener.open(analysis->opener.arg, path, TR_FILE_SOURCE);
    if (fd < 0) {
        file->reason = open_reason(analysis->arena, path, -fd);
        return file;
    }
    tr_auto_error struct tr_error *error = tr_file_map_init(&file->map, fd);
    if (error)
        file->reason = tr_arena_strdup(analysis->arena, error->message);
    else if (analysis->executable_mtime && file->map.mtime > analysis->executable_mtime) {
        if (analysis->report->program->newer_source != TR_TRUE)
            tr_analysis_incomplete(analysis, "source",
                                   tr_arena_printf(analysis->arena, "%s is newer than the program: lines may be off, build it again",
                                                   tr_source_shown(analysis, path)));
        analysis->report->program->newer_source = TR_TRUE;
    }
    return file;
}

struct tr_source *tr_source_excerpt(struct tr_analysis *analysis, const char *path, int line, const char **ret_reason)
{
    *ret_reason = NULL;
    struct source_file *file = source_file(analysis, path);
    if (!file->map.bytes) {
        *ret_reason = file->reason ? file->reason : tr_arena_printf(analysis->arena, "%s is empty", path);
        return NULL;
    }
    int first = line > TR_LIMIT_SOURCE_CONTEXT ? line - TR_LIMIT_SOURCE_CONTEXT : 1;
    struct tr_source *source = tr_arena_new(analysis->arena, struct tr_source);
    source->first_line = tr_number(first);
    source->focus = tr_number(line);
    const char *text = (const char *)file->map.bytes, *end = text + file->map.size;
    for (int number = 1; text < end && number <= line + TR_LIMIT_SOURCE_CONTEXT; number++) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        size_t length = (size_t)((newline ? newline : end) - text);
        if (number >= first) {
            size_t kept = length && text[length - 1] == '\r' ? length - 1 : length;
            if (kept > TR_LIMIT_SOURCE_LINE)
                kept = TR_LIMIT_SOURCE_LINE;
            /* A NUL would end the string in the model; such a line is binary anyway. */
            const char *nul = memchr(text, '\0', kept);
            tr_list_add(analysis->arena, &source->lines,
                        tr_arena_strndup(analysis->arena, text, nul ? (size_t)(nul - text) : kept));
        }
        text += length + 1;
    }
    if ((int64_t)source->lines.count <= line - first) {
        *ret_reason = tr_arena_printf(analysis->arena, "%s has no line %d: it is not the file that was compiled",
                                      tr_source_shown(analysis, path), line);
        return NULL;
    }
    return source;
}

const char *tr_source_text(struct tr_analysis *analysis, const char *path, size_t *ret_size)
{
    struct source_file *file = source_file(analysis, path);
    *ret_size = file->map.size;
    return (const char *)file->map.bytes;
}
