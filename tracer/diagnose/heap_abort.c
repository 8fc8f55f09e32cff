#include "diagnose/heap_abort.h"

#include "base/cleanup.h"
#include "base/utf8.h"
#include "diagnose/address.h"
#include "diagnose/array_delete.h"
#include "diagnose/evaluated.h"
#include "diagnose/heap_walk.h"
#include "diagnose/target.h"

#include <inttypes.h>
#include <string.h>

/* The pointer that was handed to free, realloc or delete, when the statement has exactly one such call. */
static const struct tr_evaluated *freed(const struct tr_facts *facts, const struct tr_evaluated **ret_call)
{
    const struct tr_evaluated *found = NULL;
    TR_EACH(const struct tr_evaluated, expression, &facts->report->expressions)
    {
        const struct tr_evaluated *pointer = NULL;
        if (tr_evaluated_is_call(expression) && expression->callee &&
            (strcmp(expression->callee, "free") == 0 || strcmp(expression->callee, "realloc") == 0))
            pointer = tr_evaluated_argument(facts, expression, 0);
        else if (tr_evaluated_is_delete(expression))
            pointer = tr_evaluated_part(facts, expression, "operand");
        if (pointer && found)
            return NULL;
        if (pointer) {
            found = pointer;
            *ret_call = expression;
        }
    }
    return found;
}

