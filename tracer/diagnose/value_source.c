#include "diagnose/value_source.h"

#include "diagnose/evaluated.h"
#include "diagnose/source_text.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

enum { NAME = 64, TEXT = 64 };

/* What NULL means as the result of a function. */
static const struct {
    const char *function, *meaning;
} meanings[] = {
    {"strchr", "it found nothing"},
    {"strrchr", "it found nothing"},
    {"strstr", "it found nothing"},
    {"strcasestr", "it found nothing"},
    {"strpbrk", "it found nothing"},
    {"memchr", "it found nothing"},
    {"bsearch", "it found nothing"},
    {"strtok", "there is no further part"},
    {"strtok_r", "there is no further part"},
    {"strsep", "there is no further part"},
    {"fgets", "nothing is left to read"},
    {"readdir", "there is no further entry"},
    {"getenv", "the variable is not set"},
    {"malloc", "there is no memory for that many bytes"},
    {"calloc", "there is no memory for that many bytes"},
    {"realloc", "there is no memory for that many bytes"},
    {"strdup", "there is no memory for the copy"},
    {"fopen", "the file could not be opened"},
    {"popen", "the command could not be started"},
    {"opendir", "the folder could not be opened"},
    {"dynamic_cast", "the object is not of that class"},
    {"dlsym", "there is no such symbol"},
    {"getpwnam", "there is no such user"},
    {"localtime", "the time cannot be told"},
};

/* The function that @p expression calls, behind casts: "strchr" of "(char *)strchr(line, '=')". */
static bool called_function(const char *expression, char *ret)
{
    expression += strspn(expression, " \t");
    while (*expression == '(') {
        const char *end = strchr(expression, ')');
        if (!end || !end[1])
            return false;
        expression = end + 1 + strspn(end + 1, " \t");
    }
    size_t length = 0;
    while (isalnum((unsigned char)expression[length]) || expression[length] == '_' || expression[length] == ':')
        length++;
    size_t open = length + strspn(expression + length, " ");
    if (!length || length >= NAME || (expression[open] != '(' && expression[open] != '<'))
        return false;
    memcpy(ret, expression, length);
    ret[length] = '\0';
    return true;
}

/* What never is NULL. */
static bool never_fails(const char *function)
{
    return strncmp(function, "std::make_", strlen("std::make_")) == 0 || strcmp(function, "new") == 0;
}

static const char *meaning_of(const char *function)
{
    if (strncmp(function, "std::", strlen("std::")) == 0)
        function += strlen("std::");
    for (size_t i = 0; i < sizeof(meanings) / sizeof(meanings[0]); i++)
        if (strcmp(meanings[i].function, function) == 0)
            return meanings[i].meaning;
    return NULL;
}

/* The variable of "eq++" and "(long *)data". */
static const char *stored_name(const struct tr_facts *facts, const char *name)
{
    const char *close = name[0] == '(' ? strchr(name, ')') : NULL;
    if (close && close[1])
        name = close + 1;
    size_t length = strlen(name);
    if (length > 2 && (strcmp(name + length - 2, "++") == 0 || strcmp(name + length - 2, "--") == 0))
        return tr_arena_strndup(facts->arena, name, length - 2);
    return name;
}

/* The only line of the excerpt that assigns to @p name; @p ret_value is what it assigns. */
static int64_t only_assignment(const struct tr_source *source, const char *name, bool steps_here, const char **ret_value)
{
    int64_t found = 0;
    for (size_t i = 0; i < source->lines.count; i++) {
        const char *line = source->lines.items[i], *value = tr_source_assigned(line, name);
        int64_t number = source->first_line.value + (int64_t)i;
        /* Another function's variable of the same name. */
        if (line[0] == '}' && number < source->focus.value)
            found = 0;
        if (line[0] == '}' && number > source->focus.value)
            break;
        bool is_known_step = steps_here && number == source->focus.value;
        if (!value && (is_known_step || !tr_source_steps(line, name)))
            continue;
        if (found || !value)
            return 0;
        found = number;
        *ret_value = value;
    }
    return found;
}

/* A smart pointer whose object was handed on: "std::move(job)". */
static int64_t moved_at(const struct tr_facts *facts, const struct tr_source *source, const char *name)
{
    const char *call = tr_arena_printf(facts->arena, "move(%s)", name);
    for (size_t i = 0; i < source->lines.count; i++)
        if (strstr(source->lines.items[i], call) && source->first_line.value + (int64_t)i <= source->focus.value)
            return source->first_line.value + (int64_t)i;
    return 0;
}

static void tell_call(const struct tr_facts *facts, const char *name, const char *function, const char *place,
                      const char *bad, struct tr_finding *finding)
{
    const char *meaning = strcmp(bad, "NULL") == 0 ? meaning_of(function) : NULL, *called = tr_facts_name(facts, function);
    finding->hint =
        meaning ? tr_arena_printf(facts->arena,
                                  "%s%s%s comes from %s, which gives NULL when %s: decide what is to happen then, before %s is "
                                  "used",
                                  tr_facts_value(facts, name), place ? " at " : "", place ? place : "", called, meaning,
                                  tr_facts_value(facts, name))
                : tr_arena_printf(facts->arena, "%s comes from %s%s%s: see when that returns %s, and whether it should",
                                  tr_facts_value(facts, name), called, place ? " at " : "", place ? place : "", bad);
}

