#include "values/identifier.h"

#include <ctype.h>
#include <string.h>

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

/* Behind a literal whose opening quote is at @p at. */
static const char *skip_literal(const char *at)
{
    char quote = *at++;
    while (*at && *at != quote)
        at += at[0] == '\\' && at[1] ? 2 : 1;
    return *at ? at + 1 : at;
}

static const char *skip_comment(struct tr_identifier_scan *scan, const char *at)
{
    const char *end = strstr(at, "*/");
    scan->in_comment = !end;
    return end ? end + 2 : at + strlen(at);
}

static const char *skip_word(const char *at)
{
    while (is_word(*at))
        at++;
    return at;
}

const char *tr_next_identifier(struct tr_identifier_scan *scan, const char **at, size_t *ret_size)
{
    const char *p = *at;
    bool member = false;
    if (scan->in_comment)
        p = skip_comment(scan, p);
    while (*p) {
        if (p[0] == '/' && p[1] == '/') {
            p += strlen(p);
        } else if (p[0] == '/' && p[1] == '*') {
            p = skip_comment(scan, p + 2);
        } else if (*p == '"' || *p == '\'') {
            p = skip_literal(p);
        } else if (is_word(*p)) {
            const char *start = p;
            p = skip_word(p);
            if (!member && !isdigit((unsigned char)*start)) {
                *at = p;
                *ret_size = (size_t)(p - start);
                return start;
            }
            member = false;
        } else {
            if (!isspace((unsigned char)*p))
                member = *p == '.' || (p[0] == '>' && p > *at && p[-1] == '-');
            p++;
        }
    }
    *at = p;
    return NULL;
}
