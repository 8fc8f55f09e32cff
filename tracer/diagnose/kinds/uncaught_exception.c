#include "diagnose/kind.h"

#include "diagnose/evaluated.h"
#include "diagnose/library_call.h"
#include "diagnose/thrower.h"
#include "diagnose/thrown.h"

#include <string.h>

static bool is_thrown_again(const struct tr_facts *facts)
{
    return tr_facts_inside(facts, "__cxa_rethrow") || tr_facts_inside(facts, "std::rethrow_exception");
}

/* The library's function that threw, as the user calls it; NULL when the user's own code did. */
static const char *thrower(const struct tr_facts *facts)
{
    const char *called = tr_facts_called(facts);
    return called && strncmp(called, "std::", strlen("std::")) == 0 ? tr_facts_name(facts, called) : NULL;
}

static void tell_refusal(const struct tr_facts *facts, const struct tr_refusal *refusal, struct tr_finding *finding)
{
    const struct tr_exception *exception = facts->report->exception;
    const char *function = thrower(facts);
    finding->expression = tr_evaluated_expression(facts, refusal->call, refusal->culprit, TR_ROLE_CULPRIT);
    finding->summary = tr_arena_printf(
        facts->arena, "%s, at %s: %s threw %s and nobody caught it", refusal->reason, tr_facts_place(facts),
        function ? function : "the library", exception ? tr_facts_name(facts, exception->type) : "an exception");
    finding->hint = refusal->hint;
    if (exception && exception->what)
        tr_finding_add(facts, finding, "/exception", "what() says %s", tr_facts_quoted(facts, exception->what));
}

static void tell_again(const struct tr_facts *facts, struct tr_finding *finding)
{
    const char *place = tr_thrown_places_tell(facts, finding);
    finding->hint = "this line only passes on an exception that was caught before: what went wrong is where it was thrown "
                    "first";
    if (place)
        finding->hint = tr_arena_printf(facts->arena,
                                        "this line only passes on an exception that was caught before: look at %s, where it was "
                                        "thrown first, unless a library throws this type, too",
                                        place);
}

static void tell(const struct tr_facts *facts, const char *thrown, struct tr_finding *finding)
{
    const char *function = thrower(facts);
    bool again = is_thrown_again(facts);
    if (again)
        function = NULL;
    finding->summary =
        tr_arena_printf(facts->arena, "%s was thrown%s at %s%s%s and nobody caught it", thrown ? thrown : "an exception",
                        again ? " again" : "", tr_facts_place(facts), function ? " by " : "", function ? function : "");
    finding->hint = "the condition that led to the throw is the question: see it with the values of these frames; catch the "
                    "exception where something can be done about it";
    if (again)
        tell_again(facts, finding);
}

static bool match(const struct tr_facts *facts, struct tr_finding *finding)
{
    bool is_thrown = is_thrown_again(facts) || tr_facts_inside(facts, "__cxa_throw") ||
                     tr_facts_inside(facts, "_Unwind_RaiseException");
    const char *thrown = tr_thrown_name(facts);
    struct tr_refusal refusal;
    if (!tr_is_terminated(facts) || tr_is_noexcept_left(facts) || (!is_thrown && !thrown) ||
        (!is_thrown && !tr_facts_inside(facts, "std::terminate")))
        return false;
    if (!is_thrown && !facts->report->exception->address.known)
        return false;
    if (!thrown && tr_facts_inside(facts, "__cxa_rethrow"))
        return false; /* throw; without an exception */
    if (tr_refusal_find(facts, &refusal))
        tell_refusal(facts, &refusal, finding);
    else
        tell(facts, thrown, finding);
    tr_thrown_tell(facts, finding);
    return true;
}

const struct tr_kind_rule tr_kind_rule_uncaught_exception = {
    .kind = TR_KIND_UNCAUGHT_EXCEPTION,
    .cwe = 248,
    .explanation = "A function that cannot do its work throws an exception, which goes outward through the callers "
                   "until one catches it. None "
                   "did, so the C++ library called std::terminate, which ends the program by abort().",
    .match = match,
};
