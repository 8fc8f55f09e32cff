#include "diagnose/kind.h"

#include "base/cleanup.h"
#include "base/utf8.h"
#include "diagnose/address.h"
#include "diagnose/block_index.h"
#include "diagnose/library_call.h"
#include "diagnose/pointer.h"

#include <inttypes.h>
#include <string.h>

enum { CWE_READ = 125, CWE_WRITE = 787, REACH = 65536 };

/* By how many bytes a subscript lies outside of its array, when the number of elements is known; 0 inside. */
static uint64_t excess_of(const struct tr_evaluated *subscript, const struct tr_evaluated *array,
                          const struct tr_evaluated *index)
{
    bool is_open_end = array->kind == TR_VALUE_ARRAY && array->elements.known && array->elements.value <= 1 &&
                       array->member_offset.known; /* items[1] at the end of a struct stands for as many as there are */
    if (!array->elements.known || !index->word.known || index->state != TR_STATE_OK || is_open_end ||
        tr_evaluated_is_map(array))
        return 0;
    int64_t value = (int64_t)index->word.value, elements = array->elements.value;
    uint64_t beyond = value < 0           ? 0 - (uint64_t)value
                      : value >= elements ? (uint64_t)value - (uint64_t)elements + 1
                                          : 0;
    uint64_t size = subscript->size.known && subscript->size.value > 0 ? (uint64_t)subscript->size.value : 1, bytes;
    return __builtin_mul_overflow(beyond, size, &bytes) ? UINT64_MAX : bytes;
}

/* The subscript of the access that leads out of its array, the farthest of several: y of grid[y][x]. */
static bool is_outside(const struct tr_facts *facts, bool is_argument, struct tr_suspect *suspect)
{
    uint64_t farthest = 0;
    const struct tr_evaluated *at = is_argument ? suspect->pointer : suspect->access;
    for (const struct tr_evaluated *base; (base = tr_evaluated_part(facts, at, "base")); at = base) {
        const struct tr_evaluated *index = tr_evaluated_part(facts, at, "index");
        uint64_t excess = index ? excess_of(at, base, index) : 0;
        if (excess > farthest) {
            farthest = excess;
            suspect->array = base;
            suspect->array_index = index;
        }
    }
    return farthest > 0;
}

/* What was asked for an element of a container that has none: v of v.back(). */
static const struct tr_evaluated *empty_container(const struct tr_facts *facts, const struct tr_suspect *suspect)
{
    TR_EACH(const struct tr_evaluated, part, &facts->report->expressions)
    {
        const struct tr_evaluated *up = part;
        while (up && up != suspect->access)
            up = tr_evaluated_parent(facts, up);
        if (up && part != up && part->kind == TR_VALUE_CONTAINER && part->elements.known && part->elements.value == 0)
            return part;
    }
    return NULL;
}

/*
 * st.top(): a call that needs an element of a container that has none. The only one of the statement, or that in which
 * the program stopped.
 */
static const struct tr_evaluated *call_of_empty(const struct tr_facts *facts, const char *called,
                                                const struct tr_evaluated **ret_container)
{
    static const char *const needers[] = {"top", "front", "back", "pop", "pop_back", "pop_front"};
    const struct tr_evaluated *found = NULL;
    TR_EACH(const struct tr_evaluated, call, &facts->report->expressions)
    {
        const struct tr_evaluated *callee = tr_evaluated_part(facts, call, "callee");
        const struct tr_evaluated *object = callee ? tr_evaluated_part(facts, callee, "base") : NULL;
        const char *name = call->callee ? strrchr(call->callee, ':') : NULL;
        bool is_needer = false;
        for (size_t i = 0; name && i < TR_COUNT(needers); i++)
            is_needer = is_needer || strcmp(name + 1, needers[i]) == 0;
        if (!is_needer || (called && strcmp(tr_library_name(facts->arena, call->callee), called) != 0) || !object ||
            object->kind != TR_VALUE_CONTAINER || !object->elements.known || object->elements.value != 0)
            continue;
        if (found)
            return NULL;
        found = call;
        *ret_container = object;
    }
    return found;
}

