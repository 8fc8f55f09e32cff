#include "diagnose/diagnose.h"

#include "diagnose/kind.h"

static const struct tr_kind_rule *const rules[] = {
#define TR_KIND_RULE(name) &tr_kind_rule_##name,
#include "diagnose/kinds.def"
#undef TR_KIND_RULE
};

struct tr_finding *tr_diagnose(const struct tr_facts *facts)
{
    for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
        struct tr_finding *finding = tr_arena_new(facts->arena, struct tr_finding);
        finding->kind = rules[i]->kind;
        finding->cwe = (struct tr_number){rules[i]->cwe != 0, rules[i]->cwe};
        finding->explanation = rules[i]->explanation;
        finding->location = tr_facts_location(facts);
        if (rules[i]->match(facts, finding))
            return finding;
    }
    return NULL;
}
