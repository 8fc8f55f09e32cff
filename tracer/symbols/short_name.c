/*
 * Names of templates as a person writes them: "std::map<std::string, int>" for what the compiler calls
 * "std::map<std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >, int, std::less<…>, …>".
 */
#include "symbols/short_name.h"

#include "base/limits.h"
#include "base/str.h"

#include <ctype.h>
#include <string.h>

enum { MOST_ARGUMENTS = 32 };

struct reader {
    struct tr_arena *arena;
    const char *at;
    unsigned depth;
};

struct arguments {
    const char *items[MOST_ARGUMENTS];
    size_t count;
    bool cut; /* there were more */
};

static const char *after(const char *text, const char *prefix)
{
    size_t length = strlen(prefix);
    return strncmp(text, prefix, length) == 0 ? text + length : NULL;
}

/* "std::less<X>": whether X is @p argument. */
static bool is_of(const char *text, const char *template, const char *argument)
{
    const char *rest = after(text, template);
    size_t length = strlen(argument);
    return rest && strncmp(rest, argument, length) == 0 && strcmp(rest + length, ">") == 0;
}

/* Whether a library would have taken the last argument by itself. */
static bool is_default(const char *name, const struct arguments *arguments)
{
    static const char *const of_first[] = {"std::char_traits<", "std::less<", "std::hash<", "std::equal_to<",
                                           "std::default_delete<"};
    const char *first = arguments->items[0], *last = arguments->items[arguments->count - 1];
    if (after(last, "std::allocator<"))
        return true;
    for (size_t i = 0; i < TR_COUNT(of_first); i++)
        if (is_of(last, of_first[i], first))
            return true;
    /* std::dynamic_extent. */
    if (strcmp(name, "std::span") == 0)
        return after(last, "18446744073709551615") != NULL;
    if (strcmp(name, "std::stack") == 0 || strcmp(name, "std::queue") == 0)
        return is_of(last, "std::deque<", first);
    return strcmp(name, "std::priority_queue") == 0 && is_of(last, "std::vector<", first);
}

/* std::basic_string<wchar_t> is std::wstring: a prefix for each kind of characters. */
static bool add_alias(struct tr_str *out, const char *name, const struct arguments *arguments)
{
    static const struct {
        const char *type, *prefix;
    } characters[] = {{"char", ""}, {"wchar_t", "w"}, {"char8_t", "u8"}, {"char16_t", "u16"}, {"char32_t", "u32"}};
    const char *stem = after(name, "std::basic_");
    if (stem && arguments->count == 1) {
        for (size_t i = 0; i < TR_COUNT(characters); i++) {
            if (strcmp(arguments->items[0], characters[i].type) == 0) {
                tr_str_printf(out, "std::%s%s", characters[i].prefix, stem);
                return true;
            }
        }
    }
    if (strcmp(name, "__gnu_cxx::__normal_iterator") == 0 && arguments->count == 2) {
        bool is_const = strstr(arguments->items[0], "const") != NULL;
        tr_str_printf(out, "%s::%s", arguments->items[1], is_const ? "const_iterator" : "iterator");
        return true;
    }
    return false;
}

static void add_template(struct tr_str *out, const char *name, struct arguments *arguments)
{
    if (after(name, "std::"))
        while (arguments->count > 1 && !arguments->cut && is_default(name, arguments))
            arguments->count--;
    if (!arguments->cut && add_alias(out, name, arguments))
        return;
    tr_str_printf(out, "%s<", name);
    for (size_t i = 0; i < arguments->count; i++)
        tr_str_printf(out, "%s%s", i ? ", " : "", arguments->items[i]);
    tr_str_add_text(out, arguments->cut ? ", ...>" : ">");
}

/* Take the qualified name that @p out ends with off it. */
static const char *take_name(struct tr_arena *arena, struct tr_str *out)
{
    size_t start = out->size;
    if (!start)
        return "";
    while (start && (isalnum((unsigned char)out->bytes[start - 1]) || strchr("_:$", out->bytes[start - 1])))
        start--;
    const char *name = tr_arena_strndup(arena, out->bytes + start, out->size - start);
    out->size = start;
    out->bytes[start] = '\0';
    return name;
}

static const char *read_part(struct reader *reader, bool is_argument);

