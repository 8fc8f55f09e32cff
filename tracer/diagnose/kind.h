/*
 * A rule that recognises one kind of failure. kinds.def lists the rules in order of precedence: the first that matches
 * makes the diagnosis. docs/HOWTO_ADD_KIND.md.
 */
#ifndef TR_DIAGNOSE_KIND_H
#define TR_DIAGNOSE_KIND_H

#include "diagnose/facts.h"

struct tr_kind_rule {
    enum tr_kind kind;
    int cwe;                 /* Common Weakness Enumeration number, 0 for none */
    const char *explanation; /* for somebody who has not met this kind of error before */
    /**
     * Whether the facts are of this kind; then fills summary, confidence and whatever else it knows of @p finding,
     * which comes with kind, cwe, explanation and location filled in.
     */
    bool (*match)(const struct tr_facts *facts, struct tr_finding *finding);
};

#define TR_KIND_RULE(name) extern const struct tr_kind_rule tr_kind_rule_##name;
#include "diagnose/kinds.def"
#undef TR_KIND_RULE

#endif
