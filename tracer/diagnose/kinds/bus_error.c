#include "diagnose/kind.h"

#include "diagnose/pointer.h"

#include <inttypes.h>
#include <string.h>

static bool match(const struct tr_facts *facts, struct tr_finding *finding)
{
    const struct tr_fault *fault = tr_facts_fault(facts);
    if (!tr_facts_signal(facts, "SIGBUS", "BUS_ADRERR") || !fault || !fault->address.known)
        return false;
    struct tr_culprit culprit;
    tr_culprit_find(facts, 1 << 30, &culprit);
    tr_culprit_fill(facts, &culprit, finding);
    bool is_file = fault->region && fault->region[0] == '/';
    const char *permissions = is_file ? strrchr(fault->region, '(') : NULL;
    size_t length = permissions && permissions > fault->region ? (size_t)(permissions - fault->region) - 1 : 0;
    const char *where =
        is_file ? tr_arena_printf(facts->arena, "the mapping of %s",
                                  tr_facts_name(facts, tr_arena_strndup(facts->arena, fault->region, length)))
                : "a mapping";
    finding->summary =
        tr_arena_printf(facts->arena, "address 0x%" PRIx64 " at %s lies in %s, but behind the end of the file",
                        fault->address.value, tr_facts_place(facts), where);
    if (!is_file)
        finding->summary =
            tr_arena_printf(facts->arena, "address 0x%" PRIx64 " at %s is mapped, but no memory stands behind it",
                            fault->address.value, tr_facts_place(facts));
    tr_finding_add(facts, finding, "/memory/fault",
                   "the kernel says BUS_ADRERR: there is a mapping at that address, and nothing behind it");
    finding->hint =
        "compare the length that was mapped with the size of the file, and see whether the file was shortened since";
    return true;
}

const struct tr_kind_rule tr_kind_rule_bus_error = {
    .kind = TR_KIND_BUS_ERROR,
    .explanation = "A file can be mapped beyond its end, but there is nothing to read or write there: touching such a "
                   "page ends the program "
                   "with SIGBUS. The same happens when the file becomes shorter while it is mapped.",
    .match = match,
};