static void tell_empty(const struct tr_facts *facts, const struct tr_suspect *suspect,
                       const struct tr_evaluated *container, struct tr_finding *finding)
{
    const char *name = tr_facts_name(facts, container->text), *access = tr_facts_name(facts, suspect->access->text);
    finding->expression = tr_evaluated_expression(facts, suspect->access, container, TR_ROLE_CULPRIT);
    finding->confidence = TR_CONFIDENCE_VERIFIED;
    finding->summary =
        tr_arena_printf(facts->arena, "%s is empty at %s, so %s does not exist", name, tr_facts_place(facts), access);
    finding->proof = tr_arena_printf(
        facts->arena,
        "%s has 0 elements, and the address of %s is 0x%" PRIx64 ", which covers the faulting address 0x%" PRIx64, name,
        access, suspect->access->address.value, tr_facts_fault(facts)->address.value);
    finding->hint =
        tr_arena_printf(facts->arena, "see why %s has no elements here, and test empty() where that may be", name);
}

static void tell_empty_call(const struct tr_facts *facts, const struct tr_evaluated *call,
                            const struct tr_evaluated *container, bool stopped_there, struct tr_finding *finding)
{
    const char *name = tr_facts_name(facts, container->text), *text = tr_facts_name(facts, call->text);
    finding->expression = tr_evaluated_expression(facts, call, container, TR_ROLE_CULPRIT);
    finding->confidence = stopped_there ? TR_CONFIDENCE_VERIFIED : TR_CONFIDENCE_LIKELY;
    finding->summary = tr_arena_printf(facts->arena, "%s is empty at %s, so %s has no element to work on", name,
                                       tr_facts_place(facts), text);
    if (stopped_there)
        finding->proof = tr_arena_printf(facts->arena, "%s has 0 elements, and the program stopped in %s", name,
                                         tr_facts_name(facts, call->callee));
    else
        tr_finding_add(facts, finding, NULL, "%s has 0 elements, and nothing else of that statement fits the address", name);
    finding->hint =
        tr_arena_printf(facts->arena, "see why %s has no elements here, and test empty() where that may be", name);
}

/* "i = 7", and of a literal "7". */
static const char *index_text(const struct tr_facts *facts, const struct tr_evaluated *index)
{
    const char *name = tr_facts_name(facts, index->text);
    const char *value = tr_arena_printf(facts->arena, "%" PRId64, (int64_t)index->word.value);
    return strcmp(name, value) == 0 ? name : tr_arena_printf(facts->arena, "%s = %s", name, value);
}

static const char *by_how_much(const struct tr_facts *facts, int64_t index, int64_t elements)
{
    if (index < 0)
        return tr_arena_printf(facts->arena, "the first element is [0], the last [%" PRId64 "]", elements - 1);
    int64_t excess = index - (elements - 1);
    return tr_arena_printf(facts->arena, "the last element is [%" PRId64 "], %" PRId64 " before it", elements - 1,
                           excess);
}

/* The pointer of a subscript points to memory that is there, and the element is not. */
static bool is_beyond_memory(const struct tr_facts *facts, struct tr_suspect *suspect)
{
    char byte;
    for (const struct tr_evaluated *at = suspect->access, *base; (base = tr_evaluated_part(facts, at, "base")); at = base) {
        const struct tr_evaluated *index = tr_evaluated_part(facts, at, "index");
        if (base == suspect->pointer && index) { /* rows of rows[y][x] */
            suspect->array = base;
            suspect->array_index = index;
        }
    }
    return suspect->pointer && suspect->array == suspect->pointer && suspect->array_index->word.known &&
           suspect->array_index->word.value != 0 && suspect->access->address.known &&
           tr_facts_read(facts, suspect->pointer->word.value, &byte, 1);
}

static void tell_beyond(const struct tr_facts *facts, const struct tr_suspect *suspect, struct tr_finding *finding)
{
    const char *array = tr_facts_name(facts, suspect->array->text),
               *access = tr_facts_name(facts, suspect->access->text);
    int64_t offset = (int64_t)(suspect->access->address.value - suspect->array->word.value);
    finding->proof = tr_suspect_proof(facts, suspect);
    finding->summary =
        tr_arena_printf(facts->arena,
                        "index %s of %s is out of bounds at %s: %s would lie %" PRIu64
                        " bytes %s where %s points, and nothing %s there",
                        index_text(facts, suspect->array_index), array, tr_facts_place(facts), access,
                        offset < 0 ? 0 - (uint64_t)offset : (uint64_t)offset, offset < 0 ? "before" : "after", array,
                        tr_fault_forbidden(facts) ? "may be accessed" : "is mapped");
    tr_finding_add(facts, finding, NULL, "%s itself points to memory that can be read", array);
    tr_block_index_tell(facts, suspect->array, finding);
}

