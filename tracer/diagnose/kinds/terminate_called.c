#include "diagnose/kind.h"

#include "base/cleanup.h"
#include "diagnose/thrown.h"

#include <string.h>

/* Where the C++ library itself ends a program. */
static const struct caller {
    const char *function, *meaning, *hint;
} callers[] = {
    {"std::thread::~thread", "a std::thread that was still joinable was destroyed",
     "call join() or detach() before the thread object goes away"},
    {"std::thread::operator=", "a std::thread that was still joinable was assigned to",
     "call join() or detach() before the thread object gets another thread"},
    {"__cxa_rethrow", "throw; was used while no exception was being handled",
     "throw; without an operand is for catch blocks only"},
};

/* "the destructor Guard::~Guard", or "a noexcept function": which one is not told by the stack. */
static const char *left_function(const struct tr_facts *facts)
{
    const struct tr_frame *frame = tr_facts_frame(facts);
    const char *tilde = frame && frame->function ? strrchr(frame->function, '~') : NULL;
    return tilde && tilde > frame->function && tilde[-1] == ':'
               ? tr_arena_printf(facts->arena, "the destructor %s, which is noexcept like every destructor that does not "
                                               "say otherwise,", tr_facts_name(facts, frame->function))
               : "a function that is noexcept";
}

/* Of the ABI's __cxa_guard_acquire, which throws, and must not be left by an exception. */
static const char guard_throws[] = "__gnu_cxx::recursive_init_error";
static const struct caller guard = {
    .meaning = "the initialisation of a static variable asked for that variable itself",
    .hint = "what initialises a static variable must not come back to its declaration: compute the value first, without the function that "
    "holds it"};

static bool asks_for_itself(const struct tr_facts *facts)
{
    const struct tr_exception *exception = facts->report->exception;
    return exception && exception->type && strcmp(exception->type, guard_throws) == 0;
}

/* NULL: nothing that is known, or an exception that left a noexcept function. */
static const struct caller *find_caller(const struct tr_facts *facts)
{
    if (asks_for_itself(facts))
        return &guard;
    for (size_t i = 0; i < TR_COUNT(callers) && !tr_is_noexcept_left(facts); i++)
        if (tr_facts_inside(facts, callers[i].function))
            return &callers[i];
    return NULL;
}

static bool match(const struct tr_facts *facts, struct tr_finding *finding)
{
    if (!tr_is_terminated(facts))
        return false;
    const struct caller *caller = find_caller(facts);
    bool is_left = !caller && tr_is_noexcept_left(facts);
    const char *meaning = "std::terminate was called", *place = tr_facts_place(facts), *thrown = tr_thrown_name(facts);
    finding->hint = "see what called std::terminate in the stack";
    if (is_left) {
        meaning = tr_arena_printf(facts->arena, "%s would have left %s", thrown ? thrown : "an exception",
                                  left_function(facts));
        finding->hint = "catch the exception inside of the function that is noexcept, or let that function not be noexcept; a "
                        "destructor must not throw";
    } else if (caller) {
        meaning = caller->meaning;
        finding->hint = caller->hint;
    }
    finding->summary = tr_arena_printf(facts->arena, "%s at %s", meaning, place);
    if ((is_left || caller == &guard) && thrown) {
        tr_thrown_tell(facts, finding);
        (void)tr_thrown_places_tell(facts, finding);
    } else if (tr_facts_inside(facts, "__cxa_rethrow")) {
        finding->confidence = TR_CONFIDENCE_LIKELY; /* the exception may only not have been found */
    } else {
        finding->confidence = TR_CONFIDENCE_VERIFIED;
        finding->proof = "std::terminate stands on the stack below abort()";
    }
    return true;
}

const struct tr_kind_rule tr_kind_rule_terminate_called = {
    .kind = TR_KIND_TERMINATE_CALLED,
    .explanation = "std::terminate is the C++ library's last way out: when an exception must not go further, when a "
                   "running thread loses its "
                   "std::thread object, or when the program calls it. It ends the program by abort().",
    .match = match,
};
