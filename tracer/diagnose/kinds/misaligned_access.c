#include "diagnose/kind.h"

#include "diagnose/address.h"
#include "diagnose/pointer.h"

#include <inttypes.h>

/* Vector instructions that demand it: their operand is 16, 32 or 64 bytes long and begins at a multiple of that. */
static bool match(const struct tr_facts *facts, struct tr_finding *finding)
{
    const struct tr_fault *fault = tr_facts_fault(facts);
    bool is_bus = tr_facts_signal(facts, "SIGBUS", "BUS_ADRALN"),
         is_vector = tr_facts_signal(facts, "SIGSEGV", "SI_KERNEL");
    if ((!is_bus && !is_vector) || !fault || !fault->address.known || !fault->size.known ||
        fault->address.value >= TR_ADDRESS_END)
        return false;
    int64_t size = fault->size.value;
    if (size < 2 || fault->address.value % (uint64_t)size == 0 || (is_vector && size < 16))
        return false;
    struct tr_culprit culprit;
    tr_culprit_find(facts, 1, &culprit);
    tr_culprit_fill(facts, &culprit, finding);
    const struct tr_evaluated *pointer = culprit.suspects.count ? NULL : tr_evaluated_pointing_to(facts, fault->address.value);
    finding->summary = tr_arena_printf(
        facts->arena, "address 0x%" PRIx64 "%s at %s is not a multiple of %" PRId64 ", which this access needs", fault->address.value,
        pointer ? tr_arena_printf(facts->arena, ", to which %s points,", tr_facts_name(facts, pointer->text)) : "", tr_facts_place(facts),
        size);
    if (pointer)
        finding->expression = tr_evaluated_expression(facts, pointer, pointer, TR_ROLE_CULPRIT);
    finding->confidence = TR_CONFIDENCE_VERIFIED;
    finding->proof = tr_arena_printf(
        facts->arena, "0x%" PRIx64 " modulo %" PRId64 " = %" PRIu64 "; the instruction is %s", fault->address.value,
        size, fault->address.value % (uint64_t)size, tr_facts_name(facts, tr_facts_instruction(facts)));
    finding->hint = "see where the pointer got its address: a cast from a pointer to a smaller type, or a packed "
                    "struct; memcpy copies from any "
                    "address";
    return true;
}

const struct tr_kind_rule tr_kind_rule_misaligned_access = {
    .kind = TR_KIND_MISALIGNED_ACCESS,
    .cwe = 704,
    .explanation = "An object of a type with an alignment of n must lie at an address that is a multiple of n. The "
                   "compiler relies on that, and "
                   "some instructions of the processor stop the program when it is not so.",
    .match = match,
};
