#include "diagnose/thrown.h"

#include "base/cleanup.h"
#include "base/utf8.h"

#include <inttypes.h>
#include <string.h>

enum { MEMBERS = 4 }; /* told of one exception in a sentence */

/*
 * Names of libstdc++ and libc++ on the way from a throw to abort. std::terminate itself may be missing: where the
 * library's local functions have no names, the unwinder's frames still lead through these.
 */
static const char *const terminators[] = {"std::terminate",
                                          "__cxxabiv1::__terminate",
                                          "std::__terminate",
                                          "__clang_call_terminate",
                                          "__gnu_cxx::__verbose_terminate_handler",
                                          "__cxa_call_terminate"};
static const char *const barriers[] = {"__cxa_call_terminate", "__clang_call_terminate"};

static bool inside_one(const struct tr_facts *facts, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (tr_facts_inside(facts, names[i]))
            return true;
    return false;
}

bool tr_is_terminated(const struct tr_facts *facts)
{
    return tr_facts_signal(facts, "SIGABRT", NULL) &&
           (inside_one(facts, terminators, TR_COUNT(terminators)) || tr_facts_inside(facts, "__gxx_personality_v0"));
}

bool tr_is_noexcept_left(const struct tr_facts *facts)
{
    /* The personality routine found no handler on its way and a function that must not be left. */
    return inside_one(facts, barriers, TR_COUNT(barriers)) ||
           (tr_facts_inside(facts, "__gxx_personality_v0") && tr_facts_inside(facts, "_Unwind_RaiseException"));
}

/* ---- naming it ---- */

/* What std::throw_with_nested throws is of a class of its own that is made from the one that the program wrote. */
static const char *written_type(const struct tr_facts *facts, const char *type)
{
    static const char wrapper[] = "std::_Nested_exception<";
    size_t length = strlen(type), skip = sizeof(wrapper) - 1;
    if (length <= skip || strncmp(type, wrapper, skip) != 0 || type[length - 1] != '>')
        return type;
    return tr_arena_strndup(facts->arena, type + skip, length - skip - 1);
}

/* A number, a text, an enumerator: what its value alone tells. */
static bool is_plain(const struct tr_variable *value)
{
    return value && value->value && value->state == TR_STATE_OK && value->kind != TR_VALUE_CLASS &&
           value->kind != TR_VALUE_STRUCT && value->kind != TR_VALUE_UNION;
}

/* The members with a value, those of the library's base classes left out. @return how many were told. */
static size_t add_members(const struct tr_facts *facts, struct tr_str *str, const struct tr_variable *value, size_t told)
{
    TR_EACH(const struct tr_variable, member, &value->children)
    {
        if (member->name[0] == '<' && strncmp(member->type, "std::", strlen("std::")) != 0)
            told = add_members(facts, str, member, told);
        if (!member->value || member->state != TR_STATE_OK || told == MEMBERS)
            continue;
        tr_str_add_text(str, told++ ? ", " : "");
        tr_str_add_name(str, member->name);
        tr_str_add_text(str, " = ");
        tr_str_add_text(str, tr_facts_value(facts, member->value));
    }
    return told;
}

static const char *members(const struct tr_facts *facts, const struct tr_exception *exception)
{
    tr_auto_str struct tr_str str = {0};
    bool is_own = exception->value && strncmp(exception->type, "std::", strlen("std::")) != 0;
    return is_own && add_members(facts, &str, exception->value, 0) ? tr_arena_strdup(facts->arena, tr_str_text(&str)) : NULL;
}

static const char *name_of(const struct tr_facts *facts, const struct tr_exception *exception)
{
    tr_auto_str struct tr_str name = {0};
    const struct tr_variable *value = exception->value;
    if (is_plain(value)) {
        /* Types of the language are spelled by us, others come from the program. */
        bool is_ours = value->kind == TR_VALUE_INTEGER || value->kind == TR_VALUE_FLOAT ||
                       value->kind == TR_VALUE_BOOLEAN || value->kind == TR_VALUE_STRING;
        tr_str_printf(&name, "%s %s", is_ours ? value->type : tr_facts_name(facts, value->type),
                      tr_facts_value(facts, value->value));
        return tr_arena_strdup(facts->arena, tr_str_text(&name));
    }
    tr_str_add_name(&name, written_type(facts, exception->type));
    if (exception->what) {
        tr_str_add_text(&name, " (");
        tr_str_add_quoted(&name, exception->what);
        tr_str_add_char(&name, ')');
    } else if (members(facts, exception)) {
        tr_str_printf(&name, " {%s}", members(facts, exception));
    }
    return tr_arena_strdup(facts->arena, tr_str_text(&name));
}

const char *tr_thrown_name(const struct tr_facts *facts)
{
    const struct tr_exception *exception = facts->report->exception;
    return exception && exception->type ? name_of(facts, exception) : NULL;
}

void tr_thrown_tell(const struct tr_facts *facts, struct tr_finding *finding)
{
    const struct tr_exception *exception = facts->report->exception;
    if (!exception || !exception->type || !exception->address.known) {
        finding->confidence = TR_CONFIDENCE_LIKELY;
        return;
    }
    finding->confidence = TR_CONFIDENCE_VERIFIED;
    finding->proof = tr_arena_printf(
        facts->arena, "the exception object at 0x%" PRIx64 " is of type %s, and std::terminate was called",
        exception->address.value, tr_facts_name(facts, exception->type));
    const char *told = exception->what ? members(facts, exception) : NULL;
    if (told)
        tr_finding_add(facts, finding, "/exception/value", "its members: %s", told);
    TR_EACH(const struct tr_exception, nested, &exception->nested)
    {
        tr_finding_add(facts, finding, "/exception/nested", "it was thrown while %s was being handled",
                       name_of(facts, nested));
    }
}

const char *tr_thrown_places_tell(const struct tr_facts *facts, struct tr_finding *finding)
{
    tr_auto_str struct tr_str places = {0};
    const struct tr_list *thrown_at = facts->report->exception ? &facts->report->exception->thrown_at : &(struct tr_list){0};
    TR_EACH(const struct tr_location, place, thrown_at)
    {
        tr_str_printf(&places, "%s%s at %s:%" PRId64, places.size ? ", " : "",
                      place->function ? tr_facts_name(facts, place->function) : "code",
                      place->file ? tr_facts_name(facts, place->file) : "line", place->line.value);
    }
    if (!thrown_at->count)
        return NULL;
    const char *text = tr_arena_strdup(facts->arena, tr_str_text(&places));
    tr_finding_add(facts, finding, "/exception/thrown_at",
                   thrown_at->count == 1 ? "only one place in the program throws this type: %s"
                                         : "the program throws this type in: %s",
                   text);
    return thrown_at->count == 1 ? text : NULL;
}