static void tell_outside(const struct tr_facts *facts, bool is_argument, const struct tr_suspect *suspect,
                         struct tr_finding *finding)
{
    const char *array = tr_facts_name(facts, suspect->array->text);
    int64_t elements = suspect->array->elements.value, value = (int64_t)suspect->array_index->word.value;
    const char *outside =
        tr_arena_printf(facts->arena, "%s has %" PRId64 " elements; the index is %" PRId64, array, elements, value);
    if (is_argument)
        finding->proof =
            tr_arena_printf(facts->arena, "%s, and what lies there went to %s as a pointer: %s", outside,
                            tr_facts_name(facts, suspect->access->callee), tr_suspect_proof(facts, suspect));
    else
        finding->proof =
            tr_arena_printf(facts->arena,
                            "%s, and the address of %s is 0x%" PRIx64 ", which covers the faulting address 0x%" PRIx64,
                            outside, tr_facts_name(facts, suspect->access->text), suspect->access->address.value,
                            tr_facts_fault(facts)->address.value);
    const char *has = elements ? tr_arena_printf(facts->arena, "%s (%" PRId64 " element%s)", array, elements,
                                                 elements == 1 ? "" : "s")
                               : tr_arena_printf(facts->arena, "%s, which is empty,", array);
    finding->summary =
        tr_arena_printf(facts->arena, "index %s is outside of %s at %s", index_text(facts, suspect->array_index), has,
                        tr_facts_place(facts));
    if (elements)
        tr_finding_add(facts, finding, NULL, "%s", by_how_much(facts, value, elements));
}

/* The text that runs over the memory of an index, from before it: its value is a part of that. */
static const char *text_over(const struct tr_facts *facts, const struct tr_evaluated *index)
{
    size_t size = index->size.known ? (size_t)index->size.value : 0;
    bool is_stored = index->address.known && index->kind == TR_VALUE_INTEGER && size >= 4 && size <= 8;
    const char *own = is_stored ? tr_address_text_around(facts, index->address.value, size) : NULL;
    return own && tr_address_text_around(facts, index->address.value - 1, size + 1) ? own : NULL;
}

static void tell_text_over(const struct tr_facts *facts, const struct tr_evaluated *index, const char *text, struct tr_finding *finding)
{
    const char *name = tr_facts_name(facts, index->text);
    tr_finding_add(facts, finding, NULL, "the memory of %s is part of the text %s", name, text);
    finding->hint = tr_arena_printf(facts->arena,
                                    "text lies where %s should hold a number: it is likely that an array before it in memory was too small "
                                    "for its text; look for what writes that: strcpy, strcat, sprintf, gets, scanf(\"%%s\")",
                                    name);
}

/* A length below 0 given to a function that takes it as a size: more than there is memory. */
static bool is_negative_length(const struct tr_facts *facts, struct tr_finding *finding)
{
    static const char *const takers[] = {"memcpy", "memmove", "memset", "strncpy", "mempcpy"};
    enum { LENGTH = 2 };
    const char *called = tr_facts_called(facts);
    TR_EACH(const struct tr_evaluated, call, &facts->report->expressions)
    {
        const struct tr_evaluated *length = tr_evaluated_argument(facts, call, LENGTH);
        bool is_taker = false;
        for (size_t i = 0; called && call->callee && i < TR_COUNT(takers); i++)
            is_taker = is_taker || (strcmp(call->callee, takers[i]) == 0 && strcmp(called, takers[i]) == 0);
        if (!is_taker || !length || !length->word.known || length->state != TR_STATE_OK ||
            length->kind != TR_VALUE_INTEGER || (int64_t)length->word.value >= 0)
            continue;
        const char *name = tr_facts_name(facts, length->text);
        finding->expression = tr_evaluated_expression(facts, call, length, TR_ROLE_CULPRIT);
        finding->confidence = TR_CONFIDENCE_VERIFIED;
        finding->summary =
            tr_arena_printf(facts->arena, "the length %s of %s is %" PRId64 " at %s, which as a size is %" PRIu64, name,
                            called, (int64_t)length->word.value, tr_facts_place(facts), length->word.value);
        finding->proof = tr_arena_printf(
            facts->arena, "%s = %" PRId64 " was given as a size_t, %" PRIu64 " bytes, and %s faulted at 0x%" PRIx64,
            name, (int64_t)length->word.value, length->word.value, called, tr_facts_fault(facts)->address.value);
        finding->hint = tr_arena_printf(facts->arena, "see how %s became negative, and test it before the copy", name);
        return true;
    }
    return false;
}

