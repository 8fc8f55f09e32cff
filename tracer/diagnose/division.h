/* The integer division that the processor refused: whose divisor it was. */
#ifndef TR_DIAGNOSE_DIVISION_H
#define TR_DIAGNOSE_DIVISION_H

#include "diagnose/evaluated.h"

struct tr_division {
    const struct tr_evaluated *divisors[4]; /* of the statement, with the value looked for */
    size_t count;
    struct tr_word value; /* of the divisor, as the instruction had it; unknown when it could not be decoded */
};

/** Whether the signal is that of an integer division; then the divisors of the statement whose value is @p value. */
bool tr_division_find(const struct tr_facts *facts, int64_t value, struct tr_division *ret);

/** Fill expression, confidence, proof of @p finding: verified when the instruction, or the only candidate, has @p
 * value. */
void tr_division_fill(const struct tr_facts *facts, const struct tr_division *division, int64_t value,
                      struct tr_finding *finding);

#endif
