#include "diagnose/kind.h"

#include "diagnose/sanitizer_text.h"

/* The sanitizer says of which kind it is. */
static bool match(const struct tr_facts *facts, struct tr_finding *finding)
{
    return tr_sanitizer_match(facts, NULL, finding);
}

const struct tr_kind_rule tr_kind_rule_sanitizer = {
    .kind = TR_KIND_UNDEFINED_BEHAVIOR,
    .match = match,
};