/* Whether the program calls a function there, and no macro. */
static bool is_call_of_function(const struct tr_facts *facts, const char *text)
{
    TR_EACH(const struct tr_evaluated, part, &facts->report->expressions)
    {
        if (tr_evaluated_is_call(part) && part->callee && strcmp(part->text, text) == 0)
            return true;
    }
    return false;
}

static const struct tr_frame *caller_of(const struct tr_facts *facts, const struct tr_frame *frame)
{
    bool is_behind = false;
    TR_EACH(const struct tr_frame, at, &tr_facts_thread(facts)->frames)
    {
        if (is_behind && at->function)
            return at->user == TR_TRUE && at->file && at->line.known ? at : NULL;
        is_behind = is_behind || at == frame;
    }
    return NULL;
}

static bool is_argument(const struct tr_frame *frame, const char *name)
{
    TR_EACH(const struct tr_variable, argument, &frame->arguments)
    {
        if (strcmp(argument->name, name) == 0)
            return true;
    }
    return false;
}

/* The variable that is all of "arg;"; NULL for anything else. */
static const char *plain_name(const struct tr_facts *facts, const char *value)
{
    value += strspn(value, " \t");
    size_t length = 0;
    while (isalnum((unsigned char)value[length]) || value[length] == '_')
        length++;
    return length && value[length] == ';' ? tr_arena_strndup(facts->arena, value, length) : NULL;
}

/* A parameter that the function has not changed. */
static void tell_parameter(const struct tr_facts *facts, const struct tr_frame *frame, const char *name,
                           const char *bad, struct tr_finding *finding)
{
    const struct tr_frame *caller = is_argument(frame, name) ? caller_of(facts, frame) : NULL;
    if (!caller || !frame->function)
        return;
    tr_finding_add(facts, finding, tr_facts_frame_ref(facts, caller), "%s is a parameter: %s passed it at %s:%" PRId64,
                   tr_facts_name(facts, name), tr_facts_name(facts, caller->function), tr_facts_name(facts, caller->file),
                   caller->line.value);
    finding->hint = tr_arena_printf(facts->arena,
                                    "%s was %s already when %s called %s at %s:%" PRId64
                                    ": either that call is wrong, or %s has to expect %s and do without",
                                    tr_facts_name(facts, name), bad, tr_facts_name(facts, caller->function),
                                    tr_facts_name(facts, frame->function), tr_facts_name(facts, caller->file),
                                    caller->line.value, tr_facts_name(facts, frame->function), bad);
}

/* Whether the excerpt changes @p name anywhere. */
static bool is_changed(const struct tr_source *source, const char *name)
{
    TR_EACH(const char, line, &source->lines)
    {
        if (tr_source_assigned(line, name) || tr_source_steps(line, name))
            return true;
    }
    return false;
}

/* Whether the excerpt begins before the function does. */
static bool shows_beginning(const struct tr_source *source)
{
    for (size_t i = 0; i < source->lines.count && source->first_line.value + (int64_t)i <= source->focus.value; i++)
        if (((const char *)source->lines.items[i])[0] == '{')
            return true;
    return source->first_line.value == 1;
}

void tr_source_of_tell(const struct tr_facts *facts, const char *name, const char *bad, struct tr_finding *finding)
{
    const struct tr_frame *frame = tr_facts_frame(facts);
    const char *value;
    char function[NAME];
    if (called_function(name, function)) {
        if (meaning_of(function) || is_call_of_function(facts, name))
            tell_call(facts, name, function, NULL, bad, finding);
        return;
    }
    const char *stored = stored_name(facts, name);
    if (!frame || !frame->source || !frame->file)
        return;
    int64_t moved = moved_at(facts, frame->source, stored);
    if (moved) {
        finding->hint = tr_arena_printf(facts->arena, "std::move(%s) at %s:%" PRId64 " gave away what %s held: use what it was "
                                                      "given to, or do this before",
                                        tr_facts_name(facts, stored), tr_facts_name(facts, frame->file), moved,
                                        tr_facts_name(facts, stored));
        return;
    }
    int64_t line = only_assignment(frame->source, stored, strcmp(stored, name) != 0, &value);
    if (!line) {
        if (!is_changed(frame->source, stored) && shows_beginning(frame->source))
            tell_parameter(facts, frame, stored, bad, finding);
        return;
    }
    const char *place = tr_arena_printf(facts->arena, "%s:%" PRId64, tr_facts_name(facts, frame->file), line);
    if (line != frame->source->focus.value)
        tr_finding_add(facts, finding, tr_facts_frame_ref(facts, frame), "%s is set at %s: %s",
                       tr_facts_name(facts, stored), place,
                       tr_facts_quoted(facts, tr_source_trimmed(facts->arena, frame->source, line)));
    const char *other = plain_name(facts, value);
    if (other && is_argument(frame, other))
        finding->hint = tr_arena_printf(facts->arena,
                                        "%s comes from the parameter %s of %s: look at what its caller passes (for a thread, "
                                        "the last argument of pthread_create)",
                                        tr_facts_name(facts, stored), tr_facts_name(facts, other),
                                        tr_facts_name(facts, frame->function ? frame->function : "this function"));
    else if (called_function(value, function) && !never_fails(function))
        tell_call(facts, stored, function, place, bad, finding);
}
