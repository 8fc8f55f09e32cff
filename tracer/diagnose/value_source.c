#include "diagnose/value_source.h"

#include "diagnose/evaluated.h"
#include "diagnose/given.h"
#include "diagnose/map_element.h"
#include "diagnose/source_text.h"

#include "base/cleanup.h"
#include "base/utf8.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

enum { TOLD_STORES = 3, TOLD_RETURNS = 3 };

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
    {"weak_ptr::lock", "the object is gone, since its last shared_ptr is"},
    {"__weak_ptr::lock", "the object is gone, since its last shared_ptr is"}, /* where libstdc++ has it */
    {"unordered_map::find", "it has no such key"},
    {"unordered_set::find", "it has no such key"},
    {"max_element", "the range is empty"},
    {"min_element", "the range is empty"},
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

static bool is_null_text(const char *value)
{
    return strcmp(value, "NULL") == 0 || strcmp(value, "nullptr") == 0 || strcmp(value, "0") == 0 || strcmp(value, "{}") == 0;
}

/* ---- what functions of the program return ---- */

static const struct tr_returning *returning_of(const struct tr_facts *facts, const char *call)
{
    TR_EACH(const struct tr_returning, returning, &facts->report->returning)
    {
        if (strcmp(returning->call, call) == 0)
            return returning;
    }
    return NULL;
}

/* "returns NULL at main.c:9 and main.c:15", else "returns \"table[h]\" at main.c:9" when that is all; or NULL. */
static const char *returns_text(const struct tr_facts *facts, const struct tr_returning *returning, const char *bad, bool *ret_is_bad)
{
    tr_auto_str struct tr_str text = {0};
    size_t count = 0;
    bool is_only = returning->places.count == 1;
    *ret_is_bad = false;
    TR_EACH(const struct tr_return_place, place, &returning->places)
    {
        bool is_bad = is_null_text(place->value);
        if (!is_bad && !is_only)
            continue;
        *ret_is_bad = is_bad;
        if (!count++)
            tr_str_printf(&text, "returns %s at ", is_bad ? bad : tr_facts_name(facts, place->value));
        else
            tr_str_add_text(&text, " and ");
        tr_str_add_name(&text, place->location->file);
        tr_str_printf(&text, ":%" PRId64, place->location->line.value);
    }
    return count && count <= TOLD_RETURNS ? tr_arena_strdup(facts->arena, tr_str_text(&text)) : NULL;
}

/* The last call of the kernel that failed in that function: what it may have returned NULL for. */
static void tell_failed(const struct tr_facts *facts, const struct tr_returning *returning, struct tr_finding *finding)
{
    const struct tr_list *failed = facts->report->syscalls ? &facts->report->syscalls->failed : NULL;
    for (size_t i = failed ? failed->count : 0; i-- > 0;) {
        const struct tr_syscall *call = tr_list_at(failed, struct tr_syscall, i);
        const struct tr_location *at = call->location;
        if (!at || !at->function || !at->file || !call->error || call->process.known ||
            strcmp(at->function, returning->function) != 0)
            continue;
        tr_finding_add(facts, finding, tr_arena_printf(facts->arena, "/syscalls/failed/%zu", i), "in %s, %s failed with %s at %s:%" PRId64,
                       tr_facts_name(facts, at->function), tr_facts_name(facts, call->text), call->error,
                       tr_facts_name(facts, at->file), at->line.value);
        return;
    }
}

/*
 * @p name comes from a call.
 *
 * @param call   as written.
 * @param place  where it is called; NULL for the failing line itself.
 */
static void tell_call(const struct tr_facts *facts, const char *name, const char *call, const char *function, const char *place,
                      const char *bad, struct tr_finding *finding)
{
    bool comes_there = false;
    const struct tr_returning *returning = returning_of(facts, call);
    const char *meaning = strcmp(bad, "NULL") == 0 && !returning ? meaning_of(function) : NULL,
               *returns = returning ? returns_text(facts, returning, bad, &comes_there) : NULL;
    const char *at = place ? tr_arena_printf(facts->arena, " at %s", place) : "";
    const char *from = tr_arena_printf(facts->arena, "%s%s comes from %s", tr_facts_value(facts, name), at, tr_facts_name(facts, function));
    if (returning)
        tell_failed(facts, returning, finding);
    if (meaning)
        finding->hint = tr_arena_printf(facts->arena, "%s, which gives NULL when %s: decide what is to happen then, before %s is used", from,
                                        meaning, tr_facts_value(facts, name));
    else if (returns)
        finding->hint = tr_arena_printf(facts->arena, "%s, which %s: see when %s %s, and decide what is to happen then, before %s is used",
                                        from, returns, comes_there ? "it comes" : "that is", comes_there ? "there" : bad,
                                        tr_facts_value(facts, name));
    else
        finding->hint = tr_arena_printf(facts->arena, "%s: see when that returns %s, and whether it should", from, bad);
}

