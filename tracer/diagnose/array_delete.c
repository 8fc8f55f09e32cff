#include "diagnose/array_delete.h"

#include "diagnose/abort_text.h"
#include "diagnose/heap_walk.h"

#include <inttypes.h>
#include <string.h>

enum { COOKIE = 8 }; /* bytes of the number, of types that need no greater alignment */

static bool is_of_array(const struct tr_evaluated *call)
{
    const char *behind = call->text + strcspn(call->text, "d");
    behind += strncmp(behind, "delete", strlen("delete")) == 0 ? strlen("delete") : 0;
    return behind[strspn(behind, " \t")] == '[';
}

/* The one delete[] of the statement, and its operand. */
static const struct tr_evaluated *array_deleted(const struct tr_facts *facts, const struct tr_evaluated **ret_pointer)
{
    const struct tr_evaluated *found = NULL;
    TR_EACH(const struct tr_evaluated, expression, &facts->report->expressions)
    {
        if (!tr_evaluated_is_delete(expression) || !is_of_array(expression))
            continue;
        if (found)
            return NULL;
        found = expression;
    }
    *ret_pointer = found ? tr_evaluated_part(facts, found, "operand") : NULL;
    return *ret_pointer && (*ret_pointer)->word.known ? found : NULL;
}

/* In a destructor of the elements, or in free() of what lies before the block. */
static bool stopped_in_delete(const struct tr_facts *facts)
{
    struct tr_abort_text text;
    const char *called = tr_facts_called(facts);
    bool is_refused = tr_abort_text_kind(facts, &text) && text.kind == TR_KIND_INVALID_FREE;
    bool is_destructor = called && strchr(called, '~') && tr_facts_signal(facts, "SIGSEGV", NULL) && !tr_facts_own_signal(facts);
    return is_refused || is_destructor;
}

bool tr_array_delete_match(const struct tr_facts *facts, struct tr_finding *finding)
{
    struct tr_heap_walk walk;
    const struct tr_evaluated *pointer, *call = stopped_in_delete(facts) ? array_deleted(facts, &pointer) : NULL;
    if (!call || !tr_heap_walk(facts, pointer->word.value, &walk) || walk.damaged.known || walk.holder.address != pointer->word.value)
        return false;
    const char *name = tr_facts_name(facts, pointer->text);
    finding->expression = tr_evaluated_expression(facts, call, pointer, TR_ROLE_CULPRIT);
    finding->summary = tr_arena_printf(facts->arena, "%s at %s took what new made for an array: %s points to the beginning of a block, and "
                                                     "no number of elements stands before it",
                                       tr_facts_name(facts, call->text), tr_facts_place(facts), name);
    finding->confidence = TR_CONFIDENCE_VERIFIED;
    finding->proof = tr_arena_printf(facts->arena,
                                     "0x%" PRIx64 " (%s) is where the allocator's records have a block of %" PRIu64
                                     " bytes begin; an array of this type would begin %d bytes into its block",
                                     pointer->word.value, name, walk.holder.size, COOKIE);
    finding->hint = tr_arena_printf(facts->arena, "write delete %s: [] is only for what new[] returned", name);
    return true;
}

const char *tr_array_delete_hint(const struct tr_facts *facts, const struct tr_evaluated *call, const struct tr_evaluated *pointer)
{
    struct tr_heap_walk walk;
    uint64_t count;
    if (!tr_evaluated_is_delete(call) || is_of_array(call) || !tr_heap_walk(facts, pointer->word.value, &walk) ||
        !walk.holder.address || pointer->word.value - walk.holder.address != COOKIE ||
        !tr_facts_read(facts, walk.holder.address, &count, sizeof(count)) || !count || count > walk.holder.size)
        return NULL;
    return tr_arena_printf(facts->arena,
                           "the block begins with the number %" PRIu64 ", as new[] writes it in front of that many elements: if new[] made "
                           "it, write delete[] %s",
                           count, tr_facts_name(facts, pointer->text));
}
