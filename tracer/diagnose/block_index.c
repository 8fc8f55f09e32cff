#include "diagnose/block_index.h"

#include "diagnose/heap_walk.h"

#include <inttypes.h>
#include <string.h>

static bool find_block(const struct tr_facts *facts, const struct tr_evaluated *array, struct tr_heap_block *ret)
{
    struct tr_heap_walk walk;
    if (!array || !tr_evaluated_is_pointer(array) || !tr_heap_walk(facts, array->word.value, &walk) || walk.damaged.known ||
        !walk.holder.address)
        return false;
    *ret = walk.holder;
    return true;
}

/* An element that lies wholly or partly outside of the block that its array's pointer points into. */
static bool is_outside(const struct tr_facts *facts, const struct tr_evaluated *element, struct tr_heap_block *ret)
{
    const struct tr_evaluated *index = tr_evaluated_part(facts, element, "index");
    bool is_known = index && index->word.known && index->state == TR_STATE_OK && index->word.value && element->address.known &&
                    element->size.known && find_block(facts, tr_evaluated_part(facts, element, "base"), ret);
    return is_known && (element->address.value < ret->address ||
                        element->address.value + (uint64_t)element->size.value > ret->address + ret->size);
}

static const char *index_text(const struct tr_facts *facts, const struct tr_evaluated *index)
{
    return strcmp(index->node, "number_literal") == 0
               ? tr_facts_name(facts, index->text)
               : tr_arena_printf(facts->arena, "%s = %" PRId64, tr_facts_name(facts, index->text), (int64_t)index->word.value);
}

bool tr_block_index_match(const struct tr_facts *facts, const struct tr_suspect *suspect, struct tr_finding *finding)
{
    const struct tr_evaluated *element = suspect->pointer;
    struct tr_heap_block block;
    while (element && !is_outside(facts, element, &block))
        element = tr_evaluated_inner(facts, element);
    if (!element)
        return false;
    const struct tr_evaluated *array = tr_evaluated_part(facts, element, "base"), *index = tr_evaluated_part(facts, element, "index");
    const char *name = tr_facts_name(facts, array->text), *text = tr_facts_name(facts, element->text);
    bool is_before = element->address.value < block.address;
    finding->expression = tr_evaluated_expression(facts, element, index, TR_ROLE_CULPRIT);
    finding->confidence = TR_CONFIDENCE_VERIFIED;
    finding->summary = tr_arena_printf(facts->arena,
                                       "index %s is outside of the block of %" PRIu64 " bytes that %s points into, at %s: %s lies %s it, "
                                       "and what is there was used as %s",
                                       index_text(facts, index), block.size, name, tr_facts_place(facts), text, is_before ? "before" : "behind",
                                       element == suspect->pointer ? "a pointer" : "the way to a pointer");
    finding->proof = tr_arena_printf(facts->arena,
                                     "%s lies at 0x%" PRIx64 ", and the allocator's records have a block from 0x%" PRIx64 " to 0x%" PRIx64
                                     "; %s",
                                     text, element->address.value, block.address, block.address + block.size,
                                     tr_suspect_proof(facts, suspect));
    finding->hint = tr_arena_printf(facts->arena, "compare how many elements %s was given room for with how %s came to %" PRId64, name,
                                    tr_facts_name(facts, index->text), (int64_t)index->word.value);
    return true;
}

void tr_block_index_tell(const struct tr_facts *facts, const struct tr_evaluated *array, struct tr_finding *finding)
{
    struct tr_heap_block block;
    if (find_block(facts, array, &block))
        tr_finding_add(facts, finding, NULL, "%s points into a block of %" PRIu64 " bytes that begins at 0x%" PRIx64,
                       tr_facts_name(facts, array->text), block.size, block.address);
}