static bool read_arguments(struct reader *reader, struct arguments *ret)
{
    ret->count = 0;
    ret->cut = false;
    while (*reader->at) {
        const char *argument = read_part(reader, true);
        if (ret->count < MOST_ARGUMENTS)
            ret->items[ret->count++] = argument;
        else
            ret->cut = true;
        if (*reader->at == '>') {
            reader->at++;
            return true;
        }
        if (*reader->at == ',')
            reader->at++;
    }
    return false;
}

/* @return false when the brackets do not match: then the name is left as it is. */
static bool read_template(struct reader *reader, struct tr_str *out)
{
    struct arguments arguments;
    const char *name = take_name(reader->arena, out);
    reader->at++;
    reader->depth++;
    bool ok = *name && reader->depth < TR_LIMIT_NAME_DEPTH && read_arguments(reader, &arguments) && arguments.count;
    reader->depth--;
    if (ok)
        add_template(out, name, &arguments);
    return ok;
}

/* Namespaces that nobody writes: libstdc++'s newer ABI, clocks and debug mode, libc++. */
static const char *const versions[] = {"__cxx11::", "__1::", "_V2::", "__fs::", "__debug::", "__cxx1998::"};

static bool has_version(const char *name)
{
    for (size_t i = 0; i < TR_COUNT(versions); i++)
        if (strstr(name, versions[i]))
            return true;
    return false;
}

static bool is_of_std(const struct tr_str *out)
{
    size_t start = out->size;
    while (start && (isalnum((unsigned char)out->bytes[start - 1]) || strchr("_:", out->bytes[start - 1])))
        start--;
    return after(out->bytes + start, "std::") != NULL;
}

static void drop_version(struct tr_str *out)
{
    for (size_t i = 0; i < TR_COUNT(versions); i++) {
        size_t length = strlen(versions[i]);
        if (out->size <= length || out->bytes[out->size - 1] != ':' || out->bytes[out->size - length - 1] != ':' ||
            memcmp(out->bytes + out->size - length, versions[i], length) != 0 || !is_of_std(out))
            continue;
        out->size -= length;
        out->bytes[out->size] = '\0';
        return;
    }
}

/* Up to the end, or, of an argument, up to the comma or bracket behind it. NULL when the brackets do not match. */
static const char *read_part(struct reader *reader, bool is_argument)
{
    tr_auto_str struct tr_str out = {0};
    unsigned nested = 0;
    while (is_argument && *reader->at == ' ')
        reader->at++;
    for (; *reader->at; reader->at++) {
        char c = *reader->at;
        if (is_argument && !nested && (c == ',' || c == '>'))
            break;
        if (c == '<') {
            if (!read_template(reader, &out)) {
                reader->at += strlen(reader->at);
                reader->depth = TR_LIMIT_NAME_DEPTH; /* given up */
                return "";
            }
            reader->at--;
            continue;
        }
        nested += strchr("({[", c) != NULL;
        nested -= nested && strchr(")}]", c);
        tr_str_add_char(&out, c);
        drop_version(&out);
    }
    while (is_argument && out.size && out.bytes[out.size - 1] == ' ')
        out.bytes[--out.size] = '\0';
    return tr_arena_strdup(reader->arena, tr_str_text(&out));
}

/* The last part of "A<int>::operator<": its bracket encloses no arguments. */
static const char *operator_part(const char *name)
{
    static const char part[] = "::operator";
    const char *at = strstr(name, part);
    return at && !isalnum((unsigned char)at[sizeof(part) - 1]) && at[sizeof(part) - 1] != '_' ? at : NULL;
}

const char *tr_short_name(struct tr_arena *arena, const char *name)
{
    struct reader reader = {.arena = arena, .at = name};
    const char *operator_name = operator_part(name);
    if (operator_name) {
        const char *class_name = tr_arena_strndup(arena, name, (size_t)(operator_name - name));
        return tr_arena_printf(arena, "%s%s", tr_short_name(arena, class_name), operator_name);
    }
    /* "<lambda(int)>" and operators have brackets that enclose no arguments. */
    if (strstr(name, "<lambda") || strstr(name, "operator") || strstr(name, "->"))
        return name;
    if (!strchr(name, '<') && !has_version(name))
        return name;
    const char *result = read_part(&reader, false);
    return reader.depth < TR_LIMIT_NAME_DEPTH && *result ? result : name;
}
