#include "diagnose/kind.h"

#include "diagnose/heap_abort.h"

#include <string.h>

/* "Buffer::~Buffer": C++ copies an object member by member unless its class says otherwise. */
static bool is_destructor(const struct tr_frame *frame)
{
    return frame && frame->function && strstr(frame->function, "::~");
}

static bool match(const struct tr_facts *facts, struct tr_finding *finding)
{
    if (!tr_heap_abort_match(facts, TR_KIND_DOUBLE_FREE, finding))
        return false;
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