static bool is_one_of(const char *name, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

/* A message of the allocator about a pointer or its own records. */
static bool says_so(const struct tr_facts *facts)
{
    struct tr_abort_text text;
    return tr_abort_text_kind(facts, &text) &&
           (text.kind == TR_KIND_INVALID_FREE || text.kind == TR_KIND_HEAP_CORRUPTION || text.kind == TR_KIND_DOUBLE_FREE);
}

/* Whether the thread stopped in a function of the allocator that takes a block back: by its message, or by a fault. */
static bool stopped_in_free(const struct tr_facts *facts)
{
    static const char *const takers_back[] = {"free",      "cfree",           "operator delete", "operator delete[]",
                                              "realloc"};
    if (says_so(facts))
        return true;
    const char *called = tr_facts_called(facts);
    return called && tr_facts_signal(facts, "SIGSEGV", NULL) && !tr_facts_own_signal(facts) &&
           is_one_of(called, takers_back, TR_COUNT(takers_back));
}

/* The same for any of its functions, also below one of another library. */
static bool stopped_in_allocator(const struct tr_facts *facts)
{
    static const char *const functions[] = {"malloc",      "calloc",       "realloc",            "free",
                                            "_int_malloc", "_int_realloc", "malloc_consolidate", "_int_free"};
    if (says_so(facts))
        return true;
    if (!tr_facts_signal(facts, "SIGSEGV", NULL) || tr_facts_own_signal(facts))
        return false;
    for (size_t i = 0; i < TR_COUNT(functions); i++)
        if (tr_facts_inside(facts, functions[i]))
            return true;
    return false;
}

static bool find_damage(const struct tr_facts *facts, struct tr_heap_walk *ret)
{
    return stopped_in_allocator(facts) && tr_heap_walk(facts, 0, ret) && ret->damaged.known;
}

/* "a (40 bytes)", "a block of 40 bytes at 0x…": what the program calls the block, else where it is. */
static const char *block_name(const struct tr_facts *facts, const struct tr_heap_block *block, const char **ret_ref)
{
    const char *name = tr_heap_block_name(facts, block->address, ret_ref);
    if (name)
        return tr_arena_printf(facts->arena, "%s (%" PRIu64 " bytes)", tr_facts_name(facts, name), block->size);
    return tr_arena_printf(facts->arena, "a block of %" PRIu64 " bytes at 0x%" PRIx64, block->size, block->address);
}

bool tr_heap_damage_match(const struct tr_facts *facts, struct tr_finding *finding)
{
    struct tr_heap_walk walk;
    if (!find_damage(facts, &walk))
        return false;
    const char *ref = NULL, *message = tr_abort_text_quoted(facts), *called = tr_facts_called(facts);
    const char *before = walk.before.address ? block_name(facts, &walk.before, &ref) : "the allocator's first block";
    const char *text = tr_address_text(facts, walk.content);
    const char *content = text ? tr_arena_printf(facts->arena, "the text %s", text)
                               : tr_arena_printf(facts->arena, "0x%" PRIx64, walk.content);
    finding->summary = tr_arena_printf(
        facts->arena, "the allocator's record behind %s has been overwritten with %s, noticed at %s in %s%s%s", before,
        content, tr_facts_place(facts), called ? tr_facts_name(facts, called) : "malloc", message ? ": " : "",
        message ? message : "");
    finding->confidence = TR_CONFIDENCE_VERIFIED;
    finding->proof = tr_arena_printf(facts->arena,
                                     "the size that stands at 0x%" PRIx64 " is 0x%" PRIx64
                                     ", which no record of this heap can have: it ends at 0x%" PRIx64,
                                     walk.damaged.value + 8, walk.content, walk.end);
    tr_finding_add(facts, finding, ref, "%s ends at 0x%" PRIx64 ": a write past its end comes here first", before,
                   walk.before.address + walk.before.size);
    const char *behind = tr_heap_block_name(facts, walk.damaged.value + 16, &ref);
    if (behind)
        tr_finding_add(facts, finding, ref, "%s begins behind the record: a write in front of it comes here too",
                       tr_facts_name(facts, behind));
    finding->hint = tr_arena_printf(facts->arena,
                                    "this line only noticed it: look for a write past the end of %s, by a loop that "
                                    "runs too far or a text without room for its NUL",
                                    before);
    return true;
}

bool tr_heap_inside_match(const struct tr_facts *facts, struct tr_finding *finding)
{
    struct tr_heap_walk walk;
    const struct tr_evaluated *call = NULL, *pointer = stopped_in_allocator(facts) ? freed(facts, &call) : NULL;
    if (!pointer || !pointer->word.known || !tr_heap_walk(facts, pointer->word.value, &walk) || walk.damaged.known ||
        !walk.holder.address || walk.holder.address == pointer->word.value)
        return false;
    const char *name = tr_facts_name(facts, pointer->text), *start = tr_heap_block_name(facts, walk.holder.address, NULL);
    uint64_t offset = pointer->word.value - walk.holder.address;
    finding->expression = tr_evaluated_expression(facts, call, pointer, TR_ROLE_CULPRIT);
    finding->summary = tr_arena_printf(
        facts->arena, "%s was given %s = 0x%" PRIx64 " at %s, which lies %" PRIu64 " bytes into a block%s%s, not at its beginning",
        call->callee ? tr_facts_name(facts, call->callee) : "delete", name, pointer->word.value, tr_facts_place(facts), offset,
        start ? ", that of " : "", start ? tr_facts_name(facts, start) : "");
    finding->confidence = TR_CONFIDENCE_VERIFIED;
    finding->proof = tr_arena_printf(facts->arena,
                                     "0x%" PRIx64 " (%s) - %" PRIu64 " = 0x%" PRIx64
                                     ", where the allocator's records have a block of %" PRIu64 " bytes",
                                     pointer->word.value, name, offset, walk.holder.address, walk.holder.size);
    finding->hint = tr_array_delete_hint(facts, call, pointer);
    if (facts->report->abort_message)
        tr_finding_add(facts, finding, NULL, "the C library says: %s", tr_abort_text_quoted(facts));
    return true;
}

bool tr_heap_abort_match(const struct tr_facts *facts, enum tr_kind kind, struct tr_finding *finding)
{
    struct tr_abort_text text;
    struct tr_heap_walk walk;
    if (!tr_abort_text_kind(facts, &text) || text.kind != kind || (!text.certain && find_damage(facts, &walk)))
        return false;
    const struct tr_evaluated *call = NULL, *pointer = kind == TR_KIND_HEAP_CORRUPTION ? NULL : freed(facts, &call);
    tr_auto_str struct tr_str summary = {0};
    if (pointer) {
        finding->expression = tr_evaluated_expression(facts, call, pointer, TR_ROLE_CULPRIT);
        tr_str_add_name(&summary, pointer->text);
        if (pointer->word.known)
            tr_str_printf(&summary, " = 0x%" PRIx64, pointer->word.value);
        tr_str_add_text(&summary, ": ");
    }
    const char *called = tr_facts_called(facts);
    tr_str_printf(&summary, "%s, at %s", text.meaning, tr_facts_place(facts));
    if (called && strcmp(called, "free") != 0)
        tr_str_printf(&summary, " in %s", tr_facts_name(facts, called));
    tr_str_printf(&summary, ": %s", tr_abort_text_quoted(facts));
    finding->summary = tr_arena_strdup(facts->arena, tr_str_text(&summary));
    finding->confidence = text.certain ? TR_CONFIDENCE_VERIFIED : TR_CONFIDENCE_LIKELY;
    if (text.certain)
        finding->proof = tr_arena_printf(facts->arena, "the C library checked its own records and says: %s",
                                         tr_abort_text_quoted(facts));
    return true;
}

bool tr_not_allocated_match(const struct tr_facts *facts, struct tr_finding *finding)
{
    const struct tr_evaluated *call = NULL, *pointer = stopped_in_free(facts) ? freed(facts, &call) : NULL;
    const char *target = pointer && pointer->word.known ? tr_target_not_allocated(facts, pointer) : NULL;
    if (!target)
        return false;
    const char *name = tr_facts_name(facts, pointer->text);
    const char *callee = call->callee ? call->callee : "delete";
    finding->expression = tr_evaluated_expression(facts, call, pointer, TR_ROLE_CULPRIT);
    finding->summary = tr_arena_printf(facts->arena, "%s = 0x%" PRIx64 " is %s: %s at %s takes only what %s", name,
                                       pointer->word.value, target, tr_facts_name(facts, callee), tr_facts_place(facts),
                                       call->callee ? "malloc, calloc or realloc returned" : "new returned");
    finding->confidence = TR_CONFIDENCE_VERIFIED;
    finding->proof = tr_arena_printf(facts->arena, "0x%" PRIx64 " (%s) is %s", pointer->word.value, name, target);
    if (facts->report->abort_message)
        tr_finding_add(facts, finding, NULL, "the C library says: %s", tr_abort_text_quoted(facts));
    return true;
}

bool tr_heap_fault_match(const struct tr_facts *facts, enum tr_kind kind, struct tr_finding *finding)
{
    static const char *const takers[] = {"malloc", "calloc", "realloc", "operator new", "operator new[]"};
    static const char *const givers[] = {"free", "cfree", "operator delete", "operator delete[]"};
    const char *called = tr_facts_called(facts);
    bool gives = called && is_one_of(called, givers, TR_COUNT(givers)),
         takes = called && is_one_of(called, takers, TR_COUNT(takers));
    if (!tr_facts_signal(facts, "SIGSEGV", NULL) || tr_facts_own_signal(facts) ||
        (kind == TR_KIND_INVALID_FREE ? !gives : !takes))
        return false;
    const struct tr_evaluated *call = NULL, *pointer = gives ? freed(facts, &call) : NULL;
    finding->confidence = TR_CONFIDENCE_LIKELY;
    const char *name = pointer ? tr_facts_name(facts, pointer->text) : "a pointer";
    const char *value =
        pointer && pointer->word.known ? tr_arena_printf(facts->arena, " = 0x%" PRIx64, pointer->word.value) : "";
    if (pointer)
        finding->expression = tr_evaluated_expression(facts, call, pointer, TR_ROLE_CULPRIT);
    if (gives)
        finding->summary = tr_arena_printf(
            facts->arena,
            "%s crashed on %s%s at %s: malloc did not return it, or the block's record has been overwritten", called,
            name, value, tr_facts_place(facts));
    else
        finding->summary = tr_arena_printf(
            facts->arena, "%s itself crashed at %s: the allocator's own records have been overwritten before", called,
            tr_facts_place(facts));
    return true;
}
