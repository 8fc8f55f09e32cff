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

bool tr_source_called(const char *expression, char ret[TR_SOURCE_NAME])
{
    expression += strspn(expression, " \t");
    while (*expression == '(') {
        const char *end = strchr(expression, ')');
        if (!end || !end[1])
            return false;
        expression = end + 1 + strspn(end + 1, " \t");
    }
    size_t length = 0;
    while (is_word(expression[length]) || expression[length] == ':')
        length++;
    size_t open = length + strspn(expression + length, " ");
    if (!length || length >= TR_SOURCE_NAME || (expression[open] != '(' && expression[open] != '<'))
        return false;
    memcpy(ret, expression, length);
    ret[length] = '\0';
    return true;
}
