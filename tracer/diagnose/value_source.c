#include "diagnose/value_source.h"

#include "diagnose/evaluated.h"
#include "diagnose/source_text.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

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

enum { TOLD_STORES = 3 };

/* The places of the function that set @p name; with @p steps_here but for the step that is being evaluated: "eq++". */
struct stores {
    const struct tr_store *items[TOLD_STORES];
    size_t count; /* those beyond are only counted */
};

static struct stores stores_of(const struct tr_facts *facts, const char *name, int64_t focus, bool steps_here)
{
    struct stores found = {.count = 0};
    TR_EACH(const struct tr_store, store, &facts->report->stores)
    {
        bool is_step = steps_here && !store->value && store->line.value == focus;
        if (is_step || strcmp(store->target, name) != 0)
            continue;
        if (found.count < TOLD_STORES)
            found.items[found.count] = store;
        found.count++;
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

static bool is_null_text(const char *value)
{
    return strcmp(value, "NULL") == 0 || strcmp(value, "nullptr") == 0 || strcmp(value, "0") == 0 || strcmp(value, "{}") == 0;
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

static bool is_plain_name(const char *value)
{
    for (const char *at = value; *at; at++)
        if (!isalnum((unsigned char)*at) && *at != '_')
            return false;
    return *value != '\0';
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

static const char *place_of(const struct tr_facts *facts, const struct tr_frame *frame, const struct tr_store *store)
{
    return tr_arena_printf(facts->arena, "%s:%" PRId64, tr_facts_name(facts, frame->file), store->line.value);
}

/* Where the value may come from when there are several places, and perhaps the caller as well. */
static void tell_several(const struct tr_facts *facts, const struct tr_frame *frame, const char *name, const char *bad,
                         const struct stores *stores, struct tr_finding *finding)
{
    const struct tr_store *first = stores->items[0];
    const struct tr_frame *caller = is_argument(frame, name) ? caller_of(facts, frame) : NULL;
    const char *shown = tr_facts_name(facts, name), *ref = tr_facts_frame_ref(facts, frame);
    if (caller)
        tr_finding_add(facts, finding, tr_facts_frame_ref(facts, caller), "%s is a parameter: %s passed it at %s:%" PRId64, shown,
                       tr_facts_name(facts, caller->function), tr_facts_name(facts, caller->file), caller->line.value);
    for (size_t i = 0; i < stores->count && i < TOLD_STORES; i++)
        tr_finding_add(facts, finding, ref, "%s is%s set at %s: %s", shown, caller || i ? " also" : "",
                       place_of(facts, frame, stores->items[i]), tr_facts_quoted(facts, stores->items[i]->text));
    if (stores->count > TOLD_STORES)
        tr_finding_add(facts, finding, ref, "and at %zu further places of the function", stores->count - TOLD_STORES);
    if (caller)
        finding->hint = tr_arena_printf(facts->arena, "%s was %s when %s was called at %s:%" PRId64 ", or became so in it, at %s: see "
                                                      "which, and what should happen then",
                                        shown, bad, tr_facts_name(facts, frame->function ? frame->function : "the function"),
                                        tr_facts_name(facts, caller->file), caller->line.value, place_of(facts, frame, first));
    else if (first->value && is_null_text(first->value))
        finding->hint = tr_arena_printf(facts->arena, "%s begins as %s at %s: what sets it later has not run, or gave %s again; decide "
                                                      "what %s stands for here, and what should happen then",
                                        shown, bad, place_of(facts, frame, first), bad, bad);
}

/* What the only place that sets @p name says about the value. */
static void tell_store(const struct tr_facts *facts, const struct tr_frame *frame, const char *name, const char *bad,
                       const struct tr_store *store, struct tr_finding *finding)
{
    char function[TR_SOURCE_NAME];
    const char *place = place_of(facts, frame, store);
    if (store->line.value != frame->line.value)
        tr_finding_add(facts, finding, tr_facts_frame_ref(facts, frame), "%s is set at %s: %s", tr_facts_name(facts, name), place,
                       tr_facts_quoted(facts, store->text));
    if (is_plain_name(store->value) && is_argument(frame, store->value))
        finding->hint = tr_arena_printf(facts->arena,
                                        "%s comes from the parameter %s of %s: look at what its caller passes (for a thread, "
                                        "the last argument of pthread_create)",
                                        tr_facts_name(facts, name), tr_facts_name(facts, store->value),
                                        tr_facts_name(facts, frame->function ? frame->function : "this function"));
    else if (tr_source_called(store->value, function) && !never_fails(function))
        tell_call(facts, name, function, place, bad, finding);
    else if (is_null_text(store->value))
        finding->hint = tr_arena_printf(facts->arena, "%s is set to %s at %s, and to nothing else in this function: give it its value "
                                                      "before it is used",
                                        tr_facts_name(facts, name), bad, place);
}

void tr_source_of_tell(const struct tr_facts *facts, const char *name, const char *bad, struct tr_finding *finding)
{
    const struct tr_frame *frame = tr_facts_frame(facts);
    char function[TR_SOURCE_NAME];
    if (tr_source_called(name, function)) {
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
    if (facts->report->stores_known != TR_TRUE)
        return;
    struct stores stores = stores_of(facts, stored, frame->source->focus.value, strcmp(stored, name) != 0);
    if (!stores.count)
        tell_parameter(facts, frame, stored, bad, finding);
    else if (stores.count == 1 && stores.items[0]->value && !is_argument(frame, stored))
        tell_store(facts, frame, stored, bad, stores.items[0], finding);
    else
        tell_several(facts, frame, stored, bad, &stores, finding);
}