/* The function that is called there, qualified; NULL for a macro, and for what is no call. */
static const char *function_of(const struct tr_facts *facts, const char *text)
{
    TR_EACH(const struct tr_evaluated, part, &facts->report->expressions)
    {
        if (tr_evaluated_is_call(part) && part->callee && strcmp(part->text, text) == 0)
            return part->callee;
    }
    return NULL;
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

/* "main passed list->head, which is NULL, at main.c:9" */
static void add_given(const struct tr_facts *facts, const struct tr_frame *caller, const char *name, const char *bad,
                      const struct tr_given *given, struct tr_finding *finding)
{
    const char *what = given ? tr_facts_name(facts, given->text) : "it";
    const char *value = given && !is_null_text(given->text) ? tr_arena_printf(facts->arena, ", which is %s,", bad) : "";
    tr_finding_add(facts, finding, tr_facts_frame_ref(facts, caller), "%s is a parameter: %s passed %s%s at %s:%" PRId64,
                   tr_facts_name(facts, name), tr_facts_name(facts, caller->function), what, value,
                   tr_facts_name(facts, caller->file), caller->line.value);
}

/* A parameter that the function has not changed. */
static void tell_parameter(const struct tr_facts *facts, const struct tr_frame *frame, const char *name,
                           const char *bad, struct tr_finding *finding)
{
    const struct tr_frame *caller = is_argument(frame, name) ? caller_of(facts, frame) : NULL;
    struct tr_given given;
    if (!caller || !frame->function)
        return;
    bool is_given = tr_given_find(facts, name, &given);
    add_given(facts, caller, name, bad, is_given ? &given : NULL, finding);
    finding->hint = tr_arena_printf(facts->arena,
                                    "%s was %s already when %s called %s at %s:%" PRId64
                                    ": either that call is wrong, or %s has to expect %s and do without",
                                    tr_facts_name(facts, name), bad, tr_facts_name(facts, caller->function),
                                    tr_facts_name(facts, frame->function), tr_facts_name(facts, caller->file),
                                    caller->line.value, tr_facts_name(facts, frame->function), bad);
    if (is_given)
        tr_source_of_tell(&given.caller, given.text, bad, finding);
}

/* The object of a member function: the caller's pointer to it. */
static void tell_object(const struct tr_facts *facts, struct tr_finding *finding)
{
    struct tr_given given;
    if (!tr_given_object(facts, &given))
        return;
    const struct tr_frame *caller = tr_facts_frame(&given.caller);
    const char *name = tr_facts_name(facts, given.text), *place = tr_facts_place(&given.caller);
    tr_finding_add(facts, finding, tr_facts_frame_ref(facts, caller), "%s is NULL in %s at %s, where it calls a member function on it",
                   name, tr_facts_name(facts, caller->function), place);
    finding->hint = tr_arena_printf(facts->arena, "find why %s is NULL at %s: never set, or the result of something that failed or found nothing",
                                    name, place);
    tr_source_of_tell(&given.caller, given.text, "NULL", finding);
    tr_map_element_tell(&given.caller, given.text, finding);
}

static const char *place_of(const struct tr_facts *facts, const struct tr_frame *frame, const struct tr_store *store)
{
    return tr_arena_printf(facts->arena, "%s:%" PRId64, tr_facts_name(facts, frame->file), store->line.value);
}

/* "node = node->next" */
static bool is_walk(const struct tr_store *store)
{
    size_t length = strlen(store->target);
    return store->value && strncmp(store->value, store->target, length) == 0 && strncmp(store->value + length, "->", 2) == 0;
}

static bool is_told(const struct stores *stores, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (stores->items[i]->line.value == stores->items[index]->line.value)
            return true;
    return false;
}

static void add_stores(const struct tr_facts *facts, const struct tr_frame *frame, const char *name, bool is_further,
                       const struct stores *stores, struct tr_finding *finding)
{
    for (size_t i = 0; i < stores->count && i < TOLD_STORES; i++) {
        if (!is_told(stores, i))
            tr_finding_add(facts, finding, tr_facts_frame_ref(facts, frame), "%s is%s set at %s: %s", tr_facts_name(facts, name),
                           is_further || i ? " also" : "", place_of(facts, frame, stores->items[i]),
                           tr_facts_quoted(facts, stores->items[i]->text));
    }
    if (stores->count > TOLD_STORES)
        tr_finding_add(facts, finding, tr_facts_frame_ref(facts, frame), "and at %zu further places of the function",
                       stores->count - TOLD_STORES);
}

/* Where the value may come from when there are several places, and perhaps the caller as well. */
static void tell_several(const struct tr_facts *facts, const struct tr_frame *frame, const char *name, const char *bad,
                         const struct stores *stores, struct tr_finding *finding)
{
    const struct tr_store *first = stores->items[0], *walk = NULL;
    const struct tr_frame *caller = is_argument(frame, name) ? caller_of(facts, frame) : NULL;
    const char *shown = tr_facts_name(facts, name);
    if (caller)
        add_given(facts, caller, name, bad, NULL, finding);
    add_stores(facts, frame, name, caller != NULL, stores, finding);
    for (size_t i = 0; i < stores->count && i < TOLD_STORES; i++)
        walk = is_walk(stores->items[i]) ? stores->items[i] : walk;
    if (walk)
        finding->hint = tr_arena_printf(facts->arena, "%s is NULL behind the last element, where %s at %s leads, and from the start where there "
                                                      "is none: what goes on with it has to test for that first, and decide what "
                                                      "is to happen when nothing is found",
                                        shown, tr_facts_name(facts, walk->value), place_of(facts, frame, walk));
    else if (caller)
        finding->hint = tr_arena_printf(facts->arena, "%s was %s when %s was called at %s:%" PRId64 ", or became so in it, at %s: see "
                                                      "which, and what should happen then",
                                        shown, bad, tr_facts_name(facts, frame->function ? frame->function : "the function"),
                                        tr_facts_name(facts, caller->file), caller->line.value, place_of(facts, frame, first));
    else if (first->value && is_null_text(first->value))
        finding->hint = tr_arena_printf(facts->arena, "%s begins as %s at %s: what sets it later has not run, or gave %s again; decide "
                                                      "what %s stands for here, and what should happen then",
                                        shown, bad, place_of(facts, frame, first), bad, bad);
}

/* Not "count(list) - 1", nor "next().value". */
static bool is_whole_call(const char *value)
{
    size_t depth = 0;
    for (const char *at = value; *at; at++) {
        depth += *at == '(';
        depth -= *at == ')' && depth;
        if (*at == ')' && !depth && at != value && at[1] && strchr(".-+*/%&|<>=?[,", at[1 + strspn(at + 1, " \t")]) != NULL)
            return false;
    }
    return true;
}

/* What the only place that sets @p name says about the value. */
static void tell_store(const struct tr_facts *facts, const struct tr_frame *frame, const char *name, const char *bad,
                       const struct tr_store *store, struct tr_finding *finding)
{
    char function[TR_SOURCE_NAME];
    const char *place = place_of(facts, frame, store);
    const struct tr_returning *returning = returning_of(facts, store->value);
    if (store->line.value != frame->line.value)
        tr_finding_add(facts, finding, tr_facts_frame_ref(facts, frame), "%s is set at %s: %s", tr_facts_name(facts, name), place,
                       tr_facts_quoted(facts, store->text));
    if (strchr(name, '[')) /* another element may have been meant when that ran */
        finding->hint = tr_arena_printf(facts->arena, "see whether %s was ever set with the indexes of now: %s does so for those that it comes to",
                                        tr_facts_name(facts, name), place);
    else if (is_plain_name(store->value) && is_argument(frame, store->value))
        finding->hint = tr_arena_printf(facts->arena,
                                        "%s comes from the parameter %s of %s: look at what its caller passes (for a thread, "
                                        "the last argument of pthread_create)",
                                        tr_facts_name(facts, name), tr_facts_name(facts, store->value),
                                        tr_facts_name(facts, frame->function ? frame->function : "this function"));
    else if (returning)
        tell_call(facts, name, store->value, returning->function, place, bad, finding);
    else if (is_whole_call(store->value) && tr_source_called(store->value, function) && !never_fails(function))
        tell_call(facts, name, store->value, function, place, bad, finding);
    else if (is_null_text(store->value))
        finding->hint = tr_arena_printf(facts->arena, "%s is set to %s at %s, and to nothing else in this function: give it its value "
                                                      "before it is used",
                                        tr_facts_name(facts, name), bad, place);
}

void tr_source_of_tell(const struct tr_facts *facts, const char *name, const char *bad, struct tr_finding *finding)
{
    const struct tr_frame *frame = tr_facts_frame(facts);
    char function[TR_SOURCE_NAME];
    const char *called = function_of(facts, name);
    if (called || (tr_source_called(name, function) && meaning_of(function))) {
        tell_call(facts, name, name, called ? called : function, NULL, bad, finding);
        return;
    }
    if (strcmp(name, "this") == 0) {
        tell_object(facts, finding);
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
