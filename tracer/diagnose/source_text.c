#include "diagnose/source_text.h"

#include <ctype.h>
#include <string.h>

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Whether @p at, of @p line, begins @p name as a whole: not "x" in "max", not "next" in "p->next". */
static bool is_name_at(const char *line, const char *at, const char *name)
{
    char before = at == line ? ' ' : at[-1];
    return !is_word(before) && before != '.' && before != '>' && !is_word(at[strlen(name)]);
}

const char *tr_source_assigned(const char *line, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = line; length && (at = strstr(at, name)); at++) {
        const char *behind = at + length + strspn(at + length, " \t");
        if (is_name_at(line, at, name) && behind[0] == '=' && behind[1] != '=')
            return behind + 1;
    }
    return NULL;
}

bool tr_source_steps(const char *line, const char *name)
{
    static const char *const operators[] = {"++", "--", "+=", "-="};
    size_t length = strlen(name);
    for (const char *at = line; length && (at = strstr(at, name)); at++) {
        if (!is_name_at(line, at, name))
            continue;
        const char *behind = at + length + strspn(at + length, " \t");
        size_t before = (size_t)(at - line);
        while (before && line[before - 1] == ' ')
            before--;
        bool is_address = before && line[before - 1] == '&' && (before < 2 || line[before - 2] != '&');
        for (size_t i = 0; i < sizeof(operators) / sizeof(operators[0]); i++)
            if (strncmp(behind, operators[i], 2) == 0 ||
                (i < 2 && before >= 2 && strncmp(line + before - 2, operators[i], 2) == 0))
                return true;
        if (is_address)
            return true;
    }
    return false;
}

const char *tr_source_trimmed(struct tr_arena *arena, const struct tr_source *source, int64_t line)
{
    const char *text = source->lines.items[line - source->first_line.value];
    text += strspn(text, " \t");
    size_t length = strlen(text);
    while (length && strchr(" \t\r", text[length - 1]))
        length--;
    return tr_arena_strndup(arena, text, length);
}
