#include "diagnose/kind.h"

#include "base/cleanup.h"
#include "diagnose/evaluated.h"
#include "diagnose/heap_abort.h"

#include <string.h>

/* "Buffer::~Buffer": C++ copies an object member by member unless its class says otherwise. */
static bool is_destructor(const struct tr_frame *frame)
{
    return frame && frame->function && strstr(frame->function, "::~");
}

/* Functions of the C library that give back what they are handed, and what that is. */
static const struct {
    const char *function, *what;
} closers[] = {
    {"fclose", "stream"}, {"pclose", "stream"}, {"closedir", "folder"}, {"freeaddrinfo", "list"}, {"regfree", "expression"},
};

/* f of fclose(f), where that freed it before. */
static bool tell_closed(const struct tr_facts *facts, struct tr_finding *finding)
{
    const char *called = tr_facts_called(facts), *what = NULL;
    for (size_t i = 0; called && i < TR_COUNT(closers); i++)
        what = strcmp(closers[i].function, called) == 0 ? closers[i].what : what;
    TR_EACH(const struct tr_evaluated, call, &facts->report->expressions)
    {
        const struct tr_evaluated *closed = tr_evaluated_argument(facts, call, 0);
        if (!what || !call->callee || strcmp(call->callee, called) != 0 || !closed)
            continue;
        const char *name = tr_facts_name(facts, closed->text);
        finding->expression = tr_evaluated_expression(facts, call, closed, TR_ROLE_CULPRIT);
        finding->summary = tr_arena_printf(facts->arena, "%s was given %s at %s, a %s that is closed already: %s", called, name,
                                           tr_facts_place(facts), what, tr_abort_text_quoted(facts));
        finding->hint = tr_arena_printf(facts->arena, "find where %s was closed before: close it once, on one way out of the function", name);
        return true;
    }
    return false;
}

static bool match(const struct tr_facts *facts, struct tr_finding *finding)
{
    if (!tr_heap_abort_match(facts, TR_KIND_DOUBLE_FREE, finding))
        return false;
    if (tell_closed(facts, finding))
        return true;
    finding->hint =
        "find the other place that frees the same block: set the pointer to NULL after free, and let one owner do it";
    if (is_destructor(tr_facts_frame(facts)))
        finding->hint = tr_arena_printf(
            facts->arena,
            "was an object of this class copied (passed by value, assigned, kept in a container)? Without a copy constructor and "
            "an assignment of its own both copies hold the same pointer, and %s gives it back for each",
            tr_facts_name(facts, tr_facts_frame(facts)->function));
    return true;
}

const struct tr_kind_rule tr_kind_rule_double_free = {
    .kind = TR_KIND_DOUBLE_FREE,
    .cwe = 415,
    .explanation = "A block of memory must be given back exactly once. After free the allocator may hand it out again; "
                   "freeing it a second time "
                   "would give away memory that belongs to somebody else.",
    .match = match,
};