/* What leads to such an index, as far as its type and sign allow. */
static const char *likely_ways(const struct tr_evaluated *index)
{
    int64_t value = (int64_t)index->word.value;
    if (tr_evaluated_is_unsigned(index) && (value < 0 || value > INT32_MAX))
        return "a subtraction below 0, which an unsigned type cannot hold";
    if (value < 0)
        return "a step below the first element, a search that found nothing, or a value from outside that was not tested";
    return "a loop that runs too far, or a value from outside that was not tested";
}

static bool match(const struct tr_facts *facts, struct tr_finding *finding)
{
    const struct tr_fault *fault = tr_facts_fault(facts);
    struct tr_culprit culprit;
    if (!tr_facts_bad_address(facts) || tr_facts_own_signal(facts) || !fault)
        return false;
    finding->cwe = tr_number(fault->access == TR_ACCESS_WRITE ? CWE_WRITE : CWE_READ);
    if (fault->address.known && is_negative_length(facts, finding))
        return true;
    const char *called = tr_facts_called(facts);
    const struct tr_evaluated *object, *call = called ? call_of_empty(facts, called, &object) : NULL;
    bool stopped_there = call != NULL;
    tr_culprit_find(facts, REACH, &culprit);
    if (!call && !culprit.suspects.count)
        call = call_of_empty(facts, NULL, &object);
    if (call)
        tell_empty_call(facts, call, object, stopped_there, finding);
    if (call || !tr_culprit_proved(&culprit))
        return call != NULL;
    struct tr_suspect *suspect = &culprit.suspects.items[0];
    if (culprit.is_argument && !suspect->access->callee)
        return false;
    const struct tr_evaluated *container =
        suspect->array || culprit.is_argument ? NULL : empty_container(facts, suspect);
    if (container && suspect->access->address.known) {
        tell_empty(facts, suspect, container, finding);
        return true;
    }
    if (is_outside(facts, culprit.is_argument, suspect))
        tell_outside(facts, culprit.is_argument, suspect, finding);
    else if (!culprit.is_argument && (tr_facts_signal(facts, "SIGSEGV", "SEGV_MAPERR") || tr_fault_forbidden(facts))
             && is_beyond_memory(facts, suspect))
        tell_beyond(facts, suspect, finding);
    else
        return tr_block_index_match(facts, suspect, finding);
    bool is_empty = suspect->array->elements.known && !suspect->array->elements.value;
    finding->expression =
        tr_evaluated_expression(facts, suspect->access, is_empty ? suspect->array : suspect->array_index, TR_ROLE_CULPRIT);
    finding->confidence = TR_CONFIDENCE_VERIFIED;
    if (is_empty) {
        finding->hint = tr_arena_printf(facts->arena, "find why %s is empty here: what should have filled it?",
                                        tr_facts_name(facts, suspect->array->text));
        return true;
    }
    finding->hint = tr_arena_printf(facts->arena, "see how %s came to %" PRId64 ": %s", tr_facts_name(facts, suspect->array_index->text),
                                    (int64_t)suspect->array_index->word.value, likely_ways(suspect->array_index));
    const char *text = text_over(facts, suspect->array_index);
    if (text)
        tell_text_over(facts, suspect->array_index, text, finding);
    return true;
}

const struct tr_kind_rule tr_kind_rule_out_of_bounds_index = {
    .kind = TR_KIND_OUT_OF_BOUNDS_INDEX,
    .cwe = CWE_READ,
    .explanation = "The indexes of an array begin at 0 and end one below the number of its elements. Neither C nor the [] of C++ containers "
                   "checks them: with another one the program reads or writes whatever lies there, and is stopped only when no memory does.",
    .match = match,
};
